import type { Semantics } from '../mapping/any-document.ts';
import type { ConvertOptions } from '../mapping/convert.ts';
import type { Source } from '../mapping/sources/source.ts';
import type { SourceChooser } from '../mapping/sources/source-chooser.ts';

/** How a document is to be converted, as far as it decides about what is found. */
export interface CheckOptions extends Pick<
  ConvertOptions,
  'base' | 'align' | 'maxArrayItems' | 'pinned' | 'units' | 'now'
> {
  readonly semantics: Semantics;
  /** What describes the keys of the document; null where they are described by themselves or by the names of terms. */
  readonly source: Source | SourceChooser | null;
  readonly restructure: boolean;
  /** Triples that a document may have; a longer graph is an error, as for the conversion. */
  readonly maxTriples: number;
  /** Triples up to which the graph is checked by shapes: it is held for that. */
  readonly maxCheckedTriples: number;
}
