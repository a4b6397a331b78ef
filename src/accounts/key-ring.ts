import { calculateJwkThumbprint, exportJWK, generateKeyPair, type CryptoKey, type JWK } from 'jose';
import { HubError } from '../errors.ts';
import type { FullLog } from '../log.ts';
import { readKeyFiles, removeKeyFile, writeKeyFile, type KeyFile } from './key-files.ts';
import { ALGORITHM, readKey, type Key } from './read-key.ts';

/** Nothing that is signed is valid for longer. */
export const LONGEST_LIFE_SECONDS = 24 * 3600;
/** Clocks of several machines may differ by so much. */
export const CLOCK_TOLERANCE_SECONDS = 10;
/** A new key is published for so long before it signs: by then no cached list lacks it. */
const NOTICE_MS = 10 * 60 * 1000;
/** How long verifiers may keep the list of public keys. */
export const JWKS_MAX_AGE_SECONDS = 300;
const KEY_ID = /^[A-Za-z0-9_-]{43}$/;

export interface KeyRingTiming {
  /** How old what was read may be: another machine may have made a key. */
  readonly keysMs: number;
  /** The same when a key is asked for that is not known. */
  readonly unknownKeyMs: number;
}

interface KeyRingOptions {
  readonly folder: string;
  readonly now: () => Date;
  readonly timing: KeyRingTiming;
  readonly log: Omit<FullLog, 'debug'>;
}

/** The facts of a key that are shown. */
export interface KeyFacts {
  readonly id: string;
  readonly signsFrom: Date;
  /** When the last token that it signed has expired; null while it signs or is about to. */
  readonly endsAt: Date | null;
  readonly isSigning: boolean;
}

/** What may be used of the keys. */
export interface Keys {
  signer(): Promise<{ readonly id: string; readonly privateKey: CryptoKey }>;
  /** The public key with this id, null when it does not exist (any more). */
  find(id: string | undefined): Promise<CryptoKey | null>;
}

/**
 * The keys that tokens are signed with, a file for each in a folder that several machines may share. The newest whose time has come
 * signs; one that was followed stays until what it signed has expired.
 */
export class KeyRing implements Keys {
  readonly #folder: string;
  readonly #now: () => Date;
  readonly #timing: KeyRingTiming;
  readonly #log: Omit<FullLog, 'debug'>;
  /** In the order in which they sign. */
  #keys: readonly Key[] = [];
  #readAt = -Infinity;
  #reading: Promise<void> | null = null;
  readonly #complainedOf = new Set<string>();

  constructor({ folder, now, timing, log }: KeyRingOptions) {
    this.#folder = folder;
    this.#now = now;
    this.#timing = timing;
    this.#log = log;
  }

  /** Reads the keys, and makes the first. @throws HubError `accounts-unavailable` when the folder can't be used */
  async open(): Promise<void> {
    await this.#readOrMake().catch(refused('accounts-unavailable', this.#folder));
    // A new one would end all tokens without a word.
    if (this.#keys.length === 0)
      throw new HubError(
        'accounts-unavailable',
        `No key in ${this.#folder} can be used; the log says why. Move them away to have one made.`,
      );
  }

  async #readOrMake(): Promise<void> {
    await this.#read();
    if (this.#keys.length > 0) return;
    const isEmpty = (await readKeyFiles(this.#folder)).length === 0;
    // What is there now, another machine has made in between.
    await (isEmpty ? this.#make(this.#now()) : this.#read());
  }

  async signer(): Promise<Key> {
    await this.#readWhenOlderThan(this.#timing.keysMs);
    // A key that another machine made may be ahead of this one's clock.
    const signer = this.#signing() ?? this.#keys[0];
    if (signer === undefined) throw new Error('There is no key to sign with');
    return signer;
  }

  async find(id: string | undefined): Promise<CryptoKey | null> {
    if (id === undefined || !KEY_ID.test(id)) return null;
    const isKnown = this.#keys.some((key) => key.id === id);
    // Another hub, or the command, may have revoked one that is known here.
    await this.#readWhenOlderThan(isKnown ? this.#timing.keysMs : this.#timing.unknownKeyMs);
    const at = this.#keys.findIndex((key) => key.id === id);
    if (at < 0) return null;
    const endsAt = this.#endOf(at);
    return endsAt !== null && endsAt <= this.#now() ? null : this.#keys[at]!.publicKey;
  }

  /** The public keys as a JSON Web Key Set (RFC 7517 §5). */
  async publicKeys(): Promise<{ keys: JWK[] }> {
    await this.#readWhenOlderThan(this.#timing.keysMs);
    const now = this.#now();
    const valid = this.#keys.filter((_, at) => (this.#endOf(at) ?? now) >= now);
    return { keys: valid.map(({ publicJwk }) => publicJwk) };
  }

  /** @throws HubError `accounts-unavailable` when the folder cannot be read */
  async list(): Promise<KeyFacts[]> {
    await this.#read().catch(refused('accounts-unavailable', this.#folder));
    const signer = this.#signing();
    return this.#keys.map((key, at) => ({
      id: key.id,
      signsFrom: key.signsFrom,
      endsAt: this.#endOf(at),
      isSigning: key === signer,
    }));
  }

  /**
   * Makes a key that signs from ten minutes on, or at once. Keys whose time is over are removed.
   *
   * @throws HubError `not-saved` when the folder cannot be read and written
   */
  async rotate({ atOnce = false } = {}): Promise<KeyFacts> {
    const key = await this.#makeNext(atOnce).catch(refused('not-saved', this.#folder, 'No key was made.'));
    this.#log.info({ key: key.id, signsFrom: key.signsFrom }, 'a new key for tokens');
    return { id: key.id, signsFrom: key.signsFrom, endsAt: null, isSigning: atOnce };
  }

  async #makeNext(atOnce: boolean): Promise<Key> {
    await this.#read();
    const now = this.#now();
    await this.#removeEnded();
    return this.#make(atOnce ? now : new Date(now.getTime() + NOTICE_MS));
  }

