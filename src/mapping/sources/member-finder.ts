import { replaceLoneSurrogates } from '../../rdf/characters.ts';
import type { JsonDocument } from '../json/document.ts';

/** A record on the way to a value, and the records around it. */
export interface Scope {
  readonly record: number;
  readonly around: Scope | null;
}

/** A unit or a kind is short; what is longer is a text of people. */
const MAX_TEXT = 80;

/** Finds texts beside values: in the record of the value, else in those around it. */
export class MemberFinder {
  readonly #document: JsonDocument;
  /** By record; only of records that were asked for. */
  readonly #members = new Map<number, ReadonlyMap<string, number>>();

  constructor(document: JsonDocument) {
    this.#document = document;
  }

  /**
   * The text at a path, `unit`, `hourly_units.*`; null when there is none.
   *
   * @param own the name that `*` stands for
   */
  find(scope: Scope, path: string, own: string): string | null {
    const names = path.split('.').map((name) => (name === '*' ? own : name));
    for (let at: Scope | null = scope; at !== null; at = at.around) {
      const value = this.#follow(at.record, names);
      if (value !== null) return value;
    }
    return null;
  }

  /** A record that is not asked for any more. */
  forget(record: number): void {
    this.#members.delete(record);
  }

  #follow(record: number, names: readonly string[]): string | null {
    const document = this.#document;
    let value: number | undefined = record;
    for (const name of names) {
      if (value === undefined || !document.isRecord(value)) return null;
      value = this.#membersOf(value).get(name);
    }
    if (value === undefined || !document.isScalar(value)) return null;
    const text = document.textOf(value);
    return text === '' || text.length > MAX_TEXT ? null : replaceLoneSurrogates(text);
  }

  #membersOf(record: number): ReadonlyMap<string, number> {
    let members = this.#members.get(record);
    if (members === undefined) {
      const document = this.#document;
      const found = Array.from(
        document.membersOf(record),
        (member) => [document.keyNames[document.keyOf(member)]!, document.valueOf(member)] as const,
      );
      this.#members.set(record, (members = new Map(found)));
    }
    return members;
  }
}
