import type { AskedSource } from '../../documents/documents.ts';
import type { GraphqlContext } from '../request/context.ts';

/** The source that a document is said to be of; null for none. @throws HubError `invalid-option` when there is none of this name */
export function readSourceArgs(
  { source, restructure }: { readonly source?: string | null; readonly restructure?: boolean | null },
  { documents }: GraphqlContext,
): AskedSource | null {
  if (source == null) return null;
  documents.checkSource(source);
  return { name: source, restructure: restructure ?? true };
}
