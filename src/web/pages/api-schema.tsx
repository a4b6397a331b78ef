import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { Prose } from '../parts/prose.tsx';
import type { Schema } from '../reference/openapi.ts';

/** More values than these are folded up. */
const SHOWN_VALUES = 8;
/** A longer pattern tells people nothing. */
const SHOWN_PATTERN = 60;

/** The address of the page of schemas, as the page that links to it has it; empty on that page itself. */
export const SchemasAddress = createContext('');

/** Of a page that says the same of many operations: the long lists of values that stand on it so far, each with its anchor. */
export const ListedValues = createContext<Map<string, string> | null>(null);

/** A schema that others cite, under its anchor. */
export function SchemaSection({ name, schema }: { readonly name: string; readonly schema: Schema }): VNode {
  return (
    <section class="schema" aria-labelledby={anchorOf(name)}>
      <h3 id={anchorOf(name)}>{name}</h3>
      {schema.description === undefined ? null : (
        <p>
          <Prose text={schema.description} />
        </p>
      )}
      {schema.properties === undefined ? (
        <p>
          <TypeOf schema={schema} />
          <Limits schema={schema} />
        </p>
      ) : (
        <Members schema={schema} />
      )}
    </section>
  );
}

/** What a value is, in words, with links to what it cites. */
export function TypeOf({ schema }: { readonly schema: Schema }): VNode {
  const { $ref, anyOf, oneOf, allOf, items, additionalProperties } = schema;
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if ($ref !== undefined) return <SchemaLink name={$ref.slice($ref.lastIndexOf('/') + 1)} />;
  if (values !== undefined) return <Values values={values} />;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return <Joined schemas={choices} word=" or " />;
  if (allOf?.some(({ $ref }) => $ref !== undefined) === true) return <Joined schemas={allOf} word=" with " />;
  if (items !== undefined && schema.type === 'array')
    return (
      <>
        array of <TypeOf schema={items} />
      </>
    );
  if (schema.properties !== undefined)
    return (
      <>object with {Object.keys(schema.properties).map((name, at) => [at === 0 ? '' : ', ', <code>{name}</code>])}</>
    );
  if (typeof additionalProperties === 'object')
    return (
      <>
        object of any keys, each <TypeOf schema={additionalProperties} />
      </>
    );
  const { type = 'any value', format } = schema;
  return (
    <>
      {typeof type === 'string' ? type : type.join(' or ')}
      {format === undefined ? '' : ` (${format})`}
    </>
  );
}

/** What is said of the size and the form of a value. */
export function Limits({ schema }: { readonly schema: Schema }): VNode | null {
  const said = [
    ['default', schema.default === undefined ? undefined : JSON.stringify(schema.default)],
    ['at least', schema.minimum],
    ['more than', schema.exclusiveMinimum],
    ['at most', schema.maximum],
    ['characters at least', schema.minLength],
    ['characters at most', schema.maxLength],
    ['at least so many', schema.minItems],
    ['at most so many', schema.maxItems],
    [
      'like',
      schema.pattern === undefined || schema.pattern.length > SHOWN_PATTERN || schema.pattern === String.raw`\S`
        ? undefined
        : schema.pattern,
    ],
  ].filter(([, value]) => value !== undefined);
  if (said.length === 0) return null;
  return <span class="note">{said.map(([name, value]) => [`; ${name} `, <code>{String(value)}</code>])}</span>;
}

function Members({ schema }: { readonly schema: Schema }): VNode {
  const { properties = {}, required = [], additionalProperties } = schema;
  return (
    <>
      <dl class="members">
        {Object.entries(properties).map(([name, member]) => (
          <>
            <dt>
              <code>{name}</code> {required.includes(name) ? <span class="note">required</span> : null}
            </dt>
            <dd>
              <TypeOf schema={member} />
              <Limits schema={member} />
              {member.description === undefined ? null : (
                <p>
                  <Prose text={member.description} />
                </p>
              )}
            </dd>
          </>
        ))}
      </dl>
      {additionalProperties === true ? <p class="note">Other members may stand there.</p> : null}
    </>
  );
}

function Joined({ schemas, word }: { readonly schemas: readonly Schema[]; readonly word: string }): VNode {
  return <>{schemas.map((schema, at) => [at === 0 ? '' : word, <TypeOf schema={schema} />])}</>;
}

function Values({ values }: { readonly values: readonly unknown[] }): VNode {
  if (values.length <= SHOWN_VALUES)
    return <>{values.map((value, at) => [at === 0 ? '' : ', ', <code>{JSON.stringify(value)}</code>])}</>;
  // Of a hundred names, marks around each would be most of the page.
  const written = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');
  const listed = useContext(ListedValues);
  const said = `one of ${values.length} values`;
  const anchor = listed?.get(written);
  if (anchor !== undefined) return <a href={`#${anchor}`}>{said}</a>;
  const id = listed === null ? undefined : `values-${listed.size + 1}`;
  if (id !== undefined) listed!.set(written, id);
  return (
    <details class="values" id={id}>
      <summary>{said}</summary>
      <code>{written}</code>
    </details>
  );
}

function SchemaLink({ name }: { readonly name: string }): VNode {
  return <a href={`${useContext(SchemasAddress)}#${anchorOf(name)}`}>{name}</a>;
}

function anchorOf(name: string): string {
  return `schema-${name}`;
}
