import type { Piscina } from 'piscina';
import type { Log } from '../../log.ts';
import { Turns } from '../../turns.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { noRoomFor } from '../../store/no-room.ts';
import { placeOf } from '../extend-table.ts';
import type { TripleTable } from '../triple-table.ts';
import { dropOldest } from '../versions/drop-oldest.ts';
import { canonicalLines, STAND_IN } from '../versions/version.ts';
import type { StoredVersion } from '../versions/version-content.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { startableModule } from '../../workers/module.ts';
import { startThread } from '../../workers/thread-pool.ts';
import { addressOf, compareAddresses } from './find-members.ts';
import { StepFiles, type StepName, type StepParts } from './step-files.ts';
import type { StepMember } from './step-text.ts';
import type { StepOutcome, StepTask } from './step-worker.ts';

const WORKER = startableModule('vocabulary/event-stream/step-worker');
/** No step takes so long; a thread that hangs must not be waited for. */
const TIMEOUT_MS = 15 * 60_000;
/** Steps whose parts are remembered: some numbers each. */
const MAX_KNOWN = 20_000;

interface VersionStepsOptions {
  /** Made when it is first written to. */
  readonly folder: string;
  readonly hub: HubNamespaces;
  /** Null for a version that cannot be read. */
  readonly findVersion: (version: string) => Promise<StoredVersion | null>;
  readonly log: Pick<Log, 'warn'>;
  readonly timing: { readonly comparisonIdleMs: number };
}

/** A step that cannot be found out. */
export interface UnknownStep {
  /** The version that cannot be read. */
  readonly unreadable: string;
}

/**
 * What versions changed, each found out once: of a version that came of another one by what was added, when it comes into use, from what
 * is in memory; of others when somebody asks, in a thread, one at a time.
 */
export class VersionSteps {
  readonly #options: VersionStepsOptions;
  readonly #files: StepFiles;
  readonly #thread: Piscina<StepTask, StepOutcome>;
  readonly #known = new Map<string, StepParts>();
  /** What is being found out, or waits for that. */
  readonly #finding = new Map<string, Promise<StepParts | UnknownStep>>();
  readonly #closing = new AbortController();
  readonly #turns = new Turns();

  constructor(options: VersionStepsOptions) {
    this.#options = options;
    this.#files = new StepFiles(options.folder);
    this.#thread = startThread(WORKER, { idleMs: options.timing.comparisonIdleMs });
  }

  /** The step, if it was found out before. */
  async find(step: StepName): Promise<StepParts | null> {
    const key = keyOf(step);
    const known = this.#known.get(key) ?? (await this.#files.find(step));
    if (known !== null) this.#remember(key, known);
    return known;
  }

  /** The step, found out if it was not before. @throws HubError `converter-busy` when the folder cannot be written */
  async get(step: StepName): Promise<StepParts | UnknownStep> {
    const key = keyOf(step);
    const known = this.#finding.has(key) ? null : await this.find(step);
    return known ?? this.#queue(step);
  }

  /** The members of one part of a step that was found out. @throws Error when its file is gone meanwhile; as `get` */
  async read(step: StepName, part: number): Promise<readonly StepMember[]> {
    const members = await this.#files.read(step, part);
    if (members !== null) return members;
    // Somebody has removed or damaged the file: it is made anew, with the same in it.
    this.#known.delete(keyOf(step));
    await this.#queue(step);
    const again = await this.#files.read(step, part);
    if (again === null) throw new Error(`the step ${keyOf(step)} of the event stream cannot be read`);
    return again;
  }

  /** Finds out what a version changed that came of another one by what was added: that costs what was added. Never rejects. */
  async note({ version, triples, cameOf }: Vocabulary): Promise<void> {
    if (cameOf === undefined || cameOf.version === version) return;
    const step = { from: cameOf.version, to: version };
    const { hub, log } = this.#options;
    try {
      if ((await this.find(step)) !== null || this.#finding.has(keyOf(step))) return;
      const added = canonicalLines(cameOf.added, hub);
      // Not behind others: what waits would keep its vocabulary in memory.
      await this.#track(keyOf(step), this.#files.write(step, addedMembers(triples, added, hub)));
    } catch (error) {
      log.warn(
        { err: error, ...step },
        'what a version changed is not written down yet; it will be when it is asked for',
      );
    }
  }

  /** Ends what is being found out. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#finding.values());
    await this.#thread.destroy();
  }

  /** Finds a step out once for all who ask, in a thread behind those that were asked for before. */
  #queue(step: StepName): Promise<StepParts | UnknownStep> {
    const key = keyOf(step);
    const running = this.#finding.get(key);
    if (running !== undefined) return running;
    return this.#track(key, this.#turns.take(() => this.#findOut(step)).catch(noRoomFor('what a version changed')));
  }

  async #track(key: string, finding: Promise<StepParts | UnknownStep>): Promise<StepParts | UnknownStep> {
    this.#finding.set(key, finding);
    try {
      const found = await finding;
      if (!('unreadable' in found)) this.#remember(key, found);
      return found;
    } finally {
      this.#finding.delete(key);
    }
  }

  async #findOut(step: StepName): Promise<StepParts | UnknownStep> {
    const { folder, hub, findVersion } = this.#options;
    const before = step.from === null ? null : await findVersion(step.from);
    const after = await findVersion(step.to);
    if (step.from !== null && before === null) return { unreadable: step.from };
    if (after === null) return { unreadable: step.to };
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#closing.signal]);
    const outcome = await this.#thread.run({ hub, folder, step, before, after }, { signal });
    if ('refused' in outcome) throw Object.assign(new Error(outcome.message), { code: outcome.refused });
    return 'parts' in outcome ? outcome.parts : outcome;
  }

  #remember(key: string, parts: StepParts): void {
    this.#known.set(key, parts);
    dropOldest(this.#known, MAX_KNOWN);
  }
}

/** What a version has at the addresses of lines that it has more than the one before it. */
function addedMembers(triples: TripleTable, added: readonly string[], hub: HubNamespaces): StepMember[] {
  const isAdded = new Set(added);
  const addresses = [...new Set(added.map(addressOf))].sort(compareAddresses);
  return addresses.map((iri) => {
    const lines = canonicalLines([...triplesAt(triples, iri, hub)], hub).sort();
    return {
      kind: lines.every((line) => isAdded.has(line)) ? 'create' : 'update',
      iri,
      lines,
    };
  });
}

/** What a table says at an address, which canonical texts write otherwise. */
function* triplesAt(table: TripleTable, written: string, hub: HubNamespaces): Generator<Triple> {
  const isOwn = written.startsWith(`${STAND_IN}/`);
  const iri = isOwn ? hub.baseUrl + written.slice(STAND_IN.length) : written;
  if (!isOwn) return yield* table.of(iri);
  const isThere = (subject: string): boolean => subject === iri || subject.startsWith(`${iri}#`);
  let place = placeOf(table, { type: 'uri', value: iri }, hub);
  for (; place < table.subjectCount && isThere(table.subjectAt(place).value); place++) yield* table.at(place);
}

function keyOf({ from, to }: StepName): string {
  return `${from ?? ''} ${to}`;
}
