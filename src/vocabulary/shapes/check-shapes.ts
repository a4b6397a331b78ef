// One thing, though long: one check, on this thread or in another, and what is remembered of it.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import { startableModule } from '../../workers/module.ts';
import { runInThread } from '../../workers/run-in-thread.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { LocatedDocument } from './locate.ts';
import { readSeeds } from '../load-seeds.ts';
import { SEED_SOURCES } from '../seeds/read-sources.ts';
import { MessageChannel } from 'node:worker_threads';
import { readReport } from './check-progress.ts';
import { refuse } from '../refuse.ts';
import type { ShapeTexts, ShapeViolation } from './shape-violation.ts';
import type { ShapesTask } from './shapes-worker.ts';
import { NAMED, tellViolations } from './tell-violations.ts';
import { ChangeCheck, type SoundChange } from './change-check.ts';
import type { VocabularyGroups } from './kept-groups.ts';
import type { SoundVersions } from '../vocabulary-state.ts';
import type { TripleTable } from '../triple-table.ts';

/** The files that say what a vocabulary must be. */
export interface ShapePaths {
  readonly shapes: string;
  /** What the shapes know of units. */
  readonly units: string;
  readonly ontology: string;
}

export interface ShapeCheckOptions {
  readonly paths: ShapePaths;
  readonly hub: HubNamespaces;
  /** The Turtle that the vocabulary was loaded from, so that messages name lines; none when it came otherwise. */
  readonly sources?: () => Promise<readonly LocatedDocument[]>;
  /** Files that remember what was found sound, those that can be written. None: everything is checked each time. */
  readonly memory?: readonly string[];
  /** A file that remembers too and is not written. */
  readonly shipped?: string;
  /** How long the check of a whole vocabulary may take, of the processor. */
  readonly timeout?: { readonly ms: number; readonly msPerTriple: number };
  /** What hubs on one store found sound. */
  readonly shared?: SoundVersions | undefined;
}

/** What a file remembers: hashes, so that it holds for this content and these shapes and nothing else. */
interface Memory {
  readonly shapes: string;
  /** Versions of vocabularies that break none of them. */
  readonly sound: readonly string[];
}

/** How many versions are remembered. */
const REMEMBERED = 20;
/** What is checked how: another number when the checking itself changes. */
const CHECK = 2;
/** No vocabulary takes so long; a thread that hangs must not be waited for. The time grows with what is checked. */
const TIMEOUT = { ms: 120_000, msPerTriple: 0.2 };

/** Triples of a change that is checked at once: it takes some milliseconds for a term, which has fifty. */
const MOST_CHANGED = 1_000;

const WORKER = startableModule('vocabulary/shapes/shapes-worker');

/** The cause of a refusal: all that the shapes found. */
export class BrokenShapes extends Error {
  override readonly name = 'BrokenShapes';
  readonly violations: readonly ShapeViolation[];

  constructor(violations: readonly ShapeViolation[], message: string) {
    super(message);
    this.violations = violations;
  }
}

const SCHEMA = new URL('schema/', PACKAGE_FOLDER);
/** Written by the build, so that the shipped vocabulary is checked before anyone starts it. */
const MEMORY_OF_BUILD = new URL('dist/checked-vocabulary.json', PACKAGE_FOLDER);
/** The shipped file with what was found sound, so that a first start need not wait for the check; the build keeps it. */
export const SHIPPED_MEMORY = fileURLToPath(new URL('checked-vocabulary.json', SCHEMA));

/**
 * The check with the shipped shapes, which names lines of the shipped seeds.
 *
 * @param dataFolder where else to remember what was found sound
 * @param shared and where hubs on one store do
 */
export function createShippedCheck(hub: HubNamespaces, dataFolder?: string, shared?: SoundVersions): ShapeCheck {
  const [shapes, units, ontology] = ['shapes.ttl', 'units.ttl', 'ontology.ttl'].map((name) =>
    fileURLToPath(new URL(name, SCHEMA)),
  ) as [string, string, string];
  return new ShapeCheck({
    hub,
    paths: { shapes, units, ontology },
    sources: () => readSeeds(SEED_SOURCES, hub),
    memory: [
      ...(dataFolder === undefined ? [] : [join(dataFolder, 'checked-vocabulary.json')]),
      fileURLToPath(MEMORY_OF_BUILD),
    ],
    shipped: SHIPPED_MEMORY,
    shared,
  });
}

