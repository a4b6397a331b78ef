import type { Triple } from '../../rdf/triple.ts';
import { chooseCards, subjectsOf, type ChosenCard, type ChosenLine, type Subject } from './choose-cards.ts';
import { layoutCards, type Link } from './layout.ts';
import { LINE, PADDING } from './measures.ts';
import type { PictureCard, PictureLine, PictureModel, PictureOptions, PictureText } from './model.ts';
import { numberReferences } from './references.ts';
import { tableRows } from './table-rows.ts';
import { cutText, PictureNames, widthOf } from './texts.ts';

const GAP = 16;
const MAX_HEADING_CELLS = 40;
const MAX_PROPERTY_CELLS = 34;
const MAX_VALUE_CELLS = 32;
const NOTHING: PictureText = { shown: '', whole: '' };

/**
 * Draws a graph as cards: a subject with its types, its literals as lines, and edges to the cards of other subjects. A node that more than three lines lead
 * to gets a number, by which they refer to it. Everything is bounded, so that a graph of any size has a picture.
 */
export function pictureOf(triples: Iterable<Triple>, options: PictureOptions = {}): PictureModel {
  const { maxCards = 40, maxLines = 20, maxValues = 3, maxRows = 500, isOptional = () => false } = options;
  const names = new PictureNames(options);
  const subjects = subjectsOf(triples);
  const chosen = chooseCards(subjects, { maxCards, maxLines, maxValues });
  const numbers = numberReferences(chosen);
  const firm = firmCards(chosen, isOptional);
  const cards = chosen.map((card, place) =>
    sizeCard(card, { names, numbers, isOptional, number: numbers.get(place) ?? null, isFirm: firm.has(place) }),
  );
  const links = chosen.flatMap(({ lines }, from) =>
    cards[from]!.lines.flatMap(({ kind, isOptional }, i): Array<Link & { readonly isOptional: boolean }> => {
      if (kind !== 'edge') return [];
      const lineY = cards[from]!.headHeight + PADDING / 2 + (i + 0.5) * LINE;
      return [{ from, to: lines[i]!.target!, lineY, isOptional }];
    }),
  );
  const { width, height, places, routes } = layoutCards(cards, links, (LINE + PADDING) / 2);
  return {
    width,
    height,
    cards: cards.map((card, i) => ({ ...card, ...places[i]! })),
    edges: links.map(({ from, to, isOptional }, i) => ({ from, to, isOptional, ...routes[i]! })),
    nodes: subjects.size,
    rows: tableRows(chosen, names, isOptional, maxRows),
    triples: Array.from(subjects.values(), countOf).reduce((sum, count) => sum + count, 0),
  };
}

function countOf({ types, values }: Subject): number {
  let count = types.length;
  for (const triples of values.values()) count += triples.length;
  return count;
}

/** The cards that are there whatever else is: the roots, and what lines lead to that are always there. */
function firmCards(cards: readonly ChosenCard[], isOptional: (triple: Triple) => boolean): Set<number> {
  const firm = new Set([...cards.keys()].filter((place) => cards[place]!.isRoot));
  // The set grows while it is walked.
  for (const place of firm) {
    for (const { target, triple } of cards[place]!.lines) if (target !== null && !isOptional(triple!)) firm.add(target);
  }
  return firm;
}

interface CardContext {
  readonly names: PictureNames;
  readonly numbers: ReadonlyMap<number, number>;
  readonly isOptional: (triple: Triple) => boolean;
  readonly number: number | null;
  readonly isFirm: boolean;
}

function sizeCard({ subject, lines: chosen }: ChosenCard, context: CardContext): Omit<PictureCard, 'x' | 'y'> {
  const { names, number, isFirm } = context;
  const { term, types } = subject;
  const called =
    types.length === 0
      ? names.call(term, MAX_HEADING_CELLS)
      : joined(types.map((type) => names.call(type, MAX_HEADING_CELLS)));
  const heading = number === null ? called : cutText(`(${number}) ${called.shown}`, MAX_HEADING_CELLS, called.whole);
  const name = types.length > 0 && names.isNamed(term) ? names.call(term, MAX_HEADING_CELLS) : null;
  const lines = chosen.map((line) => lineOf(line, context));
  const properties = Math.max(0, ...lines.map(({ property }) => widthOf(property.shown)));
  const values = Math.max(0, ...lines.map(({ value }) => widthOf(value.shown)));
  const valueX = PADDING + properties + (properties > 0 ? GAP : 0);
  const headWidth = Math.max(widthOf(heading.shown), name === null ? 0 : widthOf(name.shown));
  const headHeight = LINE * (name === null ? 1 : 2) + PADDING;
  return {
    width: Math.max(PADDING + headWidth, valueX + values) + PADDING,
    height: headHeight + (lines.length > 0 ? lines.length * LINE + PADDING : 0),
    number,
    heading,
    name,
    href: names.hrefOf(term),
    lines,
    headHeight,
    valueX,
    isOptional: !isFirm,
  };
}

function joined(texts: readonly PictureText[]): PictureText {
  return cutText(
    texts.map(({ shown }) => shown).join(', '),
    MAX_HEADING_CELLS,
    texts.map(({ whole }) => whole).join('\n'),
  );
}

function lineOf(
  { property, triple, left, target }: ChosenLine,
  { names, numbers, isOptional }: CardContext,
): PictureLine {
  const shown = property === '' ? NOTHING : names.callIri(property, MAX_PROPERTY_CELLS);
  const line = { property: shown, href: null, number: null };
  if (triple === null)
    return { ...line, kind: 'more', value: cutText(`… ${left} more`, MAX_VALUE_CELLS), isOptional: false };
  const said = { ...line, isOptional: isOptional(triple) };
  const whole = names.tell(triple.o);
  const number = target === null ? undefined : numbers.get(target);
  if (number !== undefined)
    return { ...said, kind: 'reference', number, value: cutText(`→ (${number})`, MAX_VALUE_CELLS, whole) };
  if (target !== null) return { ...said, kind: 'edge', value: { shown: '', whole } };
  return {
    ...said,
    kind: triple.o.type === 'literal' ? 'literal' : 'node',
    href: names.hrefOf(triple.o),
    value: names.call(triple.o, MAX_VALUE_CELLS),
  };
}
