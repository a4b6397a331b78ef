import { RDF_TYPE } from '../../rdf/namespaces.ts';
import type { BoundTerm } from '../../rdf/rows.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { ChosenCard } from './choose-cards.ts';
import type { TableNode, TableRow } from './model.ts';
import type { PictureNames } from './texts.ts';

/** Room that a text has in a cell of the table, in which it breaks. */
const MAX_CELLS = 4000;

/** The first triples of the cards, also those that a card has no line for. */
export function tableRows(
  cards: readonly ChosenCard[],
  names: PictureNames,
  isOptional: (triple: Triple) => boolean,
  maxRows: number,
): TableRow[] {
  const rows: TableRow[] = [];
  for (const { subject } of cards) {
    const types = subject.types.map((o) => ({ s: subject.term, p: RDF_TYPE, o }));
    for (const triples of [types, ...subject.values.values()]) {
      for (const triple of triples) {
        if (rows.length >= maxRows) return rows;
        const { s, p, o } = triple;
        rows.push({
          subject: nodeOf(s, names),
          property: { text: names.callIri(p, MAX_CELLS), href: names.hrefOf({ type: 'uri', value: p }) },
          value: nodeOf(o, names),
          isOptional: isOptional(triple),
        });
      }
    }
  }
  return rows;
}

function nodeOf(term: BoundTerm, names: PictureNames): TableNode {
  return { text: names.call(term, MAX_CELLS), href: names.hrefOf(term) };
}
