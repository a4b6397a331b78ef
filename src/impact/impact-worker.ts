import type { HubNamespaces } from '../rdf/namespaces.ts';
import { HubError, type ErrorCode, type ErrorDetails } from '../errors.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { readTurtle, RdfSyntaxError } from '../rdf/read-rdf.ts';
import type { Triple } from '../rdf/triple.ts';
import { readVocabulary } from '../vocabulary/registry/read-vocabulary.ts';
import { compareSamples } from './compare-samples.ts';
import type { Impact, Sample } from './impact.ts';

/** What the thread is given. */
export interface ImpactTask {
  readonly hub: HubNamespaces;
  readonly before: Lexicon;
  readonly after: Lexicon | Candidate;
  readonly samples: readonly Sample[];
}

/** A vocabulary that somebody has written. */
export interface Candidate {
  /** Turtle; relative IRIs are resolved as those of the seeds. */
  readonly candidate: string;
}

/** An error of the hub is data here: threads know no classes of each other. */
export type ImpactOutcome =
  | { readonly impact: Impact; readonly refusal: null }
  | {
      readonly impact: null;
      readonly refusal: { readonly code: ErrorCode; readonly message: string; readonly details: ErrorDetails };
    };

/** Compares samples, in a thread of its own. */
export default async function run(task: ImpactTask): Promise<ImpactOutcome> {
  try {
    return { impact: await compare(task), refusal: null };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    const { code, message, details } = error;
    return { impact: null, refusal: { code, message, details } };
  }
}

/** @throws HubError `invalid-option` for a candidate that is no sound vocabulary, and as `compareSamples` does */
async function compare({ hub, before, after, samples }: ImpactTask): Promise<Impact> {
  const lexicon = 'candidate' in after ? await readCandidate(after, hub) : after;
  return compareSamples(samples, { before, after: lexicon });
}

async function readCandidate({ candidate }: Candidate, hub: HubNamespaces): Promise<Lexicon> {
  try {
    const triples = readTurtle({ name: 'The candidate', text: candidate, baseIri: hub.vocabulary });
    const dump = async function* (graph: string): AsyncGenerator<Triple> {
      if (graph === hub.vocabularyGraph) yield* triples;
    };
    return (await readVocabulary({ dump }, hub)).lexicon;
  } catch (error) {
    if (!(error instanceof HubError) && !(error instanceof RdfSyntaxError)) throw error;
    throw new HubError('invalid-option', `${error.message.replace(/\.$/, '')}.`, { key: 'candidate' }, error);
  }
}
