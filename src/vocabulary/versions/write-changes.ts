import type { ChangedValue, Changes, PropertyChange } from './changes.ts';
import type { VersionTerm } from './version-content.ts';

/** Characters of a piece of JSON. */
const PIECE_LENGTH = 64 * 1024;

/** What JSON has of each kind of entry, in its order. */
const WRITERS: { readonly [Kind in keyof Changes]: (entry: Changes[Kind][number]) => object } = {
  added: termOf,
  changed: ({ term, properties }) => ({ ...termOf(term), properties: properties.map(propertyOf) }),
  deprecated: (term) => ({ ...termOf(term), replacedBy: term.replacedBy }),
  removed: termOf,
  others: ({ iri, kind, properties }) => ({ iri, kind, properties: properties.map(propertyOf) }),
};

/**
 * A comparison as the UTF-8 of the JSON that `/api/changes` answers with, in memory of its own. It is written twice, the first time to
 * count its bytes: of a vocabulary that came whole it has many megabytes, which would be there twice if it grew.
 *
 * @param head the members that come first, which tell what was compared
 */
export function writeChanges(head: object, changes: Changes): Uint8Array<ArrayBuffer> {
  let bytes = 0;
  for (const piece of piecesOf(head, changes)) bytes += Buffer.byteLength(piece);
  const written = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for (const piece of piecesOf(head, changes)) at += written.write(piece, at);
  return written;
}

function* piecesOf(head: object, changes: Changes): Generator<string> {
  let text = JSON.stringify(head).slice(0, -1);
  for (const kind of Object.keys(WRITERS) as (keyof Changes)[]) {
    const write = WRITERS[kind] as (entry: unknown) => object;
    text += `,${JSON.stringify(kind)}:[`;
    for (const [at, entry] of changes[kind].entries()) {
      text += (at === 0 ? '' : ',') + JSON.stringify(write(entry));
      if (text.length < PIECE_LENGTH) continue;
      yield text;
      text = '';
    }
    text += ']';
  }
  yield `${text}}`;
}

function termOf({ name, iri, label }: VersionTerm) {
  return { term: name, iri, label };
}

function propertyOf({ property, before, after }: PropertyChange): object {
  return { property, before: before.map(valueOf), after: after.map(valueOf) };
}

function valueOf({ value, type, language, datatype }: ChangedValue): object {
  return { value, type, ...(language === null ? {} : { language }), ...(datatype === null ? {} : { datatype }) };
}