  /**
   * Ends a key and with it everything that it signed, at once on this machine. False when no key has this id.
   *
   * @throws HubError `not-saved` when the folder cannot be read and written
   */
  revoke(id: string): Promise<boolean> {
    return this.#remove(id).catch(refused('not-saved', this.#folder, 'The key is not revoked.'));
  }

  async #remove(id: string): Promise<boolean> {
    await this.#read();
    const key = this.#keys.find((one) => one.id === id);
    if (key === undefined) return false;
    // There is always one that signs.
    if (key === this.#signing()) await this.#make(this.#now());
    await removeKeyFile(this.#folder, key.fileName);
    await this.#read();
    this.#log.warn({ key: id }, 'a key for tokens was revoked: whatever it signed is void');
    return true;
  }

  async #make(signsFrom: Date): Promise<Key> {
    const pair = await generateKeyPair(ALGORITHM, { extractable: true });
    const jwk = await exportJWK(pair.privateKey);
    const id = await calculateJwkThumbprint(jwk);
    const text = JSON.stringify({ ...jwk, kid: id, alg: ALGORITHM, use: 'sig', signsFrom: signsFrom.toISOString() });
    await writeKeyFile(this.#folder, id, `${text}\n`);
    await this.#read();
    const made = this.#keys.find((key) => key.id === id);
    if (made === undefined) throw new Error(`The key that was written into ${this.#folder} is not there`);
    return made;
  }

  async #removeEnded(): Promise<void> {
    const now = this.#now();
    for (const [at, { fileName }] of this.#keys.entries()) {
      const endsAt = this.#endOf(at);
      if (endsAt !== null && endsAt <= now) await removeKeyFile(this.#folder, fileName);
    }
  }

  #signing(): Key | undefined {
    const now = this.#now();
    return this.#keys.findLast(({ signsFrom }) => signsFrom <= now);
  }

  /** The last thing that it signed was signed when the next key came. */
  #endOf(at: number): Date | null {
    const next = this.#keys[at + 1];
    if (next === undefined) return null;
    const lifeMs = (LONGEST_LIFE_SECONDS + CLOCK_TOLERANCE_SECONDS) * 1000;
    // Machines that share the folder look into it once a minute.
    return new Date(next.signsFrom.getTime() + lifeMs + this.#timing.keysMs);
  }

  async #readWhenOlderThan(ageMs: number): Promise<void> {
    if (performance.now() - this.#readAt < ageMs) return;
    // What is known stays good while the folder can't be read.
    await this.#read().catch((error: unknown) => {
      this.#readAt = performance.now();
      this.#log.warn({ err: error, folder: this.#folder }, 'the keys cannot be read anew');
    });
  }

  async #read(): Promise<void> {
    // One that is under way may have looked before the last change.
    await this.#reading?.catch(() => {});
    this.#reading ??= this.#readFolder().finally(() => (this.#reading = null));
    await this.#reading;
  }

  async #readFolder(): Promise<void> {
    const files = await readKeyFiles(this.#folder);
    const keys = await Promise.all(files.map((file) => this.#keyOf(file)));
    this.#keys = keys
      .filter((key) => key !== null)
      .toSorted((a, b) => a.signsFrom.getTime() - b.signsFrom.getTime() || (a.id < b.id ? -1 : 1));
    this.#readAt = performance.now();
  }

  async #keyOf(file: KeyFile): Promise<Key | null> {
    const known = this.#keys.find(({ fileName }) => fileName === file.name);
    if (known !== undefined) return known;
    try {
      const key = await readKey(file);
      if (file.isOpen) this.#complain(file.name, null, 'a file with a key can be read by everybody on this machine');
      return key;
    } catch (error) {
      this.#complain(file.name, error, 'a file of the folder of keys holds no key that can be used');
      return null;
    }
  }

  /** Once for each file. */
  #complain(fileName: string, error: unknown, message: string): void {
    if (this.#complainedOf.has(fileName)) return;
    this.#complainedOf.add(fileName);
    this.#log.error({ file: fileName, folder: this.#folder, ...(error === null ? {} : { err: error }) }, message);
  }
}

/** Tells an operator what the system refuses. @param otherwise what holds then */
function refused(
  code: 'not-saved' | 'accounts-unavailable',
  folder: string,
  otherwise = '',
): (error: unknown) => never {
  return (error) => {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    const words = `The keys in ${folder} cannot be read or written: ${(error as Error).message}. ${otherwise}`;
    throw new HubError(code, words.trimEnd(), {}, error);
  };
}
