import { replaceLoneSurrogates } from '../../rdf/characters.ts';
import type { JsonDocument } from '../json/document.ts';

/** A record on the way to a value, and the records around it. */
export interface Scope {
  readonly record: number;
  readonly around: Scope | null;
}

/** A unit or a kind is short; what is longer is a text of people. */
const MAX_TEXT = 80;

/** The members of a record by their names, which may be of another letter case where that is one member. */
class Members {
  readonly #values: ReadonlyMap<string, number>;
  /** By the name in lower case; undefined where two members have it. */
  #anyCase: Map<string, number | undefined> | null = null;

  constructor(document: JsonDocument, record: number) {
    this.#values = new Map(
      Array.from(
        document.membersOf(record),
        (member) => [document.keyNames[document.keyOf(member)]!, document.valueOf(member)] as const,
      ),
    );
  }

  valueOf(name: string): number | undefined {
    const value = this.#values.get(name);
    if (value !== undefined) return value;
    this.#anyCase ??= this.#foldNames();
    return this.#anyCase.get(name.toLowerCase());
  }

  #foldNames(): Map<string, number | undefined> {
    const anyCase = new Map<string, number | undefined>();
    for (const [name, value] of this.#values) {
      const folded = name.toLowerCase();
      anyCase.set(folded, anyCase.has(folded) ? undefined : value);
    }
    return anyCase;
  }
}

/** Finds texts beside values: in the record of the value, else in those around it. */
export class MemberFinder {
  readonly #document: JsonDocument;
  /** By record; only of records that were asked for. */
  readonly #members = new Map<number, Members>();

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
      value = this.#membersOf(value).valueOf(name);
    }
    if (value === undefined || !document.isScalar(value)) return null;
    const text = document.textOf(value);
    return text === '' || text.length > MAX_TEXT ? null : replaceLoneSurrogates(text);
  }

  #membersOf(record: number): Members {
    let members = this.#members.get(record);
    if (members === undefined) this.#members.set(record, (members = new Members(this.#document, record)));
    return members;
  }
}
