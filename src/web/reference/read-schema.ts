import type { IntrospectedType, Introspection, TypeReference } from './introspection.ts';

/** A schema in the order in which people read it. */
export interface SchemaReference {
  readonly groups: readonly SchemaGroup[];
  /** Who cites a type, by its name: fields and arguments as `Query.term`. */
  readonly users: ReadonlyMap<string, readonly SchemaUser[]>;
}

interface SchemaGroup {
  readonly name: string;
  /** Fragment of its heading. */
  readonly anchor: string;
  /** Name of its page below `/graphql/schema`; empty for that page itself. */
  readonly page: string;
  readonly types: readonly IntrospectedType[];
}

interface SchemaUser {
  readonly type: string;
  readonly field: string;
}

const GROUPS = [
  ['Objects', 'OBJECT', 'objects'],
  ['Interfaces', 'INTERFACE', 'objects'],
  ['Unions', 'UNION', 'objects'],
  ['Inputs', 'INPUT_OBJECT', 'inputs'],
  ['Enumerations', 'ENUM', 'inputs'],
  ['Scalars', 'SCALAR', 'inputs'],
] as const;

/** The pages behind the first one, by their names in the address, with their titles. */
export const SCHEMA_PAGES: ReadonlyMap<string, string> = new Map([
  ['objects', 'Objects'],
  ['inputs', 'Inputs and enumerations'],
]);

/** The types of a schema but those of GraphQL itself. What is asked and done comes first, then the types by kind and name. */
export function readSchema({
  __schema: { queryType, mutationType, subscriptionType, types },
}: Introspection): SchemaReference {
  const own = types.filter(({ name }) => !name.startsWith('__'));
  const roots = [queryType.name, mutationType?.name, subscriptionType?.name];
  const byName = own.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const groups = [
    { name: 'Operations', page: '', types: own.filter(({ name }) => roots.includes(name)) },
    ...GROUPS.map(([name, kind, page]) => ({
      name,
      page,
      types: byName.filter((type) => type.kind === kind && !roots.includes(type.name)),
    })),
  ];
  return {
    groups: groups
      .filter(({ types }) => types.length > 0)
      .map(({ name, page, types }) => ({ name, anchor: name.toLowerCase(), page, types })),
    users: usersOf(own),
  };
}

/** The type that a list or a type that is never null is of. */
function namedType({ name, ofType }: TypeReference): string {
  return name ?? namedType(ofType!);
}

function usersOf(types: readonly IntrospectedType[]): Map<string, SchemaUser[]> {
  const users = new Map<string, SchemaUser[]>();
  const note = (cited: TypeReference, type: string, field: string): void => {
    const name = namedType(cited);
    const known = users.get(name);
    if (known === undefined) users.set(name, [{ type, field }]);
    else if (known.at(-1)!.type !== type || known.at(-1)!.field !== field) known.push({ type, field });
  };
  for (const { name, fields, inputFields } of types) {
    for (const field of fields ?? []) {
      note(field.type, name, field.name);
      for (const { type } of field.args) note(type, name, field.name);
    }
    for (const field of inputFields ?? []) note(field.type, name, field.name);
  }
  return users;
}
