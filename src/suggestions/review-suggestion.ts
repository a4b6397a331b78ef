import { randomUUID } from 'node:crypto';
import { HubError } from '../errors.ts';
import { isLate } from '../is-late.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { inGraph, type Triple } from '../rdf/triple.ts';
import { CanonicalLines } from '../store/canonical-lines.ts';
import { StoreError, type Change, type Store } from '../store/store.ts';
import { BrokenShapes, type ShapeCheck } from '../vocabulary/shapes/check-shapes.ts';
import { extendInSteps, lackingIn } from '../vocabulary/extend-table.ts';
import { extendVocabulary } from '../vocabulary/registry/extend-vocabulary.ts';
import type { VocabularyRegistry } from '../vocabulary/registry/registry.ts';
import { doWithRests } from '../vocabulary/steps.ts';
import { inSlices } from '../vocabulary/thread-slices.ts';
import type { TripleTable } from '../vocabulary/triple-table.ts';
import { TripleTableBuilder } from '../vocabulary/triple-table-builder.ts';
import { changeOfVocabulary, readVocabularyState, type VocabularyState } from '../vocabulary/vocabulary-state.ts';
import { findVersion, versionOf } from '../vocabulary/versions/version.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { ClosingSuggestions, reasonFaults, unknownSuggestion, type Closed } from './close-suggestion.ts';
import { findSuggestion } from './find-suggestions.ts';
import { reviewedPattern, reviewQuads } from './suggestions.changes.ts';
import { partsOfIds } from './suggestion-records.ts';
import type { Turns } from '../turns.ts';
import { problem, type Problem, type Reviewable, type SuggestionKind, type SuggestionKinds } from './suggestion.ts';

interface ReviewingOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  /** @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  /** What each vocabulary must keep. */
  readonly shapes: Pick<ShapeCheck, 'check'>;
  readonly now: () => Date;
  /** Resolves when a vocabulary is in use for which `isInUse` is true, true, or it took too long, false. */
  readonly whenInUse: (isInUse: (vocabulary: Vocabulary) => boolean) => Promise<boolean>;
  readonly turns: Turns;
  /** Takes what was accepted into use as soon as the store has it; without one the store is read. */
  readonly registry?: Partial<
    Pick<VocabularyRegistry, 'currentAt' | 'expect' | 'lookForChange' | 'whenStored' | 'prove'>
  >;
  /** Resolves when the version in use is in the history for good, or that takes too long. */
  readonly whenNoted?: (() => Promise<void>) | undefined;
  readonly timing: {
    /** The longest that an acceptance waits until what is in use is known to be in the store, too. */
    readonly inUseMs: number;
    readonly storeKnownMs: number;
  };
}

/** What an accepted suggestion becomes in the vocabulary. */
interface Drafted {
  readonly iri: string;
  /** Some of them the vocabulary may have already. */
  readonly triples: readonly Triple[];
  /** What keeps it from being that; the shapes know of more. */
  readonly problems: readonly Problem[];
  /** The problem that a vocabulary has it already; null when it has not. */
  readonly existingIn: (vocabulary: TripleTable) => Problem | null;
}

/** What suggestions of a kind become when they are accepted. */
export interface MadeOfSuggestion<Kind extends SuggestionKind, Edits> {
  readonly kind: Kind;
  draft(
    suggestion: Reviewable<SuggestionKinds[Kind]>,
    edits: Edits,
    vocabulary: Vocabulary,
    hub: HubNamespaces,
  ): Promise<Drafted>;
  /** The argument of a review at fault where a property of the result is. */
  pathOf(property: string | null, hub: HubNamespaces): readonly string[];
  /** The IRI of what it became; null when it became nothing. */
  resultOf(suggestion: Reviewable<SuggestionKinds[Kind]>): string | null;
  isInUse(vocabulary: Vocabulary, iri: string, hub: HubNamespaces): boolean;
}

export interface ReviewOutcome<Kind extends SuggestionKind = 'term'> extends Closed<Kind> {
  /** Whether this hub uses what it became already. */
  readonly isInUse: boolean;
}

