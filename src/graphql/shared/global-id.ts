/** The types whose things have an id. */
const TYPES = ['Term', 'Quantity', 'Category', 'Prefix'] as const;
export type NodeType = (typeof TYPES)[number];

/** The id by which `node` finds a thing again; clients should not build on what is in it, hence base64. */
export function globalId(type: NodeType, name: string): string {
  return Buffer.from(`${type}:${name}`).toString('base64url');
}

/** What an id stands for; null when it is not an id. */
export function readGlobalId(id: string): { readonly type: NodeType; readonly name: string } | null {
  const text = Buffer.from(id, 'base64url').toString();
  const type = TYPES.find((known) => text.startsWith(`${known}:`));
  if (type === undefined) return null;
  const name = text.slice(type.length + 1);
  return globalId(type, name) === id ? { type, name } : null;
}
