import { GrowingNumbers } from '../growing-numbers.ts';

/** Texts by numbers that count up from 0. */
export class NumberedValues {
  readonly list: string[];
  readonly #numbers: Map<string, number>;

  /** @param list the first ones, in order, each once */
  constructor(list: string[] = []) {
    this.list = list;
    this.#numbers = new Map(list.map((value, number) => [value, number]));
  }

  add(value: string): number {
    let number = this.#numbers.get(value);
    if (number === undefined) this.#numbers.set(value, (number = this.list.push(value) - 1));
    return number;
  }

  /** -1 for one that was never added. */
  find(value: string): number {
    return this.#numbers.get(value) ?? -1;
  }
}

/** The items of lists, by the numbers of both. Later lists may come, which it lacks. */
export interface ItemsOfLists {
  /** Of one list after another. */
  readonly items: Uint32Array;
  /** By the number of a list where its items end, and those of the next one begin. */
  readonly ends: Uint32Array;
  /** More than the largest number of an item. */
  readonly itemCount: number;
}

/** Lists of texts, each once, by numbers that count up from 0; so are the texts. */
export class NumberedLists {
  readonly texts = new NumberedValues();
  readonly #numbers = new Map<string, number>();
  readonly #items = new GrowingNumbers();
  readonly #ends = new GrowingNumbers();

  add(texts: readonly string[]): number {
    const items = texts.map((text) => this.texts.add(text));
    const key = items.join(' ');
    let number = this.#numbers.get(key);
    if (number === undefined) {
      this.#numbers.set(key, (number = this.#ends.length));
      for (const item of items) this.#items.push(item);
      this.#ends.push(this.#items.length);
    }
    return number;
  }

  get all(): ItemsOfLists {
    return { items: this.#items.all, ends: this.#ends.all, itemCount: this.texts.list.length };
  }
}
