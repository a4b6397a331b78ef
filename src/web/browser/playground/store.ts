import { computed, signal } from '@preact/signals';
import type { Encoding } from '../../playground/decode-file.ts';
import { FIRST_STATE, type LinkState } from '../../playground/link-state.ts';
import type { Analysis, Candidates, DocumentKind, KeyCandidates, KeyFacts, TermName } from '../../playground/model.ts';
import type { SourceName } from '../../playground/protocol.ts';

// What the playground shows. `session.ts` changes it.

/** How far the page is. `loading`: without a vocabulary; `failed`: there will be none. */
export const stage = signal<'loading' | 'ready' | 'failed'>('loading');
export const link = signal<LinkState>(FIRST_STATE);
export const kind = signal<DocumentKind>('json');
/** What the file of the document is written in. */
export const encoding = signal<Encoding>('UTF-8');
export const length = signal(0);
/** There is nothing in the document but spaces. */
export const isBlank = signal(false);
export const analysis = signal<Analysis | null>(null);
/** The key at whose name or value the caret stands. */
export const keyAtCaret = signal<KeyFacts | null>(null);
export const candidates = signal<Candidates | null>(null);
/** The source that the document most likely comes from. */
export const likelySource = signal<string | null>(null);
export const sources = signal<readonly SourceName[]>([]);
export const terms = signal<readonly TermName[]>([]);
/** The part of a long conversion that is done; null when nothing takes long. */
export const progress = signal<number | null>(null);
/** The document is being read. */
export const isBusy = signal(false);
export const notice = signal<{ readonly text: string; readonly isBad: boolean } | null>(null);
/** The document of the link by which the page was opened could not be read. */
export const isLinkBroken = signal(false);
/** Requests since everything was loaded; null until then. */
export const requests = signal<number | null>(null);
/** The address of this state; null when it is too long for one. */
export const address = signal<string | null>('');

export const candidatesOf = computed<ReadonlyMap<string, KeyCandidates>>(
  () => new Map(candidates.value?.map((each) => [each.key, each])),
);

/** Adds requests that were sent: the page sees some itself, and is told of those that it does not see. */
export function noteRequests(more: number): void {
  requests.value = (requests.value ?? 0) + more;
}
