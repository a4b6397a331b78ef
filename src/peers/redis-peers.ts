import { randomUUID } from 'node:crypto';
import type { RedisLink } from './redis-link.ts';
import type { Peers, PeersState } from './peers.ts';

/** Hubs that announce changes to each other through a channel of Redis. */
export class RedisPeers implements Peers {
  readonly #link: RedisLink;
  readonly #channel: string;
  /** By which a hub knows its own words. */
  readonly #self = randomUUID();
  readonly #listeners = new Set<() => void>();
  /** A change has not been announced yet. */
  #isDue = false;
  #telling: Promise<void> = Promise.resolve();
  #isStarting = true;

  constructor(link: RedisLink) {
    this.#link = link;
    this.#channel = `${link.prefix}:vocabulary-changed`;
    link.onConnect((client) => client.subscribe(this.#channel));
    link.probe((client) => client.ping());
    link.onUp(() => {
      // The channel keeps nothing for those who were away.
      if (!this.#isStarting) this.#hear();
      void this.#tell();
    });
    link.client.on('message', (_channel: string, speaker: string) => {
      if (speaker !== this.#self) this.#hear();
    });
  }

  announce(): void {
    this.#isDue = true;
    void this.#tell();
  }

  onAnnounced(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  state(): PeersState {
    return { connected: this.#link.isUp };
  }

  async start(): Promise<void> {
    await this.#link.start();
    // A hub that starts has read nothing yet that could be old.
    this.#isStarting = false;
  }

  async stop(): Promise<void> {
    await this.#tell();
    this.#link.stop();
  }

  #hear(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Each call looks once more behind the one before: what came due while that ended is not left. */
  #tell(): Promise<void> {
    this.#telling = this.#telling.then(() => this.#publish());
    return this.#telling;
  }

  async #publish(): Promise<void> {
    while (this.#isDue && this.#link.isUp) {
      this.#isDue = false;
      try {
        await this.#link.ask((client) => client.publish(this.#channel, this.#self));
      } catch {
        // The link says why, and when to try again.
        this.#isDue = true;
      }
    }
  }
}
