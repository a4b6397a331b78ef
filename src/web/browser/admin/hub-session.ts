import { signal } from '@preact/signals';
import { rootOfHub } from '../page/root.ts';
import { SIGN_IN_QUERY } from './queries.ts';

/** The address of the account that is signed in; null before and after. */
export const signedIn = signal<string | null>(null);
/** Why somebody has to sign in again; null for no reason. */
export const whySignIn = signal<string | null>(null);

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** In this module alone: whatever is stored, another script of the origin could read. Leaving the page signs out. */
let tokens: Tokens | null = null;

const ROOT = rootOfHub();
const TIMEOUT_MS = 60_000;

/** What the hub refused, in its words. */
class Refusal extends Error {}

/** @throws Refusal when the hub does not take these */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await send('api/v1/token', { body: new URLSearchParams({ email, password }) });
  tokens = (await bodyOf(response)) as Tokens;
  try {
    // Whoever is no administrator hears it here, and not from each view.
    await ask(SIGN_IN_QUERY);
  } catch (error) {
    tokens = null;
    throw error;
  }
  whySignIn.value = null;
  signedIn.value = email.trim().toLowerCase();
}

export function signOut(why: string | null = null): void {
  tokens = null;
  signedIn.value = null;
  whySignIn.value = why;
}

interface GraphqlAnswer {
  readonly data?: unknown;
  readonly errors?: ReadonlyArray<{ readonly message: string; readonly extensions?: { readonly code?: string } }>;
}

/** Asks as the administrator. An access token whose hour is over is renewed once. @throws Refusal with the words of the hub */
export async function ask<Data>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> {
  let answer = await post(query, variables);
  if (isSignedOut(answer) && (await renew())) answer = await post(query, variables);
  if (isSignedOut(answer) && signedIn.value !== null)
    signOut('You were signed out: the sign-in has ended, or the account has changed.');
  const [error] = answer.errors ?? [];
  if (error !== undefined) throw new Refusal(error.message);
  return answer.data as Data;
}

function isSignedOut({ errors = [] }: GraphqlAnswer): boolean {
  return errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED' || extensions?.code === 'FORBIDDEN');
}

async function post(query: string, variables: Readonly<Record<string, unknown>>): Promise<GraphqlAnswer> {
  const response = await send('graphql', {
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${tokens?.access ?? ''}` },
    body: JSON.stringify({ query, variables }),
  });
  if (response.headers.get('content-type')?.includes('json') !== true)
    throw new Refusal(`The hub answered ${response.status}.`);
  const answer = (await response.json()) as GraphqlAnswer & { readonly error?: string };
  // What stops a request before GraphQL sees it is told as everywhere.
  if (answer.data === undefined && answer.errors === undefined)
    throw new Refusal(answer.error ?? `The hub answered ${response.status}.`);
  return answer;
}

/** True when there is a new access token. */
async function renew(): Promise<boolean> {
  if (tokens === null) return false;
  const { refresh } = tokens;
  const response = await send('api/v1/token/refresh', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh }),
  });
  if (!response.ok) return false;
  tokens = { refresh, access: ((await response.json()) as Pick<Tokens, 'access'>).access };
  return true;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(ROOT + path, {
      method: 'POST',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
    });
  } catch {
    throw new Refusal('The hub does not answer. Try again.');
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => ({}))) as { readonly error?: string; readonly detail?: string };
  if (response.ok) return body;
  const after = response.headers.get('retry-after');
  const words = body.detail ?? body.error ?? `The hub answered ${response.status}.`;
  throw new Refusal(after === null ? words : `${words} Try again in ${after} seconds.`);
}
