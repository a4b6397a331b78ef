import { ByteSink, type TakeChunk } from '../../rdf/write/byte-sink.ts';
import { convertDocument } from '../convert-document.ts';
import { converterOf, MAX_TRIPLES, type Conversion, type ConvertOptions, type Converter } from '../convert.ts';
import { RecentList } from '../json/recent-list.ts';
import type { JsonDocument } from '../json/document.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { hashOf } from './document-shape.ts';
import { recordDocument } from './document-recorder.ts';
import type { DocumentSkeleton } from './document-skeleton.ts';
import { DocumentSkeletons } from './document-skeletons.ts';
import type { DocumentTemplate } from './document-template.ts';

/** Numbers of the tape of a short document: half a MiB holds those of 200 KB. */
const TAPE_NUMBERS = 128 * 1024;
/** Sets of options for which templates are kept. */
const MAX_SETTINGS = 8;
/** Shapes of documents that are kept for one of them: eight keys that come and go are 256. Each takes some 30 KB. */
const MAX_SHAPES = 256;
/** Templates of one shape: they differ in what the values are. */
const MAX_ALIKE = 8;

/** Documents with the same keys. */
interface Alike {
  /** The one that fitted last comes first. */
  readonly templates: DocumentTemplate[];
  /** Documents that are converted before one is recorded. */
  toWait: number;
  /** Documents to wait after a recording without a template. */
  patience: number;
}

/** What documents are converted with, and the shapes that were seen. */
interface Setting {
  readonly options: CopyOptions;
  /** By hash. */
  readonly shapes: Map<number, Alike>;
  readonly skeletons: DocumentSkeletons;
}

/** No document is converted with another version of the vocabulary. */
type CopyOptions = Omit<ConvertOptions, 'pinned'>;

/**
 * Converts documents one after the other. The output of one that differs from one before in nothing but its values is a copy of that
 * one's, as the rows of an array are: the bytes are those of `convertDocument`.
 */
export class DocumentCopies {
  /** How many documents were copies so far. */
  copied = 0;
  /** How many were scanned, and not read by a text that is known. */
  scanned = 0;
  private readonly lexicon: Lexicon;
  private readonly converter: Converter;
  /** For one document at a time. */
  private readonly tape = new Int32Array(TAPE_NUMBERS);
  private readonly settings = new RecentList<Setting>(MAX_SETTINGS);
  /** Who takes the copy that is written. */
  private write: TakeChunk = () => {};
  private readonly sink = new ByteSink(new Uint8Array(0), (chunk) => this.write(chunk));

  constructor(lexicon: Lexicon) {
    this.lexicon = lexicon;
    this.converter = converterOf(lexicon);
  }

  /** @throws HubError as `convertDocument` does */
  convert(body: Uint8Array, options: CopyOptions, write: TakeChunk): Conversion {
    const { converter, tape } = this;
    // Another document is converted then, which no template is made of.
    if (options.units !== undefined) return convertDocument(body, this.lexicon, options, write);
    const setting = options.copyRows === false ? null : this.settingOf(options);
    const found = setting?.skeletons.find(body) ?? null;
    if (found !== null) {
      const { skeleton, document } = found;
      const conversion = this.copy(skeleton.templates, document, options, write, skeleton);
      if (conversion !== null) return conversion;
    }
    this.scanned++;
    const document = converter.scan(body, options.maxArrayItems, tape);
    const alike = setting === null ? null : alikeTo(document, setting);
    if (setting === null || alike === null) return converter.write(document, options, write);
    const conversion = this.copy(alike.templates, document, options, write);
    if (conversion === null) return this.record(document, alike, options, write);
    setting.skeletons.note(document, options.maxArrayItems, alike.templates[0]!, found?.skeleton ?? null);
    return conversion;
  }

  /**
   * Writes the copy of a document, whose template comes first then; null where it matches none.
   *
   * @param skeleton what its text is known to be
   */
  private copy(
    templates: DocumentTemplate[],
    document: JsonDocument,
    options: CopyOptions,
    write: TakeChunk,
    skeleton: DocumentSkeleton | null = null,
  ): Conversion | null {
    for (let i = 0; i < templates.length; i++) {
      const template = templates[i]!;
      if (template.triples > (options.maxTriples ?? MAX_TRIPLES)) continue;
      const read = template.read(document);
      const { shape } = template;
      if (!(skeleton === null ? shape.matches(read) : shape.matchesScalars(read, skeleton.places))) continue;
      if (template.names?.name(document) === false) continue;
      if (i > 0) {
        templates[i] = templates[0]!;
        templates[0] = template;
      }
      this.copied++;
      this.write = write;
      return template.run(read, options.skolemize ? '' : (options.part?.nodePrefix ?? ''));
    }
    return null;
  }

  private record(document: JsonDocument, alike: Alike, options: CopyOptions, write: TakeChunk): Conversion {
    const { converter } = this;
    const { templates } = alike;
    if (templates.length === MAX_ALIKE || alike.toWait-- > 0) return converter.write(document, options, write);
    const { conversion, template } = recordDocument(converter, document, options, write, this.sink);
    if (template === null) alike.toWait = alike.patience *= 2;
    else templates.unshift(template);
    return conversion;
  }

  private settingOf(options: CopyOptions): Setting {
    let setting = this.settings.find((other) => areSame(other.options, options));
    if (setting === undefined)
      this.settings.add((setting = { options, shapes: new Map(), skeletons: new DocumentSkeletons() }));
    return setting;
  }
}

/** The documents with the same keys; null for one that has no shape, and for the first of a shape. */
function alikeTo(document: JsonDocument, { shapes }: Setting): Alike | null {
  const hash = hashOf(document);
  if (hash === null) return null;
  const alike = shapes.get(hash);
  if (alike !== undefined) return alike;
  if (shapes.size === MAX_SHAPES) shapes.delete(shapes.keys().next().value!);
  shapes.set(hash, { templates: [], toWait: 0, patience: 1 });
  return null;
}

/** True for options with which a document has the same output but for its labels. */
function areSame(one: CopyOptions, other: CopyOptions): boolean {
  if (one === other) return true;
  return (
    one.format === other.format &&
    one.base === other.base &&
    one.skolemize === other.skolemize &&
    one.align === other.align &&
    one.maxArrayItems === other.maxArrayItems &&
    one.semantics === other.semantics &&
    (one.checkUnits ?? true) === (other.checkUnits ?? true) &&
    (one.part === undefined) === (other.part === undefined) &&
    (one.now === other.now || one.now.toISOString().slice(0, 10) === other.now.toISOString().slice(0, 10))
  );
}