/** What is known of a vocabulary that is checked. */
export interface CheckedOptions {
  readonly signal?: AbortSignal | undefined;
  /** The Turtle that it comes from, if that is another one than the options say. */
  readonly sources?: ShapeCheckOptions['sources'];
  /** The version that it came of, and how: if that one was found sound, only what the change may have broken is looked at. */
  readonly since?: SoundChange & { readonly version: string };
}

/** Checks vocabularies with the shapes of `schema/shapes.ttl`: whole ones in a thread of its own, small changes at once. */
export class ShapeCheck {
  readonly #options: ShapeCheckOptions;
  /** What changes are checked with, and the hash of its shapes. */
  #changes: { readonly hash: string; readonly check: ChangeCheck } | null = null;
  /** The last refusal, so that the same content need not be checked again. */
  #refused: { readonly key: string; readonly violations: readonly ShapeViolation[] } | null = null;

  constructor(options: ShapeCheckOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the vocabulary breaks no shape.
   *
   * @param version the hash of the triples: what was found sound once is not checked again
   * @throws HubError `registry-unavailable` when it breaks one: the message names rule, focus node and line, the cause is `BrokenShapes`
   * @throws HubError `conversion-timeout` that names the rule in hand and what was found, when the check takes longer than it may
   */
  async check(triples: TripleTable, version: string, { signal, sources, since }: CheckedOptions = {}): Promise<void> {
    const texts = await this.#readTexts();
    const hash = hashOfShapes(texts);
    const key = `${hash} ${version}`;
    const documents = sources ?? this.#options.sources;
    if (this.#refused?.key === key) return refuseShapes(this.#refused.violations, documents);
    const isSmall = since !== undefined && since.added.length + since.removed.length <= MOST_CHANGED;
    if (await this.#isKnown(hash, version)) {
      if (isSmall) await this.#changesBy(hash, texts).follow(triples, since);
      return;
    }
    const violations =
      isSmall && (await this.#isKnown(hash, since.version))
        ? await this.#changesBy(hash, texts).check(triples, since)
        : await validateInThread(triples, { texts, documents, timeout: this.#options.timeout ?? TIMEOUT, signal });
    this.#refused = violations.length === 0 ? null : { key, violations };
    if (violations.length > 0) return refuseShapes(violations, documents);
    await Promise.all([
      ...(this.#options.memory ?? []).map((path) => remember(path, hash, version)),
      this.#options.shared?.remember({ version, shapes: hash }),
    ]);
  }

  /**
   * Makes what the check of the first change of a vocabulary needs, in a thread.
   *
   * @throws HubError `conversion-timeout`
   * @throws the reason of the signal when it is aborted
   */
  async prepareChanges(triples: TripleTable, signal?: AbortSignal): Promise<void> {
    const texts = await this.#readTexts();
    await this.#changesBy(hashOfShapes(texts), texts).prepare(triples, signal);
  }

  /** What is known of the groups of a vocabulary, with the hash of the shapes; null where that is nothing. */
  async groupsOf(triples: TripleTable): Promise<{ shapes: string; groups: VocabularyGroups } | null> {
    const shapes = this.#changes?.hash ?? '';
    const groups = (await this.#changes?.check.groupsOf(triples)) ?? null;
    return groups === null ? null : { shapes, groups };
  }

  /** Takes what was known of the groups of a vocabulary, if it was found by the same shapes; whether it was. */
  async giveGroups(
    triples: TripleTable,
    { shapes, groups }: { readonly shapes: string; readonly groups: VocabularyGroups },
  ): Promise<boolean> {
    const texts = await this.#readTexts();
    if (hashOfShapes(texts) !== shapes) return false;
    this.#changesBy(shapes, texts).giveGroups(triples, groups);
    return true;
  }

  /** Notes in the shipped file that a version is sound; call it after the check. */
  async ship(version: string): Promise<void> {
    const { shipped } = this.#options;
    if (shipped === undefined) return;
    const shapes = hashOfShapes(await this.#readTexts());
    if (!(await isRemembered([shipped], shapes, version))) await write(shipped, { shapes, sound: [version] });
  }

  async #readTexts(): Promise<ShapeTexts> {
    const { hub, paths } = this.#options;
    const [shapes, units, ontology] = (await Promise.all(
      [paths.shapes, paths.units, paths.ontology].map((path) => readFile(path, 'utf8')),
    )) as [string, string, string];
    return { baseUrl: hub.baseUrl, shapes, units, ontology };
  }

  #changesBy(hash: string, texts: ShapeTexts): ChangeCheck {
    if (this.#changes?.hash !== hash) this.#changes = { hash, check: new ChangeCheck(texts) };
    return this.#changes.check;
  }

  async #isKnown(shapes: string, version: string): Promise<boolean> {
    const { memory = [], shipped, shared } = this.#options;
    if (await isRemembered([...memory, ...(shipped === undefined ? [] : [shipped])], shapes, version)) return true;
    return (await shared?.knows({ version, shapes })) ?? false;
  }
}

interface WholeCheck {
  readonly texts: ShapeTexts;
  readonly documents: ShapeCheckOptions['sources'];
  readonly timeout: NonNullable<ShapeCheckOptions['timeout']>;
  readonly signal: AbortSignal | undefined;
}

async function validateInThread(
  { columns, length }: TripleTable,
  { texts, documents, timeout, signal }: WholeCheck,
): Promise<ShapeViolation[]> {
  const { port1, port2 } = new MessageChannel();
  try {
    // A whole vocabulary is rarely checked, and a thread at rest holds memory.
    return await runInThread<ShapesTask, ShapeViolation[]>(
      WORKER,
      { vocabulary: columns, texts, port: port2 },
      {
        transferList: [port2],
        timeoutMs: timeout.ms + length * timeout.msPerTriple,
        doing: `To check the ${length.toLocaleString('en')} triples of the vocabulary by its shapes`,
        wayOut: async () => {
          const { rule, violations } = readReport(port1);
          const inHand = rule === null ? '' : `It was at ${rule} then. `;
          return violations.length === 0
            ? `${inHand}It had found nothing wrong. Try again when the machine has less to do, or make the vocabulary smaller.`
            : `${inHand}The vocabulary is refused for what it had found, which is to be mended first:\n${await tellViolations(violations, documents, 'and more')}.`;
        },
        signal,
      },
    );
  } finally {
    port1.close();
  }
}

function hashOfShapes({ shapes, units, ontology }: ShapeTexts): string {
  return createHash('sha256')
    .update(JSON.stringify([CHECK, shapes, units, ontology]))
    .digest('hex');
}

async function refuseShapes(
  violations: readonly ShapeViolation[],
  readSources: ShapeCheckOptions['sources'],
): Promise<never> {
  const message = await tellViolations(violations, readSources, `and ${violations.length - NAMED} more`);
  return refuse(`it breaks shapes.\n${message}`, new BrokenShapes(violations, message));
}

async function isRemembered(paths: readonly string[], shapes: string, version: string): Promise<boolean> {
  const memories = await Promise.all(paths.map(readMemory));
  return memories.some((memory) => memory?.shapes === shapes && memory.sound.includes(version));
}

async function remember(path: string, shapes: string, version: string): Promise<void> {
  const known = await readMemory(path);
  const before = known?.shapes === shapes ? known.sound.filter((other) => other !== version) : [];
  await write(path, { shapes, sound: [version, ...before].slice(0, REMEMBERED) });
}

async function write(path: string, memory: Memory): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    // Renamed, so that no reader gets half of it.
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, `${JSON.stringify(memory)}\n`);
    await rename(draft, path);
  } catch {
    // It is checked again the next time.
  }
}

async function readMemory(path: string): Promise<Memory | null> {
  try {
    const { shapes, sound } = JSON.parse(await readFile(path, 'utf8')) as Partial<Memory>;
    return typeof shapes === 'string' && Array.isArray(sound) ? { shapes, sound } : null;
  } catch {
    return null;
  }
}
