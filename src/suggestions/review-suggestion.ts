import { HubError } from '../errors.ts';
import { QUDT, RDF, SKOS, type HubNamespaces } from '../rdf/namespaces.ts';
import { inGraph, type Triple } from '../rdf/triple.ts';
import { StoreError, type Change, type Store } from '../store/store.ts';
import { BrokenShapes, type ShapeCheck } from '../vocabulary/shapes/check-shapes.ts';
import { changeOfVocabulary, readVocabularyState } from '../vocabulary/vocabulary-state.ts';
import { tryReading } from '../vocabulary/registry/try-reading.ts';
import { tableOf } from '../vocabulary/triple-table.ts';
import { versionOf } from '../vocabulary/versions/version.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { draftTerm, type TermDraft } from './draft-term.ts';
import { findSuggestion } from './find-suggestions.ts';
import { faultOfText } from './read-fields.ts';
import { asNotSaved } from './suggest-term.ts';
import { reviewedPattern, reviewQuads } from './suggestions.changes.ts';
import { problem, type Problem, type ReviewableSuggestion } from './suggestion.ts';

interface ReviewingOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  /** @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  /** What each vocabulary must keep. */
  readonly shapes: Pick<ShapeCheck, 'check'>;
  readonly now: () => Date;
  /** Resolves when the term is in use, true, or it took too long, false. */
  readonly whenInUse: (term: string) => Promise<boolean>;
}

/** What an administrator makes of the draft; what is undefined is as it was suggested. */
export type TermEdits = Omit<TermDraft, 'name' | 'description' | 'datatype'> &
  Partial<Pick<TermDraft, 'name' | 'description' | 'datatype'>>;

export interface ReviewOutcome {
  /** As it is now; null when no suggestion has this id. */
  readonly suggestion: ReviewableSuggestion | null;
  /** Empty when it was reviewed. */
  readonly problems: readonly Problem[];
  /** The name of the term that it became, null when it became none. */
  readonly term: string | null;
  /** Whether this hub uses the term already. */
  readonly isInUse: boolean;
}

const MAX_REASON_CHARACTERS = 2000;
/** The vocabulary is checked anew when it changed meanwhile; so often it does not. */
const TRIES = 5;
/** Problems of one review; a vocabulary that was broken before has one for each of its terms. */
const MAX_VIOLATIONS = 100;

/** Reviews suggestions on behalf of administrators. */
export class Reviewing {
  readonly #options: ReviewingOptions;
  /** A check takes the machine for seconds, and would be made anew for who comes second. */
  #accepting: Promise<unknown> = Promise.resolve();

  constructor(options: ReviewingOptions) {
    this.#options = options;
  }

  /** Closes a suggestion with a reason. @throws HubError `not-saved` */
  async reject(id: string, reason: string | null, reviewer: string): Promise<ReviewOutcome> {
    const { store, hub, now } = this.#options;
    return this.#review(id, async () => {
      const faults = reasonFaults(reason, true);
      if (faults.length > 0) return faults;
      const quads = reviewQuads(
        id,
        { state: 'rejected', reason: reason?.trim() ?? null, reviewer, reviewedAt: now(), termIri: null },
        hub,
      );
      const isMade = await store.change({ unless: reviewedPattern(id, hub), ...quads });
      return isMade ? null : 'again';
    });
  }

  /**
   * Makes the term, in a new version of the vocabulary, when the vocabulary with it is sound.
   *
   * @throws HubError `not-saved`, `registry-unavailable`
   */
  accept(id: string, edits: TermEdits, reason: string | null, reviewer: string): Promise<ReviewOutcome> {
    const accepted = this.#accepting.then(() => this.#accept(id, edits, reason, reviewer));
    this.#accepting = accepted.catch(() => {});
    return accepted;
  }

  #accept(id: string, edits: TermEdits, reason: string | null, reviewer: string): Promise<ReviewOutcome> {
    return this.#review(id, async (suggestion) => {
      const faults = reasonFaults(reason, false);
      if (faults.length > 0) return faults;
      const draft: TermDraft = {
        ...edits,
        name: edits.name ?? suggestion.name,
        description: edits.description ?? suggestion.description,
        datatype: edits.datatype ?? suggestion.datatypeIri,
      };
      return this.#makeTerm(suggestion, draft, reason?.trim() || null, reviewer);
    });
  }

  /** Repeats a review until no other change comes first; it gives null when it is done. */
  async #review(
    id: string,
    review: (suggestion: ReviewableSuggestion) => Promise<readonly Problem[] | 'again' | null>,
  ): Promise<ReviewOutcome> {
    const { store, hub, whenInUse } = this.#options;
    try {
      for (let tries = 0; tries < TRIES; tries++) {
        const before = await findSuggestion(store, hub, id);
        if (before === null) return refused(null, [problem('not-found', 'There is no suggestion of this id.', ['id'])]);
        if (before.state !== 'pending') return refused(before, [alreadyReviewed(before)]);
        const problems = await review(before);
        if (problems === 'again') continue;
        if (problems !== null) return refused(before, problems);
        const suggestion = await findSuggestion(store, hub, id);
        const term = suggestion?.termIri == null ? null : nameOf(suggestion.termIri, hub);
        return { suggestion, problems: [], term, isInUse: term !== null && (await whenInUse(term)) };
      }
      const suggestion = await findSuggestion(store, hub, id);
      if (suggestion !== null && suggestion.state !== 'pending')
        return refused(suggestion, [alreadyReviewed(suggestion)]);
      const words = 'The vocabulary changed again and again while this was checked. Try again.';
      return refused(suggestion, [problem('vocabulary-changed', words)]);
    } catch (error) {
      throw asNotSaved(error, 'review');
    }
  }

  async #makeTerm(
    { id }: ReviewableSuggestion,
    draft: TermDraft,
    reason: string | null,
    reviewer: string,
  ): Promise<readonly Problem[] | 'again' | null> {
    const { store, hub, vocabulary, now } = this.#options;
    const { termIri, triples, problems } = draftTerm(draft, vocabulary(), hub);
    if (problems.length > 0) return problems;
    const state = await readVocabularyState(store, hub);
    if (state === null) throw new StoreError('The store says nothing of its vocabulary');
    const before = await collect(store.dump(hub.vocabularyGraph));
    if (hasTerm(before, termIri, hub)) {
      const words = `The term ${draft.name} exists already; names are compared without case.`;
      return [problem('term-exists', words, ['term', 'name'])];
    }
    const added = notAmong(before, triples);
    const refusals = await this.#refusals([...before, ...added], termIri);
    if (refusals.length > 0) return refusals;
    const quads = reviewQuads(id, { state: 'accepted', reason, reviewer, reviewedAt: now(), termIri }, hub);
    const change: Change = {
      unless: reviewedPattern(id, hub),
      remove: quads.remove,
      add: [...quads.add, ...inGraph(hub.vocabularyGraph, added), ...inGraph(hub.acceptedGraph, added)],
    };
    return (await store.change(changeOfVocabulary(state, change, hub))) ? null : 'again';
  }

  /** What shapes and the registry have against a vocabulary. */
  async #refusals(triples: readonly Triple[], termIri: string): Promise<Problem[]> {
    const { hub, shapes } = this.#options;
    const table = tableOf(triples, hub);
    try {
      await shapes.check(table, versionOf(table, hub));
    } catch (error) {
      if (!(error instanceof HubError) || !(error.cause instanceof BrokenShapes)) throw error;
      return error.cause.violations.slice(0, MAX_VIOLATIONS).map(({ message, focusNode, path, value }) => ({
        code: 'breaks-shape',
        message: `${message}${focusNode === termIri ? '' : ` (<${focusNode}>)`}.`,
        path: fieldOf(path, hub),
        rule: message,
        value,
        property: path,
      }));
    }
    const { refusal } = await tryReading(table, hub);
    return refusal === null ? [] : [problem('vocabulary-refused', refusal)];
  }
}

