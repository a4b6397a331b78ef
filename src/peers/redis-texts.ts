import type { RedisLink } from './redis-link.ts';

/** Keeps texts in Redis for a while, for all hubs of a service together. Has the shape of the key-value caches of Apollo. */
export class RedisTexts {
  readonly #link: RedisLink;
  readonly #kind: string;

  /** @param kind what the texts are, for the name of their keys */
  constructor(link: RedisLink, kind: string) {
    this.#link = link;
    this.#kind = kind;
  }

  /** Undefined for what is not kept, and while Redis does not answer. */
  async get(name: string): Promise<string | undefined> {
    const text = await this.#try((key, link) => link.ask((redis) => redis.get(key)), name);
    return text ?? undefined;
  }

  /** Keeps it if Redis answers. @param options `ttl` in seconds */
  async set(name: string, text: string, { ttl }: { readonly ttl?: number | null } = {}): Promise<void> {
    await this.#try((key, link) => link.ask((redis) => redis.set(key, text, 'EX', ttl ?? DAY_SECONDS)), name);
  }

  async delete(name: string): Promise<void> {
    await this.#try((key, link) => link.ask((redis) => redis.del(key)), name);
  }

  async #try<T>(question: (key: string, link: RedisLink) => Promise<T>, name: string): Promise<T | null> {
    try {
      return await question(`${this.#link.prefix}:${this.#kind}:${this.#link.pseudonymOf(name)}`, this.#link);
    } catch {
      // The link says why.
      return null;
    }
  }
}

const DAY_SECONDS = 86_400;
