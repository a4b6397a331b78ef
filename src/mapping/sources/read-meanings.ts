import { JsonDocument } from '../json/document.ts';
import { scanJson } from '../json/scan.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { asObject, namesAsSent } from './embed-by-source.ts';
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
  const object = asObject(body);
  const document = new JsonDocument(scanJson(object), 0);
  const source = 'choose' in from ? from.choose(namesAsSent(document, object !== body)) : from;
  if (source === null)
    return { source: null, keys: namesAsSent(document, false).map((key) => ({ key, term: undefined })) };
  const namer = new KeyNamer(document, source, lexicon, true);
  const { keys, known } = restructure(document, namer).meanings;
  namer.keep();
  return {
    source: source.name,
    keys: Array.from(keys, (key) => ({ key, term: known.has(key) ? (known.get(key)?.term ?? null) : undefined })),
  };
}