/** What a suggestion would become. */
export interface ReviewPreview<Kind extends SuggestionKind> {
  /** Null when no suggestion has this id. */
  readonly suggestion: Reviewable<SuggestionKinds[Kind]> | null;
  /** With the triples that the vocabulary lacks; null when it cannot be drafted. */
  readonly drafted: Pick<Drafted, 'iri' | 'triples'> | null;
  /** For what it would be refused. */
  readonly problems: readonly Problem[];
}

/** Problems of one review; a vocabulary that was broken before has one for each of its terms. */
const MAX_VIOLATIONS = 100;
/** For whom the table of a vocabulary is extended. */
const EXTENDING = { client: 'reviews' };

/** Reviews suggestions of one kind on behalf of administrators. */
export class Reviewing<Kind extends SuggestionKind, Edits> {
  readonly #options: ReviewingOptions;
  readonly #made: MadeOfSuggestion<Kind, Edits>;
  readonly #closing: ClosingSuggestions<Kind>;

  constructor(options: ReviewingOptions, made: MadeOfSuggestion<Kind, Edits>) {
    this.#options = options;
    this.#made = made;
    this.#closing = new ClosingSuggestions(options, made.kind);
  }

  /** Closes a suggestion with a reason. @throws HubError `not-saved` */
  async reject(id: string, reason: string | null, reviewer: string): Promise<ReviewOutcome<Kind>> {
    return { ...(await this.#closing.close(id, { state: 'rejected', reason, reviewer })), isInUse: false };
  }

  /**
   * Makes what was suggested, in a new version of the vocabulary, when the vocabulary with it is sound.
   *
   * @throws HubError `not-saved`, `registry-unavailable`
   */
  accept(id: string, edits: Edits, reason: string | null, reviewer: string): Promise<ReviewOutcome<Kind>> {
    return this.#options.turns.take(() => this.#accept(id, edits, reason, reviewer));
  }

  /**
   * What a suggestion would become. Nothing is stored.
   *
   * @param withShapes whether the vocabulary with it is checked, too, which takes as long as an acceptance
   * @throws HubError `registry-unavailable`
   * @throws StoreError
   */
  async preview(id: string, edits: Edits, withShapes: boolean): Promise<ReviewPreview<Kind>> {
    const { store, hub, vocabulary, turns } = this.#options;
    const suggestion = await findSuggestion(store, hub, this.#made.kind, id);
    if (suggestion === null) return { suggestion, drafted: null, problems: [unknownSuggestion()] };
    const current = vocabulary();
    const { iri, triples, problems, existingIn } = await this.#made.draft(suggestion, edits, current, hub);
    if (problems.length > 0) return { suggestion, drafted: null, problems };
    const existing = existingIn(current.triples);
    if (existing !== null) return { suggestion, drafted: null, problems: [existing] };
    const added = lackingIn(current.triples, triples);
    const drafted = { iri, triples: added };
    if (!withShapes) return { suggestion, drafted, problems };
    const made = await turns.take(() => this.#extend(current, added, iri));
    return { suggestion, drafted, problems: 'problems' in made ? made.problems : [] };
  }

  async #accept(id: string, edits: Edits, reason: string | null, reviewer: string): Promise<ReviewOutcome<Kind>> {
    const { hub, vocabulary, whenInUse } = this.#options;
    const closed = await this.#closing.review(id, async (suggestion) => {
      const faults = reasonFaults(reason, false);
      if (faults.length > 0) return faults;
      const drafted = await this.#made.draft(suggestion, edits, vocabulary(), hub);
      return this.#make(id, drafted, reason?.trim() || null, reviewer);
    });
    const { resultOf, isInUse } = this.#made;
    const isMade = closed.suggestion !== null && closed.problems.length === 0;
    const result = isMade ? resultOf(closed.suggestion) : null;
    return { ...closed, isInUse: result !== null && (await whenInUse((used) => isInUse(used, result, hub))) };
  }

  async #make(
    id: string,
    { iri, triples, problems, existingIn }: Drafted,
    reason: string | null,
    reviewer: string,
  ): Promise<readonly Problem[] | 'again' | null> {
    const { store, hub, now, whenNoted } = this.#options;
    if (problems.length > 0) return problems;
    await this.#waitForStore();
    const state = await readVocabularyState(store, hub);
    if (state === null) throw new StoreError('The store says nothing of its vocabulary');
    const before = await this.#vocabularyAt(state);
    if (before === null) return 'again';
    const existing = existingIn(before.triples);
    if (existing !== null) return [existing];
    const added = lackingIn(before.triples, triples);
    const made = await this.#extend(before, added, iri);
    if ('problems' in made) return made.problems;
    const review = { state: 'accepted', reason, reviewer, reviewedAt: now(), resultIri: iri } as const;
    const quads = reviewQuads(this.#made.kind, id, review, hub);
    const change: Change = {
      unless: reviewedPattern(id, hub),
      about: partsOfIds([id], hub),
      remove: quads.remove,
      add: [...quads.add, ...inGraph(hub.vocabularyGraph, added), ...inGraph(hub.acceptedGraph, added)],
    };
    const revision = randomUUID();
    // What the store writes as it is given is what it holds then.
    const lines = new CanonicalLines();
    const isAsGiven = inGraph(hub.vocabularyGraph, added).every((quad) => lines.line(quad) !== null);
    if (isAsGiven) this.#options.registry?.expect?.(revision, made.vocabulary);
    const version = isAsGiven ? made.vocabulary.version : null;
    // A hub that is killed behind this change can find out the version that it made, and none before that.
    await whenNoted?.();
    return (await store.change(changeOfVocabulary(state, change, hub, { revision, version }))) ? null : 'again';
  }

  /** A hub is ready before the store has its first vocabulary, or is known to hold the one of the table that the hub kept. */
  async #waitForStore(): Promise<void> {
    const { registry, timing } = this.#options;
    const isKnown = Promise.resolve(registry?.whenStored?.()).then(() => registry?.prove?.());
    if (!(await isLate(isKnown, timing.storeKnownMs))) return;
    const why = 'since the hub was started, its store is still being given the vocabulary, or compared with it';
    throw new HubError('not-saved', `The review could not be saved: ${why}. Try again in a minute.`);
  }

