import { Prose } from '../parts/prose.tsx';
import type { Reference } from '../reference/read-reference.ts';
import { SchemaSection } from './api-schema.tsx';
import type { RenderPage } from './page.tsx';

/** What operations cite: the parts of bodies, and the headers of answers. */
export function renderApiSchemasPage(render: RenderPage, { schemas, headers }: Reference, root: string): string {
  return render(
    { title: 'Schemas and headers', root, place: 'api', above: [[`${root}api`, 'API']] },
    <>
      <h1>Schemas and headers</h1>
      <p class="lead">What the bodies and the answers of the interface are made of.</p>
      <h2 id="schemas">Schemas</h2>
      <p>Parts of bodies, as JSON.</p>
      {schemas.map(([name, schema]) => (
        <SchemaSection name={name} schema={schema} />
      ))}
      <h2 id="headers">Headers</h2>
      <dl>
        {headers.map(([name, descriptions]) => (
          <>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {descriptions.map((description) => (
                <p>
                  <Prose text={description} />
                </p>
              ))}
            </dd>
          </>
        ))}
      </dl>
    </>,
  );
}
