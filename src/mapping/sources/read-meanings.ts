import { JsonDocument } from '../json/document.ts';
import { scanJson } from '../json/scan.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { asObject } from './embed-by-source.ts';
import { KeyNamer } from './key-namer.ts';
import { restructure } from './restructure.ts';
import type { Source } from './source.ts';
import type { SourceChooser } from './source-chooser.ts';

/** A key of a document, or its path where it stands in other objects. */
interface KeyOfDocument {
  readonly key: string;
  /** The name of the term that the source says; null where it knows the key and has no term, undefined where it does not know it. */
  readonly term: string | null | undefined;
}

/** What the keys of a document mean by its source. */
export interface MeaningsOfKeys {
  /** The name of the source; null when none fits. */
  readonly source: string | null;
  /** In order of first appearance, each once. */
  readonly keys: readonly KeyOfDocument[];
}

/**
 * The keys of a document, with the terms that its source says: as paths where there is a source, else as they stand.
 *
 * @throws HubError `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`
 */
export function readMeanings(body: Uint8Array, lexicon: Lexicon, from: Source | SourceChooser): MeaningsOfKeys {
  const document = new JsonDocument(scanJson(asObject(body)), 0);
  const names = document.dataKeys().map((key) => document.nameOf(key));
  const source = 'choose' in from ? from.choose(names) : from;
  if (source === null) return { source: null, keys: names.map((key) => ({ key, term: undefined })) };
  const namer = new KeyNamer(document, source, lexicon, true);
  const { keys, known } = restructure(document, namer).meanings;
  namer.keep();
  return {
    source: source.name,
    keys: Array.from(keys, (key) => ({ key, term: known.has(key) ? (known.get(key)?.term ?? null) : undefined })),
  };
}