function refused(suggestion: ReviewableSuggestion | null, problems: readonly Problem[]): ReviewOutcome {
  return { suggestion, problems, term: null, isInUse: false };
}

function alreadyReviewed({ state, reviewedAt }: ReviewableSuggestion): Problem {
  const when = reviewedAt === null ? '' : ` at ${reviewedAt.toISOString()}`;
  return problem('already-reviewed', `The suggestion was reviewed before: it was ${state}${when}.`, ['id']);
}

function reasonFaults(reason: string | null, isRequired: boolean): Problem[] {
  const given = reason?.trim() ?? '';
  const fault =
    given === ''
      ? isRequired && 'A suggestion is rejected with a reason, which its proposer can read.'
      : given.length > MAX_REASON_CHARACTERS
        ? `The reason has ${given.length} characters; at most ${MAX_REASON_CHARACTERS} are taken.`
        : faultOfText(given, true) !== null && `The reason ${faultOfText(given, true)}.`;
  return fault === false ? [] : [problem('invalid-review', fault, ['reason'])];
}

/** Another case of the letters is the same name. */
function hasTerm(triples: readonly Triple[], termIri: string, { ontology }: HubNamespaces): boolean {
  const sought = termIri.toLowerCase();
  return triples.some(
    ({ s, p, o }) => p === `${RDF}type` && o.value === `${ontology}Term` && s.value.toLowerCase() === sought,
  );
}

/** Those that are new, each once. */
function notAmong(known: readonly Triple[], triples: readonly Triple[]): Triple[] {
  const written = ({ s, p, o }: Triple): string =>
    JSON.stringify([s.value, p, o.type, o.value, o.datatype, o['xml:lang']]);
  const subjects = new Set(triples.map(({ s }) => s.value));
  const seen = new Set(known.filter(({ s }) => subjects.has(s.value)).map(written));
  return triples.filter((triple) => seen.size !== seen.add(written(triple)).size);
}

/** The field of a draft that a property of the term is made of. */
function fieldOf(property: string | null, { ontology }: HubNamespaces): string[] {
  const fields: Readonly<Record<string, string>> = {
    [`${SKOS}notation`]: 'name',
    [`${SKOS}prefLabel`]: 'label',
    [`${SKOS}definition`]: 'description',
    [`${SKOS}broader`]: 'category',
    [`${SKOS}example`]: 'example',
    [`${QUDT}hasUnit`]: 'unit',
    [`${QUDT}hasQuantityKind`]: 'quantityKind',
    [`${ontology}datatype`]: 'datatype',
    [`${ontology}predicate`]: 'template',
    [`${ontology}object`]: 'template',
    [`${ontology}position`]: 'template',
    [`${ontology}key`]: 'template',
  };
  const field = property === null ? undefined : fields[property];
  return field === undefined ? ['term'] : ['term', field];
}

function nameOf(termIri: string, { vocabulary }: HubNamespaces): string {
  return decodeURIComponent(termIri.slice(vocabulary.length));
}

async function collect(triples: AsyncIterable<Triple>): Promise<Triple[]> {
  const all: Triple[] = [];
  for await (const triple of triples) all.push(triple);
  return all;
}
