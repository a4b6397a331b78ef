import type { VNode } from 'preact';
import { Prose } from '../parts/prose.tsx';
import type {
  IntrospectedField,
  IntrospectedInput,
  IntrospectedType,
  TypeReference,
} from '../reference/introspection.ts';
import type { SchemaReference } from '../reference/read-schema.ts';
import type { RenderPage } from './page.tsx';

const BUILT_IN: ReadonlySet<string> = new Set(['Boolean', 'Float', 'ID', 'Int', 'String']);

interface SchemaPage {
  readonly schema: SchemaReference;
  /** Relative address of the first page. */
  readonly root: string;
}

/** The schema of GraphQL: every type with its fields, what they mean, and who uses it. */
export function renderSchemaPage(render: RenderPage, { schema, root }: SchemaPage): string {
  return render(
    {
      title: 'GraphQL schema',
      root,
      place: 'graphql',
      above: [[`${root}graphql`, 'GraphQL']],
      description: 'The types of the GraphQL interface, with what each field means.',
      script: 'api.js',
      isWide: true,
    },
    <>
      <h1>GraphQL schema</h1>
      <p>
        What <a href={`${root}graphql`}>GraphQL</a> answers, type by type. <code>!</code> is never null,{' '}
        <code>[ ]</code> is a list.
      </p>
      <div class="reference">
        <Contents schema={schema} />
        <div class="reference-body">
          {schema.groups.map(({ name, anchor, types }) => (
            <section class="reference-section" aria-labelledby={anchor}>
              <h2 id={anchor}>{name}</h2>
              {types.map((type) => (
                <TypeArticle type={type} schema={schema} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </>,
  );
}

function Contents({ schema: { groups } }: { readonly schema: SchemaReference }): VNode {
  return (
    <nav class="contents" aria-label="Types">
      {/* A script puts a field here that searches in the page. */}
      <div data-island="filter" data-noun="type" />
      {groups.map(({ name, anchor, types }) => (
        <div class="contents-group">
          <a href={`#${anchor}`}>{name}</a>
          <ul>
            {types.map(({ name }) => (
              <li>
                <a href={`#${anchorOf(name)}`}>{name}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface TypeProps {
  readonly type: IntrospectedType;
  readonly schema: SchemaReference;
}

function TypeArticle({ type, schema: { users } }: TypeProps): VNode {
  const { kind, name, description, fields, inputFields, interfaces, possibleTypes, enumValues } = type;
  // Scalars are everywhere: a list of their users helps nobody.
  const citedBy = kind === 'SCALAR' ? [] : (users.get(name) ?? []);
  return (
    <article class="schema" data-find="" aria-labelledby={anchorOf(name)}>
      <h3 id={anchorOf(name)}>{name}</h3>
      <Description text={description} />
      {interfaces === null || interfaces.length === 0 ? null : (
        <p>
          Implements <Types types={interfaces} />.
        </p>
      )}
      {possibleTypes === null || possibleTypes.length === 0 ? null : (
        <p>
          One of <Types types={possibleTypes} />.
        </p>
      )}
      {fields === null ? null : (
        <dl class="members">
          {fields.map((field) => (
            <Field type={name} field={field} />
          ))}
        </dl>
      )}
      {inputFields === null ? null : <Inputs inputs={inputFields} of={name} />}
      {enumValues === null ? null : (
        <dl class="members">
          {enumValues.map(({ name, description }) => (
            <>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <Description text={description} />
              </dd>
            </>
          ))}
        </dl>
      )}
      {citedBy.length === 0 ? null : (
        <details>
          <summary>
            Used by {citedBy.length}
            <span class="visually-hidden"> fields: {name}</span>
          </summary>
          <ul class="links">
            {citedBy.map(({ type, field }) => (
              <li>
                <a href={`#field-${type}-${field}`}>
                  {type}.{field}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

function Field({ type, field }: { readonly type: string; readonly field: IntrospectedField }): VNode {
  const { name, description, args, isDeprecated, deprecationReason } = field;
  return (
    <>
      <dt id={`field-${type}-${name}`}>{name}</dt>
      <dd>
        <p>
          <Type type={field.type} />
          {isDeprecated ? <span class="chip warn">deprecated</span> : null}
        </p>
        <Description text={description} />
        {deprecationReason === null ? null : <Description text={deprecationReason} />}
        {args.length === 0 ? null : <Inputs inputs={args} />}
      </dd>
    </>
  );
}

interface InputsProps {
  readonly inputs: readonly IntrospectedInput[];
  /** The input whose fields they are; without it they are arguments. */
  readonly of?: string;
}

/** Arguments of a field, or fields of an input. */
function Inputs({ inputs, of }: InputsProps): VNode {
  return (
    <dl class={of === undefined ? 'members inputs' : 'members'}>
      {inputs.map(({ name, description, type, defaultValue }) => (
        <>
          <dt id={of === undefined ? undefined : `field-${of}-${name}`}>{name}</dt>
          <dd>
            <p>
              <Type type={type} />
              {defaultValue === null ? null : (
                <span class="note">
                  {' '}
                  by default <code>{defaultValue}</code>
                </span>
              )}
            </p>
            <Description text={description} />
          </dd>
        </>
      ))}
    </dl>
  );
}

function Description({ text }: { readonly text: string | null }): VNode | null {
  if (text === null) return null;
  return (
    <p>
      <Prose text={text} />
    </p>
  );
}

function Types({ types }: { readonly types: readonly TypeReference[] }): VNode {
  return <>{types.map((type, place) => [place === 0 ? '' : ', ', <Type type={type} />])}</>;
}

/** A type as the schema writes it, with a link to the one that has a name. */
function Type({ type: { kind, name, ofType } }: { readonly type: TypeReference }): VNode {
  if (kind === 'NON_NULL')
    return (
      <>
        <Type type={ofType!} />!
      </>
    );
  if (kind === 'LIST')
    return (
      <>
        [<Type type={ofType!} />]
      </>
    );
  const text = <code>{name}</code>;
  // These are of GraphQL itself; of the hub's page a tenth would be links to them.
  return BUILT_IN.has(name!) ? text : <a href={`#${anchorOf(name!)}`}>{text}</a>;
}

function anchorOf(type: string): string {
  return `type-${type}`;
}
