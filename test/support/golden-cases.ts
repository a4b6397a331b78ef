import { readFileSync, readdirSync } from 'node:fs';
import type { Lexicon, TermRange } from '../../src/mapping/lexicon/lexicon.ts';
import { FIXTURES } from './fixtures.ts';

const FOLDER = `${FIXTURES}cases/mapping/`;

/** One golden case of the mapping. */
export interface GoldenCase {
  readonly name: string;
  readonly note: string;
  readonly options: {
    readonly base?: string;
    readonly align?: boolean;
    readonly maxArrayItems?: number;
    readonly skolemize?: boolean;
  };
  readonly expect:
    | { readonly status: number }
    | {
        readonly status?: undefined;
        readonly triples: number;
        readonly warnings: readonly {
          readonly code: string;
          readonly key: string;
          readonly count: number;
        }[];
        readonly unmapped: readonly string[];
      };
  readonly document: Buffer;
  /** N-Triples; empty for a case that fails. */
  readonly graph: string;
}

export function readGoldenCases(): GoldenCase[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const head = JSON.parse(readFileSync(`${FOLDER}${name}/case.json`, 'utf8')) as Pick<
        GoldenCase,
        'note' | 'options' | 'expect'
      >;
      return {
        name,
        ...head,
        document: readFileSync(`${FOLDER}${name}/document.json`),
        graph: head.expect.status === undefined ? readFileSync(`${FOLDER}${name}/graph.nt`, 'utf8') : '',
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The hub that the cases were written for. Its terms have no templates. */
export function readGoldenLexicon(): Lexicon {
  const hub = JSON.parse(readFileSync(`${FOLDER}hub.json`, 'utf8')) as {
    vocabulary: string;
    id: string;
    terms: Record<string, string>;
    ranges: Record<string, TermRange>;
    prefixes: Record<string, string>;
  };
  return {
    versionIri: `${hub.vocabulary}version/golden`,
    vocabularyIri: hub.vocabulary,
    idIri: hub.id,
    terms: new Map(
      Object.entries(hub.terms).map(([name, datatype]) => [
        name,
        { datatype, template: [], ...(Object.hasOwn(hub.ranges, name) ? { range: hub.ranges[name]! } : {}) },
      ]),
    ),
    nodes: new Map(),
    prefixes: new Map(Object.entries(hub.prefixes)),
  };
}
