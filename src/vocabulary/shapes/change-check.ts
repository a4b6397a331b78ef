import { startableModule } from '../../workers/module.ts';
import { runInThread } from '../../workers/run-in-thread.ts';
import type { TripleTable } from '../triple-table.ts';
import type { VocabularyChange } from './affected-nodes.ts';
import type { GroupsTask, PreparedGroups } from './groups-worker.ts';
import type { VocabularyGroups } from './kept-groups.ts';
import type { ShapeTexts, ShapeViolation } from './shape-violation.ts';
import type { Shapes } from './validate-shapes.ts';

const WORKER = startableModule('vocabulary/shapes/groups-worker');
/** No vocabulary takes so long; a thread that hangs must not be waited for. The time grows with what is grouped. */
const TIMEOUT_MS = 60_000;
const TIMEOUT_MS_PER_TRIPLE = 0.1;
/** What is larger is grouped in a thread, whoever waits for it: to do it at once takes more than a tenth of a second. */
const MOST_GROUPED_AT_ONCE = 100_000;

/** A change of a vocabulary that broke no shape. */
export interface SoundChange extends VocabularyChange {
  /** The table that the changed one was extended from, if it was. */
  readonly triples?: TripleTable;
}

/** Checks small changes of vocabularies with one state of the shapes, on this thread. A thread of its own prepares what the first one takes long for. */
export class ChangeCheck {
  readonly #texts: ShapeTexts;
  #shapes: Promise<Shapes> | null = null;
  /** For which vocabularies groups are being made. */
  readonly #preparing = new Map<TripleTable, Promise<void>>();
  /** Groups that are known while the shapes are not parsed. */
  readonly #given = new WeakMap<TripleTable, VocabularyGroups>();

  constructor(texts: ShapeTexts) {
    this.#texts = texts;
  }

  /**
   * Makes what the check of the first change of a vocabulary needs. Who asks while that is done waits for the same.
   *
   * @throws HubError `conversion-timeout`
   * @throws the reason of the signal when it is aborted
   */
  prepare(triples: TripleTable, signal?: AbortSignal): Promise<void> {
    let preparing = this.#preparing.get(triples);
    if (preparing === undefined) {
      preparing = this.#prepare(triples, signal).finally(() => this.#preparing.delete(triples));
      this.#preparing.set(triples, preparing);
    }
    return preparing;
  }

  async #prepare(triples: TripleTable, signal: AbortSignal | undefined): Promise<void> {
    const known = await this.#shapes;
    if (known?.hasGroups(triples) === true) return;
    const given = this.#given.get(triples);
    if (known !== null && given !== undefined) return known.takeGroups(triples, given);
    const { columns, length } = triples;
    const { parsed, groups } = await runInThread<GroupsTask, PreparedGroups>(
      WORKER,
      { vocabulary: given === undefined ? columns : null, texts: this.#texts, wantsShapes: known === null },
      {
        timeoutMs: TIMEOUT_MS + length * TIMEOUT_MS_PER_TRIPLE,
        doing: `To prepare the check of changes of ${length.toLocaleString('en')} triples`,
        wayOut: 'The first change is checked without it, and takes longer.',
        signal,
      },
    );
    if (parsed !== null) this.#shapes ??= import('./validate-shapes.ts').then((module) => new module.Shapes(parsed));
    (await this.#shapes)?.takeGroups(triples, groups ?? given!);
  }

  /** What is known of the groups of a vocabulary; null where nothing is. */
  async groupsOf(triples: TripleTable): Promise<VocabularyGroups | null> {
    return this.#given.get(triples) ?? (await this.#shapes)?.knownGroups(triples) ?? null;
  }

  /** Takes what was known of the groups of a vocabulary, as `groupsOf` gave it, so that only the shapes are parsed before its first change. */
  giveGroups(triples: TripleTable, groups: VocabularyGroups): void {
    this.#given.set(triples, groups);
  }

  /** What a change breaks. */
  async check(triples: TripleTable, change: SoundChange): Promise<ShapeViolation[]> {
    const before = change.triples;
    if (before !== undefined && (this.#preparing.has(before) || before.length > MOST_GROUPED_AT_ONCE))
      // Without it the groups are made here, which is slower and finds the same.
      await this.prepare(before).catch(() => {});
    return (await this.#getShapes()).validateChange(triples, change, before);
  }

  /** Takes over what is known of the vocabulary before a change that others found sound, so that it need not be found out anew. */
  async follow(triples: TripleTable, change: SoundChange): Promise<void> {
    const known = await this.#shapes;
    if (change.triples !== undefined) known?.follow(triples, change, change.triples);
  }

  #getShapes(): Promise<Shapes> {
    this.#shapes ??= this.#parse();
    return this.#shapes;
  }

  /** The parser of SPARQL is loaded where no thread did this before: most hubs never need it here. */
  async #parse(): Promise<Shapes> {
    const [{ parseShapes }, { Shapes }] = await Promise.all([
      import('./parse-shapes.ts'),
      import('./validate-shapes.ts'),
    ]);
    return new Shapes(parseShapes(this.#texts));
  }
}