  /** What the store holds: what is in use, also when another hub has just changed it. Null when it holds something else by now. */
  async #vocabularyAt({ revision }: VocabularyState): Promise<Pick<Vocabulary, 'triples' | 'version'> | null> {
    const { store, hub, registry } = this.#options;
    const current = registry?.currentAt?.(revision) ?? null;
    if (current !== null) return current;
    // Of what others accepted, that alone is read, and its version noted.
    await registry?.lookForChange?.();
    const read = registry?.currentAt?.(revision) ?? null;
    if (read !== null) return read;
    if ((await readVocabularyState(store, hub))?.revision !== revision) return null;
    const builder = new TripleTableBuilder();
    for await (const triple of store.dump(hub.vocabularyGraph)) builder.add(triple);
    const triples = builder.finish(hub);
    return { triples, version: versionOf(triples, hub) };
  }

  /** The vocabulary with more triples, or what shapes and the registry have against it. */
  async #extend(
    before: Pick<Vocabulary, 'triples' | 'version'>,
    added: readonly Triple[],
    iri: string,
  ): Promise<{ readonly vocabulary: Vocabulary } | { readonly problems: Problem[] }> {
    const { hub, shapes, vocabulary } = this.#options;
    const triples = await inSlices(EXTENDING, (rest) => doWithRests(extendInSteps(before.triples, added, hub), rest));
    const version = await findVersion(triples, hub, { triples: before.triples, added });
    try {
      const since = { version: before.version, triples: before.triples, added, removed: [] };
      // What is suggested stands in no file: to read those of the vocabulary takes seconds, of which one holds the thread.
      await shapes.check(triples, version, { since, sources: async () => [] });
      const cameOf = { version: before.version, added };
      const { ontology } = vocabulary();
      return {
        vocabulary: await extendVocabulary({ ...before, ontology }, { triples, ontology, version, cameOf }, hub),
      };
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      if (!(error.cause instanceof BrokenShapes)) return { problems: [problem('vocabulary-refused', error.message)] };
      const problems = error.cause.violations.slice(0, MAX_VIOLATIONS).map(({ message, focusNode, path, value }) => ({
        code: 'breaks-shape' as const,
        message: `${message}${focusNode === iri ? '' : ` (<${focusNode}>)`}.`,
        path: this.#made.pathOf(path, hub),
        rule: message,
        value,
        property: path,
      }));
      return { problems };
    }
  }
}
