import type { RdfFormat } from '../../rdf/write/format.ts';
import type { Analysis, Candidates, DocumentKind, Drawing, PlacedFinding, TermName } from './model.ts';

// What the page and its worker tell each other.

/** A document with how it is to be converted. */
export interface Job {
  /** Counts up: answers to older jobs are of no interest any more. */
  readonly id: number;
  readonly text: string;
  readonly kind: DocumentKind;
  readonly format: RdfFormat;
  /** In which units values are wanted, as the option `units` of the hub; null leaves them as they are. */
  readonly units: string | null;
}

/** A change of the document that somebody asked for. */
export type Change =
  | { readonly name: 'rename'; readonly key: string; readonly term: string }
  | { readonly name: 'fill'; readonly key: string; readonly term: string }
  | { readonly name: 'describe' }
  | { readonly name: 'source'; readonly source: string };

/** A piece of the text, in UTF-16 units, and what comes in its place. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export type ToWorker =
  /** The vocabulary with the labels of its terms. */
  | { readonly type: 'vocabulary'; readonly bytes: ArrayBuffer; readonly baseUrl: string }
  /** The same with definitions and other names, and the sources. */
  | { readonly type: 'texts'; readonly lexicon: ArrayBuffer; readonly sources: ArrayBuffer }
  | { readonly type: 'analyse'; readonly job: Job }
  | { readonly type: 'change'; readonly job: Job; readonly change: Change }
  /** The whole output, or what the document is as JSON with its `@semantic`. */
  | { readonly type: 'output'; readonly job: Job; readonly what: 'rdf' | 'described' | 'triples' }
  | { readonly type: 'check'; readonly job: Job }
  | { readonly type: 'draw'; readonly job: Job };

export type FromWorker =
  | { readonly type: 'ready'; readonly version: string; readonly terms: readonly TermName[] }
  | { readonly type: 'sources'; readonly sources: readonly SourceName[] }
  | { readonly type: 'progress'; readonly id: number; readonly share: number }
  | { readonly type: 'analysis'; readonly id: number; readonly analysis: Analysis }
  | {
      readonly type: 'candidates';
      readonly id: number;
      readonly candidates: Candidates;
      readonly source: string | null;
    }
  | {
      readonly type: 'changed';
      readonly id: number;
      readonly replacements: readonly Replacement[];
      readonly kind: DocumentKind;
      readonly fault: string | null;
    }
  | { readonly type: 'output'; readonly id: number; readonly what: string; readonly bytes: ArrayBuffer }
  | { readonly type: 'drawn'; readonly id: number; readonly drawing: Drawing }
  | { readonly type: 'checked'; readonly id: number; readonly findings: readonly PlacedFinding[] }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };

/** A source of data as a person chooses it. */
export interface SourceName {
  readonly name: string;
  readonly title: string;
}
