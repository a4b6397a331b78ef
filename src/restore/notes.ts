/** What the graph of a document does not tell. docs/restore.md explains each. */
export const NOTE_CODES = [
  'vocabulary-assumed',
  'key-order',
  'absent-or-null',
  'value-or-array',
  'item-order',
  'equal-items',
  'unknown-value',
  'text-of-entity',
  'type-of-value',
  'form-of-value',
  'several-values',
  'unread-triples',
  'joined-documents',
  'digest-differs',
] as const;

export type NoteCode = (typeof NOTE_CODES)[number];

/** One thing that is not known of a restored document. */
export interface Note {
  readonly code: NoteCode;
  /** JSON Pointer to one of the places, in the document that was restored. */
  readonly pointer: string;
  /** How many places there are. */
  readonly count: number;
  /** A sentence. */
  readonly message: string;
}

/** What each code says. */
export const NOTE_SENTENCES: Readonly<Record<NoteCode, string>> = {
  'vocabulary-assumed':
    'The graph names no version of the vocabulary; it was read with the one that was given, or the current one.',
  'key-order':
    'The order of the members is not in the graph: they stand in the order of the vocabulary, then by their names.',
  'absent-or-null':
    'Members whose value was null or an empty array leave no triple, and equal keys leave those of the last one: whether there were any is not known.',
  'value-or-array': 'A single value and an array of one item make the same graph; it is written as a single value.',
  'item-order': 'The order of these items is not in the graph: they are sorted by their text.',
  'equal-items': 'Equal items make one triple: there may have been more.',
  'unknown-value': 'No triple holds the text of this value; null stands in its place.',
  'text-of-entity':
    'Another text, or a number with these digits, makes the same IRI; it is written as the shortest text that does.',
  'type-of-value': 'The JSON type of this value is not in the graph: it is written as what its datatype suggests.',
  'form-of-value':
    'Other texts make the same literal or IRI, such as a space for the T of a timestamp, an exponent, a fraction of zeros, or half of a surrogate pair: it is written as the graph has it.',
  'several-values': 'The graph gives several texts for this value; the first by its text is written.',
  'unread-triples': 'No template explains these triples; they were not read.',
  'joined-documents':
    'The graph has the digests of several documents at this root: they were joined, and this is all that they say.',
  'digest-differs':
    'The digest that the graph carries is that of another document: what came between has changed values or left some out.',
};

/** A note about a whole document. */
export function noteOf(code: NoteCode): Note {
  return { code, pointer: '', count: 1, message: NOTE_SENTENCES[code] };
}

/** Collects notes, one for each code and key. */
export class NoteLog {
  private readonly notes = new Map<string, { code: NoteCode; pointer: () => string; count: number }>();

  /**
   * @param group places of one code and group are counted in one note
   * @param pointer is asked when the document is read
   */
  add(code: NoteCode, group: string, pointer: () => string, count = 1): void {
    const name = group === '' ? code : `${code} ${group}`;
    const known = this.notes.get(name);
    if (known === undefined) this.notes.set(name, { code, pointer, count });
    else known.count += count;
  }

  /** In the order of the list of codes. */
  list(): Note[] {
    return [...this.notes.values()]
      .map(({ code, pointer, count }) => ({ code, pointer: pointer(), count, message: NOTE_SENTENCES[code] }))
      .toSorted((one, other) => NOTE_CODES.indexOf(one.code) - NOTE_CODES.indexOf(other.code));
  }
}
