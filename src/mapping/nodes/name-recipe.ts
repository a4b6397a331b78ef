import type { Element, RecordScope } from '../records/scopes.ts';

/** What a value, or a node `?name` of a row that is no record, is named after. */
interface ElementRecipe<Kind> {
  readonly kind: Kind;
  /** `?name`; empty for a value itself. */
  readonly node: string;
  readonly element: Element;
  /** The value whose instant the node has; -1 if it has none. */
  readonly timestamp: number;
}

/** What a node is named after, so that the node at the same place of another row gets its name in the same way. */
export type NameRecipe =
  | ElementRecipe<'value'>
  | ElementRecipe<'axis row'>
  | { readonly kind: 'root'; readonly scope: RecordScope }
  | { readonly kind: 'own row' | 'record row'; readonly node: string; readonly scope: RecordScope }
  | { readonly kind: 'instant row'; readonly node: string; readonly timestamp: number }
  | {
      readonly kind: 'record';
      readonly element: Element;
      /** -1 if it has none. */
      readonly timestamp: number;
      /** The timestamp is that of a record around it. */
      readonly isOfSurroundings: boolean;
    };

/** Which row of `mapping.md §3` a node `?name` belongs to: an instant, a record, an index of an axis, or one array item. */
export type RowKind = 'instant row' | 'own row' | 'axis row' | 'record row' | 'value';
