import type { VNode } from 'preact';
import { Prose } from '../parts/prose.tsx';
import type {
  IntrospectedField,
  IntrospectedInput,
  IntrospectedType,
  TypeReference,
} from '../reference/introspection.ts';
import { SCHEMA_PAGES, type SchemaReference } from '../reference/read-schema.ts';
import type { RenderPage } from './page.tsx';

const BUILT_IN: ReadonlySet<string> = new Set(['Boolean', 'Float', 'ID', 'Int', 'String']);

interface SchemaPage {
  readonly schema: SchemaReference;
  /** Relative address of the first page. */
  readonly root: string;
  /** Name of one of `SCHEMA_PAGES`; empty for the page before them, of what can be asked and done. */
  readonly page: string;
}

/** The schema of GraphQL in pages that stay small: every type with its fields, what they mean, and who uses it. */
export function renderSchemaPage(render: RenderPage, { schema, root, page }: SchemaPage): string {
  const title = SCHEMA_PAGES.get(page) ?? 'GraphQL schema';
  const first = `${root}graphql/schema`;
  const links = linksOf(schema, first, page);
  return render(
    {
      title: page === '' ? title : `${title} of the GraphQL schema`,
      root,
      place: 'graphql',
      above: [[`${root}graphql`, 'GraphQL'], ...(page === '' ? [] : [[first, 'GraphQL schema'] as const])],
      description: 'The types of the GraphQL interface, with what each field means.',
      script: 'api.js',
      isWide: true,
    },
    <>
      <h1>{title}</h1>
      <p>
        What <a href={`${root}graphql`}>GraphQL</a> answers, type by type. <code>!</code> is never null,{' '}
        <code>[ ]</code> is a list.
      </p>
      <div class="reference">
        <Contents schema={schema} first={first} page={page} />
        <div class="reference-body">
          {schema.groups
            .filter((group) => group.page === page)
            .map(({ name, anchor, types }) => (
              <section class="reference-section" aria-labelledby={anchor}>
                <h2 id={anchor}>{name}</h2>
                {types.map((type) => (
                  <TypeArticle type={type} schema={schema} links={links} />
                ))}
              </section>
            ))}
        </div>
      </div>
    </>,
  );
}

/** The address of a type, as a page has to link to it; where an anchor of the page is enough, that. */
type Links = (type: string) => string;

function linksOf({ groups }: SchemaReference, first: string, here: string): Links {
  const pages = new Map(groups.flatMap(({ page, types }) => types.map(({ name }) => [name, page] as const)));
  return (type) => {
    const page = pages.get(type) ?? here;
    return page === here ? '' : pageOf(first, page);
  };
}

function pageOf(first: string, page: string): string {
  return page === '' ? first : `${first}/${page}`;
}

interface ContentsProps {
  readonly schema: SchemaReference;
  readonly first: string;
  readonly page: string;
}

/** All types, those of other pages, too. */
function Contents({ schema: { groups }, first, page: here }: ContentsProps): VNode {
  return (
    <nav class="contents" aria-label="Types">
      {/* A script puts a field here that searches in the page. */}
      <div data-island="filter" data-noun="type" />
      {groups.map(({ name, anchor, page, types }) => {
        const address = page === here ? '' : pageOf(first, page);
        return (
          <div class="contents-group">
            <a href={`${address}#${anchor}`}>{name}</a>
            <ul>
              {types.map(({ name }) => (
                <li>
                  <a href={`${address}#${anchorOf(name)}`}>{name}</a>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

interface TypeProps {
  readonly type: IntrospectedType;
  readonly schema: SchemaReference;
  readonly links: Links;
}

function TypeArticle({ type, schema: { users }, links }: TypeProps): VNode {
  const { kind, name, description, fields, inputFields, interfaces, possibleTypes, enumValues } = type;
  // Scalars are everywhere: a list of their users helps nobody.
  const citedBy = kind === 'SCALAR' ? [] : (users.get(name) ?? []);
  return (
    <article class="schema" data-find="" aria-labelledby={anchorOf(name)}>
      <h3 id={anchorOf(name)}>{name}</h3>
      <Description text={description} />
      {interfaces === null || interfaces.length === 0 ? null : (
        <p>
          Implements <Types types={interfaces} links={links} />.
        </p>
      )}
      {possibleTypes === null || possibleTypes.length === 0 ? null : (
        <p>
          One of <Types types={possibleTypes} links={links} />.
        </p>
      )}
      {fields === null ? null : (
        <dl class="members">
          {fields.map((field) => (
            <Field type={name} field={field} links={links} />
          ))}
        </dl>
      )}
      {inputFields === null ? null : <Inputs inputs={inputFields} of={name} links={links} />}
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
                <a href={`${links(type)}#field-${type}-${field}`}>
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

interface FieldProps {
  readonly type: string;
  readonly field: IntrospectedField;
  readonly links: Links;
}

function Field({ type, field, links }: FieldProps): VNode {
  const { name, description, args, isDeprecated, deprecationReason } = field;
  return (
    <>
      <dt id={`field-${type}-${name}`}>{name}</dt>
      <dd>
        <p>
          <Type type={field.type} links={links} />
          {isDeprecated ? <span class="chip warn">deprecated</span> : null}
        </p>
        <Description text={description} />
        {deprecationReason === null ? null : <Description text={deprecationReason} />}
        {args.length === 0 ? null : <Inputs inputs={args} links={links} />}
      </dd>
    </>
  );
}

interface InputsProps {
  readonly inputs: readonly IntrospectedInput[];
  /** The input whose fields they are; without it they are arguments. */
  readonly of?: string;
  readonly links: Links;
}

/** Arguments of a field, or fields of an input. */
function Inputs({ inputs, of, links }: InputsProps): VNode {
  return (
    <dl class={of === undefined ? 'members inputs' : 'members'}>
      {inputs.map(({ name, description, type, defaultValue }) => (
        <>
          <dt id={of === undefined ? undefined : `field-${of}-${name}`}>{name}</dt>
          <dd>
            <p>
              <Type type={type} links={links} />
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

function Types({ types, links }: { readonly types: readonly TypeReference[]; readonly links: Links }): VNode {
  return <>{types.map((type, place) => [place === 0 ? '' : ', ', <Type type={type} links={links} />])}</>;
}

/** A type as the schema writes it, with a link to the one that has a name. */
function Type({ type: { kind, name, ofType }, links }: { readonly type: TypeReference; readonly links: Links }): VNode {
  if (kind === 'NON_NULL')
    return (
      <>
        <Type type={ofType!} links={links} />!
      </>
    );
  if (kind === 'LIST')
    return (
      <>
        [<Type type={ofType!} links={links} />]
      </>
    );
  const text = <code>{name}</code>;
  // These are of GraphQL itself; of the hub's page a tenth would be links to them.
  return BUILT_IN.has(name!) ? text : <a href={`${links(name!)}#${anchorOf(name!)}`}>{text}</a>;
}

function anchorOf(type: string): string {
  return `type-${type}`;
}
