import { ClientError } from './client-error.ts';
import { checkCredentials, type Credentials, type CredentialsSource, type Environment } from './credentials.ts';
import { KeptTokens } from './kept-tokens.ts';
import type { Patience } from './patience.ts';
import { RefusedCredentials } from './refused-credentials.ts';
import { SharedWork, type Pauses } from './shared-work.ts';
import { readTimes } from './token-claims.ts';
import { refreshTokens, requestTokens, type TokenAnswer, type TokenEndpoints } from './token-endpoints.ts';
import { TokenRequests } from './token-requests.ts';
import { clockAheadOf, expiryOf, type Tokens, type TokenStore } from './tokens.ts';
import { waitFor } from './waiting.ts';

/** An access token is renewed so long before its end, or a fifth of its life where that is less. */
const EARLY_MS = 120_000;
/** What a request waits for a renewal while its token is still good. */
const EARLY_PATIENCE_MS = 5000;
/** After a renewal that did not help, a further 401 is taken for the answer. */
const USELESS_RENEWAL_MS = 10_000;

export interface SessionOptions {
  readonly environment: Environment;
  readonly endpoints: TokenEndpoints;
  readonly credentials: Credentials | CredentialsSource | null;
  readonly store: TokenStore | null;
  readonly patience: Patience;
  /** Of credentials that were refused once. */
  readonly refusalPauseMs: number;
}

