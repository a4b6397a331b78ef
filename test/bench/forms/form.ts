import type { Value } from './form-values.ts';

/**
 * The members of a row, by key. What a key begins with says how the block describes it:
 *
 * | begins with | described as |
 * |---|---|
 * | `!` | an instant, its text by `timeProperty` |
 * | `#` | an observation with a number of its own node, with its unit; made by what `@` describes, if there is one |
 * | `=` | an observation with a simple result |
 * | `@` | an entity |
 * | anything else | nothing: a plain literal, or a record |
 */
export interface Members {
  readonly [key: string]: Value | Members | Items;
}

/** An array in a row. */
export interface Items {
  readonly item: Value | Members;
  readonly count: (row: number) => number;
}

/** So many items in each row. */
export const items = (count: number | ((row: number) => number), item: Value | Members): Items => ({
  item,
  count: typeof count === 'number' ? () => count : count,
});

/** What a form is made of. */
export interface FormFacts {
  readonly name: string;
  readonly kind: 'series' | 'records';
  /** Of a series the arrays, of records the members of each. */
  readonly members: Members;
  /** Rows stand in objects, each under a key of its own, as pandas and APIs of devices write them. */
  readonly keyed?: boolean;
  /** Records stand in arrays of so many each, in an array. */
  readonly grouped?: number;
  /** Default `records`; where a series stands in the root if not given. */
  readonly in?: string;
  /** A second record of arrays beside that of a series. */
  readonly beside?: { readonly [key: string]: Members };
  /** Members of the root, as JSON. */
  readonly around?: string;
  /** Default `time:inXSDDateTimeStamp`. */
  readonly timeProperty?: string;
}

/** The document of a form with so many rows. */
export function documentOf(form: FormFacts, rows: number): Uint8Array {
  const { kind, members, in: key, beside = {}, around, keyed = false, grouped } = form;
  const data = kind === 'series' ? seriesOf(members, rows, keyed) : null;
  const parts = [
    `"@semantic":${blockOf(form)}`,
    ...(around === undefined ? [] : [around]),
    data === null
      ? `"${key ?? 'records'}":${group(rows, grouped, (from, count) => list(count, keyed, (row) => renderMembers(members, from + row)))}`
      : key === undefined
        ? data
        : `"${key}":{${data}}`,
    ...Object.entries(beside).map(([name, others]) => `"${name}":{${seriesOf(others, rows)}}`),
  ];
  return new TextEncoder().encode(`{${parts.join()}}`);
}

function seriesOf(members: Members, rows: number, keyed = false): string {
  return Object.entries(members)
    .map(([key, member]) => `"${nameOf(key)}":${list(rows, keyed, (row) => render(member, row) ?? 'null')}`)
    .join();
}

/** All rows at once, or an array of groups of them. */
function group(rows: number, size: number | undefined, render: (from: number, count: number) => string): string {
  if (size === undefined) return render(0, rows);
  const groups = Array.from({ length: Math.ceil(rows / size) }, (_, i) =>
    render(i * size, Math.min(size, rows - i * size)),
  );
  return `[${groups.join()}]`;
}

/** An array, or an object in which each row has a key. */
function list(rows: number, keyed: boolean, render: (row: number) => string): string {
  const items = Array.from({ length: rows }, (_, row) => (keyed ? `"row-${row}":${render(row)}` : render(row)));
  return keyed ? `{${items.join()}}` : `[${items.join()}]`;
}

function renderMembers(members: Members, row: number): string {
  const rendered = Object.entries(members).flatMap(([key, member]) => {
    const value = render(member, row);
    return value === undefined ? [] : [`"${nameOf(key)}":${value}`];
  });
  return `{${rendered.join()}}`;
}

function render(member: Members[string], row: number): string | undefined {
  if (typeof member === 'function') return member(row);
  if (!isItems(member)) return renderMembers(member, row);
  const rendered = Array.from({ length: member.count(row) }, (_, i) => render(member.item, row * 7 + i));
  return `[${rendered.join()}]`;
}

function isItems(member: Members | Items): member is Items {
  return typeof member['count'] === 'function' && 'item' in member;
}

const nameOf = (key: string): string => key.replace(/^[!#=@]/, '');

function blockOf(form: FormFacts): string {
  const { members, beside = {}, timeProperty = 'time:inXSDDateTimeStamp' } = form;
  const keys = [members, ...Object.values(beside)].flatMap(keysOf);
  const entity = keys.find((key) => key.startsWith('@'));
  const maker = entity === undefined ? '' : `,"sosa:madeBySensor":"@${nameOf(entity)}"`;
  const templates = [...new Set(keys)].flatMap((key) => {
    const name = nameOf(key);
    switch (key[0]) {
      case '!':
        return [`"${name}":{"a":"time:Instant","${timeProperty}":"$${name}"}`];
      case '#':
        return [
          `"${name}":{"a":"qudt:QuantityValue","qudt:numericValue":"$${name}","qudt:hasUnit":"unit:KiloW"${maker}}`,
        ];
      case '=':
        return [`"${name}":{"a":"sosa:Observation","sosa:hasSimpleResult":"$${name}"${maker}}`];
      case '@':
        return [`"${name}":{"a":"saref:Device","dcterms:identifier":"$${name}"}`];
      default:
        return [];
    }
  });
  return `{"@prefix":{"@base":"https://plant.example/id/"},"@context":{${templates.join()}}}`;
}

function keysOf(members: Members): string[] {
  return Object.entries(members).flatMap(([key, member]) => {
    if (typeof member === 'function') return [key];
    if (!isItems(member)) return [key, ...keysOf(member)];
    return [key, ...(typeof member.item === 'function' ? [] : keysOf(member.item))];
  });
}
