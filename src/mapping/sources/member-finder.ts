import { replaceLoneSurrogates } from '../../rdf/characters.ts';
import type { JsonDocument } from '../json/document.ts';

/** A record on the way to a value, and the records around it. */
export interface Scope {
  readonly record: number;
  readonly around: Scope | null;
}

/** A step of a path: to a member, and where that is a list to the item whose member has the text that stands beside the value. */
interface Step {
  readonly name: string;
  readonly item: { readonly member: string; readonly beside: string } | null;
}

/** `payloadDescriptors[payloadType=type]`: a list, the member that tells its items apart, and the member beside the value that says which. */
const ITEM_OF_LIST = /^([^[]+)\[([^=\]]+)=([^=\]]+)\]$/;

/** The steps of a path. */
const STEPS = /[^.[]+(?:\[[^[\]]*\])?/g;

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
        (member) => [document.nameOf(document.keyOf(member)), document.valueOf(member)] as const,
      ),
    );
  }

  has(name: string): boolean {
    return this.#values.has(name);
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
  readonly #steps = new Map<string, readonly Step[]>();
  /** By list and member, the items that have a text there; of several with the same the first. */
  readonly #items = new Map<string, ReadonlyMap<string, number>>();

  constructor(document: JsonDocument) {
    this.#document = document;
  }

  /**
   * The text at a path, `unit`, `hourly_units.*`, `payloadDescriptors[payloadType=type].units`; null when there is none.
   *
   * @param own the name that `*` stands for
   */
  find(scope: Scope, path: string, own: string): string | null {
    const steps = this.#stepsOf(path);
    for (let at: Scope | null = scope; at !== null; at = at.around) {
      const value = this.#follow(at.record, steps, scope.record, own);
      if (value !== null) return value;
    }
    return null;
  }

  /** Whether a record has a member that is spelt so. */
  hasMember(record: number, name: string): boolean {
    return this.#membersOf(record).has(name);
  }

  /** A record that is not asked for any more. */
  forget(record: number): void {
    this.#members.delete(record);
  }

  /** The steps of a path, which stands in the file of the source: names of the document are none. */
  #stepsOf(path: string): readonly Step[] {
    let steps = this.#steps.get(path);
    if (steps === undefined) {
      steps = Array.from(path.matchAll(STEPS), ([step]) => {
        const [, list, member, beside] = ITEM_OF_LIST.exec(step) ?? [];
        return list === undefined
          ? { name: step, item: null }
          : { name: list, item: { member: member!, beside: beside! } };
      });
      this.#steps.set(path, steps);
    }
    return steps;
  }

  /** @param own the record that has the value, and its name */
  #follow(record: number, steps: readonly Step[], own: number, ownName: string): string | null {
    let value: number | undefined = record;
    for (const { name, item } of steps) {
      if (value === undefined || !this.#document.isRecord(value)) return null;
      value = this.#membersOf(value).valueOf(name === '*' ? ownName : name);
      if (item !== null) value = this.#itemOf(value, item.member, this.#textOf(own, item.beside));
    }
    return this.#text(value);
  }

  #textOf(record: number, name: string): string | null {
    return this.#text(this.#membersOf(record).valueOf(name));
  }

  #text(value: number | undefined): string | null {
    if (value === undefined || !this.#document.isScalar(value)) return null;
    const text = this.#document.textOf(value);
    return text === '' || text.length > MAX_TEXT ? null : replaceLoneSurrogates(text);
  }

  #itemOf(list: number | undefined, member: string, text: string | null): number | undefined {
    const document = this.#document;
    if (list === undefined || text === null || !document.isArray(list)) return undefined;
    const name = `${list} ${member}`;
    let items = this.#items.get(name);
    if (items === undefined) {
      const found = new Map<string, number>();
      for (let i = 0; i < document.lengthOf(list); i++) {
        const item = document.itemAt(list, i);
        const own = document.isRecord(item) ? this.#textOf(item, member) : null;
        if (own !== null && !found.has(own)) found.set(own, item);
      }
      this.#items.set(name, (items = found));
    }
    return items.get(text);
  }

  #membersOf(record: number): Members {
    let members = this.#members.get(record);
    if (members === undefined) this.#members.set(record, (members = new Members(this.#document, record)));
    return members;
  }
}
