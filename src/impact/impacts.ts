import { HubError } from '../errors.ts';
import { plainLexicon } from '../mapping/lexicon/derived-map.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { FairSemaphore, type Caller } from '../streaming/fair-semaphore.ts';
import { startableModule } from '../workers/module.ts';
import { runInThread } from '../workers/run-in-thread.ts';
import type { Impact, Sample } from './impact.ts';
import type { Candidate, ImpactOutcome, ImpactTask } from './impact-worker.ts';
import { readShippedSamples } from './shipped-samples.ts';

const WORKER = startableModule('impact/impact-worker');
const TIMEOUT_MS = 60_000;
const MAX_WAITING = 16;

/** Samples of one comparison, and the characters of all of them. */
const MAX_SAMPLES = 100;
const MAX_SAMPLES_CHARACTERS = 2 * 1024 * 1024;

/** What the use case stands on. */
export interface ImpactsBasis {
  readonly hub: HubNamespaces;
  /** What the mapping needs of the vocabulary in use. @throws HubError `registry-unavailable` */
  readonly current: () => Lexicon;
  /** Finds a version as a client names it. @throws HubError `invalid-option`, `not-found` */
  readonly findVersion: (named: string, option: string) => { readonly version: string };
  /** What the mapping needs of a version; null when it cannot be read. */
  readonly readVersion: (version: string) => Promise<Lexicon | null>;
}

/** What is compared: versions by their names or IRIs, null standing for the one in use; afterwards also what somebody has written. */
export interface AskedChange {
  readonly from: string | null;
  readonly to: string | Candidate | NewTerm | null;
}

/** The vocabulary in use with a term that it lacks. */
interface NewTerm {
  /** The lexicon of the term, with what it cites. */
  readonly added: Lexicon;
}

/** What a change is tried on. */
export interface AskedSamples {
  readonly samples: readonly Sample[];
  /** Whether also on the documents that come with the package. */
  readonly shipped: boolean;
}

/** What changes of the vocabulary do to documents; the adapters check who may ask. One comparison runs at a time, in a thread. */
export class Impacts {
  readonly #basis: ImpactsBasis;
  readonly #turns = new FairSemaphore({
    places: 1,
    maxWaiting: MAX_WAITING,
    maxWaitMs: TIMEOUT_MS,
    busy: (retryAfterSeconds) =>
      new HubError('converter-busy', `Too many changes wait to be compared. Try again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      }),
  });

  constructor(basis: ImpactsBasis) {
    this.#basis = basis;
  }

  /**
   * @throws HubError `invalid-option` for no version, a candidate that is no vocabulary, and without or with too many samples; `not-found`, `converter-busy`, `conversion-timeout`;
   *   those of documents, with the name of the sample
   * @throws the reason of the caller's signal when it is aborted
   */
  async compare({ from, to }: AskedChange, asked: AskedSamples, caller: Caller): Promise<Impact> {
    checkSamples(asked);
    const samples = asked.shipped ? [...asked.samples, ...readShippedSamples()] : asked.samples;
    const before = await this.#lexiconOf(from, 'from');
    const after = await this.#after(to);
    const leave = await this.#turns.enter(caller);
    try {
      const task: ImpactTask = { hub: this.#basis.hub, ...sendable(before, after), samples };
      const { impact, refusal } = await runInThread<ImpactTask, ImpactOutcome>(WORKER, task, {
        timeoutMs: TIMEOUT_MS,
        doing: `To compare ${samples.length} samples`,
        wayOut: 'Send fewer, or shorter ones: items of an array are alike.',
        signal: caller.signal,
      });
      if (refusal !== null) throw new HubError(refusal.code, refusal.message, refusal.details);
      return impact;
    } finally {
      leave();
    }
  }

  async #after(to: AskedChange['to']): Promise<ImpactTask['after']> {
    if (to === null || typeof to === 'string') return this.#lexiconOf(to, 'to');
    if ('candidate' in to) return to;
    const current = this.#basis.current();
    return {
      ...current,
      terms: new Map([...current.terms, ...to.added.terms]),
      nodes: new Map([...current.nodes, ...to.added.nodes]),
    };
  }

  async #lexiconOf(named: string | null, option: string): Promise<Lexicon> {
    const current = this.#basis.current();
    if (named === null) return current;
    const { version } = this.#basis.findVersion(named, option);
    if (current.versionIri.endsWith(`/${version}/`)) return current;
    const lexicon = await this.#basis.readVersion(version);
    if (lexicon !== null) return lexicon;
    throw new HubError('not-found', `The version ${version} cannot be read any more.`, { key: option });
  }
}

/** What is compared, as a thread can get it: once where both are the same. */
function sendable(before: Lexicon, after: ImpactTask['after']): Pick<ImpactTask, 'before' | 'after'> {
  const plain = plainLexicon(before);
  if (after === before) return { before: plain, after: plain };
  return { before: plain, after: 'candidate' in after ? after : plainLexicon(after) };
}

function checkSamples({ samples, shipped }: AskedSamples): void {
  const characters = samples.reduce((sum, { document }) => sum + document.length, 0);
  const words =
    samples.length === 0 && !shipped
      ? 'There are no samples. Send documents that people have, or ask for those that come with the hub by shipped.'
      : samples.length > MAX_SAMPLES
        ? `There are ${samples.length} samples; ${MAX_SAMPLES} is the most.`
        : characters > MAX_SAMPLES_CHARACTERS
          ? `The samples have ${characters.toLocaleString('en')} characters; ${MAX_SAMPLES_CHARACTERS.toLocaleString('en')} is the most. Shorten their arrays, whose items are alike.`
          : null;
  if (words !== null) throw new HubError('invalid-option', words, { key: 'samples' });
}
