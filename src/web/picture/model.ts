import type { BoundTerm } from '../../rdf/rows.ts';
import type { Triple } from '../../rdf/triple.ts';

/** How a graph is drawn. */
export interface PictureOptions {
  /** Namespaces by their prefixes, which names are shortened with. */
  readonly prefixes?: ReadonlyMap<string, string>;
  /** What people call a node; undefined for a node that goes by its name. */
  readonly labelOf?: (node: BoundTerm) => string | undefined;
  /** Where the link of an IRI leads, null for nowhere. Default: IRIs of http and https lead to themselves. It is taken as it is. */
  readonly linkOf?: (iri: string) => string | null;
  /** True for a triple that is there only when something else is. Default: none. */
  readonly isOptional?: (triple: Triple) => boolean;
  /** Default 40. */
  readonly maxCards?: number;
  /** Lines of one card, default 20. */
  readonly maxLines?: number;
  /** Values that a card shows of one property, default 3. */
  readonly maxValues?: number;
  /** Rows of the table, default 500. */
  readonly maxRows?: number;
}

/** A text as a picture shows it. */
export interface PictureText {
  /** Cut to what has room. */
  readonly shown: string;
  readonly whole: string;
}

/** A property of a node with one value. */
export interface PictureLine {
  readonly property: PictureText;
  /**
   * - `literal`, `node`: the value is the text; a node has no card of its own.
   * - `edge`: an edge leads to the card of the value.
   * - `reference`: the value is the card with the number that the text tells.
   * - `more`: the text says how many values are not shown.
   */
  readonly kind: 'literal' | 'node' | 'edge' | 'reference' | 'more';
  readonly value: PictureText;
  readonly href: string | null;
  /** Of a reference: the number of its card. */
  readonly number: number | null;
  readonly isOptional: boolean;
}

/** A node with its literals, and with those values that have no card of their own. Lengths are CSS pixels. */
export interface PictureCard {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** By which other cards refer to it; null for a card that edges lead to. */
  readonly number: number | null;
  /** Types of the node, its name where it has none. */
  readonly heading: PictureText;
  /** Null where the heading tells it, and for a node without a name. */
  readonly name: PictureText | null;
  readonly href: string | null;
  readonly lines: readonly PictureLine[];
  /** Where the lines begin. */
  readonly headHeight: number;
  /** From the card's left edge to the values. */
  readonly valueX: number;
  /** It is there only when something else is. */
  readonly isOptional: boolean;
}

interface PictureEdge {
  /** Places among the cards. */
  readonly from: number;
  readonly to: number;
  /** The data of an SVG path. */
  readonly path: string;
  /** The data of its arrowhead. */
  readonly tip: string;
  readonly isOptional: boolean;
}

export interface TableNode {
  readonly text: PictureText;
  readonly href: string | null;
}

/** A triple, for the table beside the picture. */
export interface TableRow {
  readonly subject: TableNode;
  readonly property: TableNode;
  readonly value: TableNode;
  readonly isOptional: boolean;
}

/** A graph, drawn. Plain data, which can be sent from a worker. */
export interface PictureModel {
  readonly width: number;
  readonly height: number;
  /** In the order of the document. */
  readonly cards: readonly PictureCard[];
  readonly edges: readonly PictureEdge[];
  /** Nodes that could have a card. */
  readonly nodes: number;
  /** The triples of the cards, in their order. */
  readonly rows: readonly TableRow[];
  /** Triples of the graph. */
  readonly triples: number;
}
