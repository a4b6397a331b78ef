import type { Tokens, TokenStore } from './tokens.ts';

/** The tokens of one account in a store that other programs may use, too. */
export class KeptTokens {
  readonly #store: TokenStore | null;
  readonly #isOwn: (tokens: Tokens) => boolean;
  /** Whether the store had tokens of the account when it was last read or written. */
  #isKept = false;
  /** The change that is under way. */
  #changes: Promise<unknown> = Promise.resolve();

  /** @param isOwn whether tokens of the store are those of the account */
  constructor(store: TokenStore | null, isOwn: (tokens: Tokens) => boolean) {
    this.#store = store;
    this.#isOwn = isOwn;
  }

  /**
   * The tokens, null when there are none; and whether there were some, which another program has removed, or replaced by those of another
   * account: a store has one session, and to renew the former one would take it back.
   *
   * @throws what the store throws
   */
  async read(): Promise<{ readonly tokens: Tokens | null; readonly areRemoved: boolean }> {
    const stored = (await this.#store?.read()) ?? null;
    const tokens = stored !== null && this.#isOwn(stored) ? stored : null;
    const areRemoved = tokens === null && this.#isKept;
    this.#isKept = tokens !== null;
    return { tokens, areRemoved };
  }

  /** @param isDue asked when the changes under way are over @throws what the store throws */
  write(tokens: Tokens, isDue: () => boolean | Promise<boolean>): Promise<void> {
    return this.#inTurn(async (store) => {
      if (!(await isDue())) return;
      await store.write(tokens);
      this.#isKept = true;
    });
  }

  /** @throws what the store throws */
  clear(): Promise<void> {
    return this.#inTurn(async (store) => {
      await store.clear();
      this.#isKept = false;
    });
  }

  /** Changes the store behind the changes that are under way: one that ends later would undo this one. */
  async #inTurn(change: (store: TokenStore) => Promise<void>): Promise<void> {
    const store = this.#store;
    if (store === null) return;
    const turn = this.#changes.then(() => change(store));
    this.#changes = turn.catch(() => undefined);
    await turn;
  }
}
