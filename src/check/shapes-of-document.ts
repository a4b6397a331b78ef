import { shapeOf, type DocumentShape } from '../artefacts/document-shape.ts';
import { keyShapesOf, type KeyShape } from '../artefacts/key-shapes.ts';
import { HubError } from '../errors.ts';
import type { JsonDocument } from '../mapping/json/document.ts';
import { RecentList } from '../mapping/json/recent-list.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { perLexicon } from '../mapping/lexicon/per-lexicon.ts';
import type { Mapping } from '../mapping/semantic/mapping.ts';
import { resolveTemplates } from '../mapping/templates/resolve-templates.ts';

/** Kinds of documents whose shapes are kept: of a file of many lines most are alike. */
const KEPT = 64;
/** The shapes of all kinds that are kept: each takes some kilobytes. */
const MAX_SHAPES = 16_384;

interface Kept {
  /** What the shapes depend on, as one text. */
  readonly name: string;
  readonly shapes: readonly KeyShape[];
}

const keptOf = perLexicon(() => new RecentList<Kept>(KEPT, MAX_SHAPES, ({ shapes }) => shapes.length));

/** The shapes that the vocabulary gives to the terms of a document, whatever its own block says of them. */
export function shapesOfDocument(
  document: JsonDocument,
  { isTime, dataKeys }: Mapping,
  lexicon: Lexicon,
  align: boolean,
): readonly KeyShape[] {
  const terms = dataKeys.map((key) => document.nameOf(key)).filter((name) => lexicon.terms.has(name));
  const timeKeys = new Set(dataKeys.filter((key) => isTime?.[key] === 1).map((key) => document.nameOf(key)));
  const shape = tryShape(document, (key) => timeKeys.has(key));
  const forms = shape === null ? null : terms.map((name) => [...(shape.forms.get(name) ?? [])].toSorted());
  const name = JSON.stringify([align, terms, forms]);
  const kept = keptOf(lexicon);
  const known = kept.find((one) => one.name === name);
  if (known !== undefined) return known.shapes;
  const { keys } = resolveTemplates(terms, lexicon, { base: null, align });
  // A term whose template says nothing of its values has no shape.
  const shapes = keyShapesOf({ keys: [...keys.values()], shape }).filter(
    ({ key }) => key.form === 'literal' || key.rows.length > 0,
  );
  kept.add({ name, shapes });
  return shapes;
}

/** Null for a document with too many values: then each key may have all forms. */
function tryShape(document: JsonDocument, isTime: (key: string) => boolean): DocumentShape | null {
  try {
    return shapeOf(document, isTime);
  } catch (error) {
    if (error instanceof HubError) return null;
    throw error;
  }
}
