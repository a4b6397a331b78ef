import { replaceLoneSurrogates, replaceNonXmlCharacters } from '../../rdf/characters.ts';
import { RDF_LANG_STRING, XSD_STRING } from '../../rdf/namespaces.ts';
import { prefixedNamesOf, type PrefixedNames } from '../../rdf/prefixed-names.ts';
import { datatypeOf, type BoundTerm } from '../../rdf/rows.ts';
import type { PictureOptions, PictureText } from './model.ts';

/** Pixels that a character of the picture's font takes: 13 pixels high, all of one width, and some are wider than others. */
const CELL = 8;

/** Scripts whose characters fit one cell. Of others a character gets two, as those of East Asia take. */
const ONE_CELL = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u0020-\u00BF\u2010-\u2027\u2190-\u2193]$/u;
const NO_CELL = /^[\p{Mark}\p{Cf}]$/u;
/** Nearly all texts: one cell a character, and nothing to replace. */
const ASCII = /^[\x20-\x7E]*$/;

/** Pixels that a text takes at most. */
export function widthOf(text: string): number {
  return (ASCII.test(text) ? text.length : cellsIn(text)) * CELL;
}

/** What stands for a text that has no room; longer ones are cut, too, as a picture may show the same one often. */
const MAX_WHOLE = 4000;

/**
 * A text, cut with an ellipsis where it has more than `maxCells` of room, and what it stands for. Of IRIs the end says more than the
 * beginning.
 */
export function cutText(text: string, maxCells: number, whole = text, keeps: 'start' | 'end' = 'start'): PictureText {
  const tooLong = whole.length > MAX_WHOLE ? `${whole.slice(0, MAX_WHOLE)}…` : whole;
  return { shown: cut(text, maxCells, keeps), whole: writable(tooLong) };
}

function cut(text: string, maxCells: number, keeps: 'start' | 'end'): string {
  if (text.length <= maxCells && ASCII.test(text)) return text;
  // Marks take no cell, but any number of them can stand on one character.
  const most = 3 * maxCells;
  const near = keeps === 'start' ? text.slice(0, most) : text.slice(-most);
  const characters = Array.from(oneLine(writable(near)));
  if (near.length === text.length && cellsIn(characters) <= maxCells) return characters.join('');
  if (keeps === 'end') characters.reverse();
  let cells = 1;
  const kept: string[] = [];
  for (const character of characters) {
    cells += cellsOf(character);
    if (cells > maxCells) break;
    kept.push(character);
  }
  return keeps === 'start' ? `${kept.join('')}…` : `…${kept.toReversed().join('')}`;
}

/** What XML can hold. */
function writable(text: string): string {
  return ASCII.test(text) ? text : replaceNonXmlCharacters(replaceLoneSurrogates(text));
}

/** Without line ends, and without direction marks, which would turn what stands beside them. */
function oneLine(text: string): string {
  return text.replace(/[\t\n\r\u0085\u2028\u2029]/g, ' ').replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}

function cellsIn(text: Iterable<string>): number {
  let cells = 0;
  for (const character of text) cells += cellsOf(character);
  return cells;
}

function cellsOf(character: string): number {
  return ONE_CELL.test(character) ? 1 : NO_CELL.test(character) ? 0 : 2;
}

/** How nodes and values of one picture are called. */
export class PictureNames {
  readonly #names: PrefixedNames;
  readonly #labelOf: NonNullable<PictureOptions['labelOf']>;
  readonly #linkOf: NonNullable<PictureOptions['linkOf']>;

  constructor({ prefixes = new Map(), labelOf = () => undefined, linkOf = webAddress }: PictureOptions) {
    this.#names = prefixedNamesOf(prefixes);
    this.#labelOf = labelOf;
    this.#linkOf = linkOf;
  }

  /** The label or the name of a node, the text of a literal. */
  call(term: BoundTerm, maxCells: number): PictureText {
    const whole = this.tell(term);
    const label = this.#labelOf(term);
    if (label !== undefined) return cutText(label, maxCells, term.type === 'bnode' ? label : whole);
    if (term.type === 'uri') return this.callIri(term.value, maxCells);
    if (term.type === 'bnode') return cutText(whole, maxCells);
    const language = term['xml:lang'];
    return cutText(language === undefined ? term.value : `${term.value} @${language}`, maxCells, whole);
  }

  /** The prefixed name of an IRI, else the IRI. */
  callIri(iri: string, maxCells: number): PictureText {
    const name = this.#names.find(iri);
    return name === null ? cutText(iri, maxCells, iri, 'end') : cutText(name, maxCells, iri);
  }

  /** What stands in a document for the term. */
  tell(term: BoundTerm): string {
    if (term.type === 'uri') return term.value;
    if (term.type === 'bnode') return `_:${term.value}`;
    const language = term['xml:lang'];
    if (language !== undefined) return `"${term.value}"@${language}`;
    const datatype = datatypeOf(term);
    return datatype === XSD_STRING || datatype === RDF_LANG_STRING
      ? `"${term.value}"`
      : `"${term.value}"^^${this.#names.find(datatype) ?? datatype}`;
  }

  /** True for a node that has a label, or an IRI. */
  isNamed(term: BoundTerm): boolean {
    return term.type === 'uri' || this.#labelOf(term) !== undefined;
  }

  hrefOf(term: BoundTerm): string | null {
    return term.type === 'uri' ? this.#linkOf(term.value) : null;
  }
}

function webAddress(iri: string): string | null {
  return /^https?:\/\//i.test(iri) ? writable(iri) : null;
}