/** The tokens of one account at one address: got when they are needed, renewed once for all who need them. */
export class Session {
  readonly #options: SessionOptions;
  readonly #requests: TokenRequests;
  readonly #refused: RefusedCredentials;
  readonly #kept: KeptTokens;
  readonly #renewal = new SharedWork((pauses) => this.#renew(pauses));
  readonly #signIn = new SharedWork((pauses) => this.#signInAnew(pauses));
  #tokens: Tokens | null = null;
  #earlyMs = EARLY_MS;
  #loading: Promise<void> | null = null;
  /** The last access token that the platform answered with 401. */
  #refusedAccess: string | null = null;
  #uselessSince: number | null = null;
  /** Counts sign-outs, which tokens that are still on their way must not undo. */
  #signOuts = 0;
  #storeFailure: unknown = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#kept = new KeptTokens(options.store, (tokens) => this.#isOwn(tokens));
    this.#requests = new TokenRequests(options.patience, options.endpoints.now);
    this.#refused = new RefusedCredentials(options.refusalPauseMs, options.endpoints.now);
  }

  /** The tokens as they are; null when nobody is signed in. */
  async current(signal: AbortSignal | null): Promise<Tokens | null> {
    await waitFor(this.#load(), signal);
    return this.#tokens;
  }

  /** An access token that is good by all that is known. @throws ClientError; the reason of the signal */
  async access(signal: AbortSignal | null): Promise<string> {
    signal?.throwIfAborted();
    const tokens = await this.current(signal);
    const leftMs = this.#leftMs(tokens);
    if (tokens === null || leftMs <= 0) return (await this.#renewal.join(signal)).access;
    if (leftMs > this.#earlyMs || this.#requests.isPausing) return tokens.access;
    const patience = AbortSignal.timeout(Math.ceil(Math.min(leftMs, EARLY_PATIENCE_MS)));
    try {
      return (await this.#renewal.join(signal === null ? patience : AbortSignal.any([signal, patience]))).access;
    } catch {
      signal?.throwIfAborted();
      return tokens.access;
    }
  }

  /** Another access token than one that was refused; null when a new one would be refused, too. @throws as `access` */
  async replace(refused: string, signal: AbortSignal | null): Promise<string | null> {
    if (this.#tokens !== null && this.#tokens.access !== refused && this.#leftMs(this.#tokens) > 0)
      return this.#tokens.access;
    const now = this.#now();
    if (this.#uselessSince !== null && now >= this.#uselessSince && now < this.#uselessSince + USELESS_RENEWAL_MS)
      return null;
    this.#refusedAccess = refused;
    return (await this.#renewal.join(signal)).access;
  }

  /** Notes that a new access token was refused as the one before was. */
  noteUselessRenewal(): void {
    this.#uselessSince = this.#now();
  }

  /** Signs in with the credentials, whatever tokens there are. @throws ClientError; what the store throws; the reason of the signal */
  async signIn(signal: AbortSignal | null): Promise<Tokens> {
    const tokens = await this.#signIn.join(signal);
    if (this.#storeFailure !== null) throw this.#storeFailure;
    return tokens;
  }

  /** Tokens that are good, renewed where they were not. @throws as `access` */
  async ensure(signal: AbortSignal | null): Promise<Tokens> {
    await this.access(signal);
    return this.#tokens ?? (await this.#renewal.join(signal));
  }

  /** Forgets the tokens, also in the store. The platform goes on taking them until they expire. */
  async signOut(): Promise<void> {
    this.#signOuts++;
    this.#tokens = null;
    this.#loading = Promise.resolve();
    await this.#kept.clear();
  }

  #load(): Promise<void> {
    this.#loading ??= this.#readStored();
    return this.#loading;
  }

  async #readStored(): Promise<void> {
    try {
      const stored = await this.#readStore();
      this.#tokens ??= stored;
    } catch (error) {
      this.#loading = null;
      throw error;
    }
  }

  /** The stored tokens. If another program has removed them, it signed out, which ends the tokens here, too. */
  async #readStore(): Promise<Tokens | null> {
    const { tokens, areRemoved } = await this.#kept.read();
    if (areRemoved) this.#tokens = null;
    return tokens;
  }

  /** Whether tokens are of this environment, address and account. */
  #isOwn(tokens: Tokens): boolean {
    const { environment, endpoints, credentials } = this.#options;
    if (tokens.environment !== environment || tokens.address !== endpoints.address) return false;
    const email = this.#tokens?.email ?? (typeof credentials === 'object' ? credentials?.email : undefined);
    return email == null || tokens.email?.toLowerCase() === email.trim().toLowerCase();
  }

  async #renew(pauses: Pauses): Promise<Tokens> {
    const signOuts = this.#signOuts;
    const before = this.#tokens;
    // Another program may have renewed what both use.
    const stored = await this.#readStore();
    const isNew = stored !== null && stored.access !== this.#tokens?.access && stored.access !== this.#refusedAccess;
    if (isNew && this.#leftMs(stored) > this.#earlyMs) {
      if (signOuts === this.#signOuts) this.#tokens = stored;
      return stored;
    }
    const former = stored ?? this.#tokens;
    if (signOuts === this.#signOuts && this.#tokens === before) this.#tokens = former;
    if (former?.refresh != null && !this.#isRefreshOver(former)) {
      const answer = await this.#requests.send(() => refreshTokens(this.#options.endpoints, former.refresh!), pauses);
      if (answer.kind === 'tokens') return this.#accept(answer, former, former.email, signOuts);
      if (answer.kind === 'refused') {
        const kept = await this.#keep({ ...former, refresh: null, refreshExpiresAt: null }, former, signOuts);
        if (kept.refresh !== null && this.#leftMs(kept) > 0) return kept;
      } else if (this.#options.credentials === null) throw answer.error;
    }
    return pauses.join(this.#signIn);
  }

  async #signInAnew(pauses: Pauses): Promise<Tokens> {
    const signOuts = this.#signOuts;
    const credentials = await this.#readCredentials();
    this.#refused.check(credentials);
    const answer = await this.#requests.send(() => requestTokens(this.#options.endpoints, credentials), pauses);
    if (answer.kind === 'refused') throw this.#refused.note(credentials, answer.error);
    if (answer.kind === 'strange') throw answer.error;
    this.#refused.forget();
    return this.#accept(answer, null, credentials.email, signOuts);
  }

  async #readCredentials(): Promise<Credentials> {
    const { credentials: source, environment, endpoints } = this.#options;
    let given: unknown = source;
    try {
      if (typeof source === 'function') given = await source({ environment, address: endpoints.address });
    } catch (cause) {
      if (cause instanceof ClientError) throw cause;
      throw new ClientError('no-credentials', 'The function that gives credentials failed; its error is the cause.', {
        cause,
      });
    }
    const credentials = checkCredentials(given);
    if (credentials !== null) return credentials;
    const state = this.#tokens === null ? 'Nobody is signed in' : 'The session is over';
    const message = `${state} at the ${environment} of the platform (${endpoints.address}), and there are no credentials. Sign in first, or give credentials.`;
    throw new ClientError('no-credentials', message);
  }

  #accept(
    answer: Extract<TokenAnswer, { kind: 'tokens' }>,
    former: Tokens | null,
    email: string | null,
    signOuts: number,
  ): Promise<Tokens> {
    const { environment, endpoints } = this.#options;
    const arrival = {
      at: this.#now(),
      dateMs: answer.dateMs,
      formerIssuedAt: former === null ? null : readTimes(former.access).issuedAt,
      clockAheadMs: former === null ? 0 : clockAheadOf(former),
    };
    const accessExpiresAt = expiryOf(readTimes(answer.access), arrival);
    this.#earlyMs = accessExpiresAt === null ? EARLY_MS : Math.min(EARLY_MS, (accessExpiresAt - arrival.at) / 5);
    const refresh =
      answer.refresh === null
        ? { refresh: former?.refresh ?? null, refreshExpiresAt: former?.refreshExpiresAt ?? null }
        : { refresh: answer.refresh, refreshExpiresAt: expiryOf(readTimes(answer.refresh), arrival) };
    const tokens = {
      environment,
      address: endpoints.address,
      email,
      access: answer.access,
      accessExpiresAt,
      ...refresh,
    };
    return this.#keep(tokens, former, signOuts);
  }

  /**
   * The tokens, kept; or those of a later sign-in, or of another program's renewal, which came while the former ones were renewed. Tokens
   * that no store takes are good for this run all the same.
   */
  async #keep(tokens: Tokens, former: Tokens | null, signOuts: number): Promise<Tokens> {
    if (signOuts !== this.#signOuts) return tokens;
    const isLater = (other: Tokens | null): other is Tokens =>
      former !== null && other?.refresh != null && other.access !== former.access;
    if (isLater(this.#tokens)) return this.#tokens;
    this.#tokens = tokens;
    this.#loading = Promise.resolve();
    try {
      await this.#kept.write(tokens, async () => {
        // Another program may have signed out or in, or renewed them, while the former tokens were renewed.
        const stored = former === null ? null : await this.#readStore();
        if (isLater(stored) && this.#tokens === tokens) this.#tokens = stored;
        return signOuts === this.#signOuts && this.#tokens === tokens;
      });
      this.#storeFailure = null;
    } catch (error) {
      this.#storeFailure = error;
    }
    return isLater(this.#tokens) ? this.#tokens : tokens;
  }

  #isRefreshOver({ refreshExpiresAt }: Tokens): boolean {
    // Without credentials there is nothing else to try, and this clock may be wrong.
    return this.#options.credentials !== null && refreshExpiresAt !== null && refreshExpiresAt <= this.#now();
  }

  #leftMs(tokens: Tokens | null): number {
    if (tokens === null) return 0;
    return tokens.accessExpiresAt === null ? Infinity : tokens.accessExpiresAt - this.#now();
  }

  #now(): number {
    return this.#options.endpoints.now();
  }
}
