import { Graph, layout, type EdgeLabel, type NodeLabel } from '@dagrejs/dagre';

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** An edge from a line of a card to the head of another card. */
export interface Link {
  readonly from: number;
  readonly to: number;
  /** From the upper edge of the card to the line. */
  readonly lineY: number;
}

export interface Layout extends Size {
  /** Left upper corners, in the order of the sizes. */
  readonly places: readonly Point[];
  /** In the order of the links. */
  readonly routes: ReadonlyArray<{ readonly path: string; readonly tip: string }>;
}

const MARGIN = 8;
const BETWEEN_RANKS = 48;
const BETWEEN_CARDS = 16;
/** Trees stand beside each other as long as they have room. */
const ROOM = 960;
const TIP = 5;

/** Where cards stand, from left to right along their links, and in their order; links make no circle. `headY` is where a card is entered. */
export function layoutCards(sizes: readonly Size[], links: readonly Link[], headY: number): Layout {
  const places: Point[] = [];
  const routes: Array<{ path: string; tip: string }> = [];
  const trees = treesOf(sizes.length, links).map((members) => placeTree(members, sizes, links));
  const room = Math.max(ROOM, ...trees.map(({ width }) => width));
  let [x, y, rowHeight, width] = [MARGIN, MARGIN, 0, 0];
  for (const tree of trees) {
    if (x > MARGIN && x + tree.width > room + MARGIN) {
      x = MARGIN;
      y += rowHeight + BETWEEN_CARDS;
      rowHeight = 0;
    }
    for (const [card, place] of tree.places) places[card] = { x: x + place.x, y: y + place.y };
    for (const [link, lanes] of tree.lanes) {
      const moved = lanes.map((lane) => ({ left: x + lane.left, right: x + lane.right, y: y + lane.y }));
      routes[link] = routeOf(links[link]!, places, sizes[links[link]!.from]!.width, moved, headY);
    }
    rowHeight = Math.max(rowHeight, tree.height);
    width = Math.max(width, x + tree.width);
    x += tree.width + BETWEEN_RANKS;
  }
  return { width: Math.ceil(width + MARGIN), height: Math.ceil(y + rowHeight + MARGIN), places, routes };
}

/** The cards of each part that hangs together, parts and cards in their order. */
function treesOf(count: number, links: readonly Link[]): number[][] {
  const first = Array.from({ length: count }, (_, card) => card);
  const find = (card: number): number => {
    let root = card;
    while (first[root] !== root) root = first[root] = first[first[root]!]!;
    return root;
  };
  for (const { from, to } of links) {
    const [one, other] = [find(from), find(to)];
    first[Math.max(one, other)] = Math.min(one, other);
  }
  const trees = new Map<number, number[]>();
  for (const card of first.keys()) {
    const root = find(card);
    const members = trees.get(root);
    if (members === undefined) trees.set(root, [card]);
    else members.push(card);
  }
  return [...trees.values()];
}

/** A column of cards that a link passes through, and the height that is free for it. */
interface Lane {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

interface Tree extends Size {
  readonly places: ReadonlyMap<number, Point>;
  /** What each link passes, its own column first. */
  readonly lanes: ReadonlyMap<number, readonly Lane[]>;
}

function placeTree(members: readonly number[], sizes: readonly Size[], links: readonly Link[]): Tree {
  const [only] = members as [number];
  if (members.length === 1) return { ...sizes[only]!, places: new Map([[only, { x: 0, y: 0 }]]), lanes: new Map() };
  const inTree = new Set(members);
  const own = Array.from(links, (link, place) => ({ ...link, place })).filter(({ from }) => inTree.has(from));
  const { centres, pointsOf } = rank(members, sizes, own);
  const columns = columnsOf(members.map((card) => ({ width: sizes[card]!.width, x: centres.get(card)!.x })));
  const { left: offset } = columns[0]!;

  const lanes = new Map<number, readonly Lane[]>();
  for (const { from, to, place } of own) {
    const [start, end] = [centres.get(from)!.x, centres.get(to)!.x];
    const passed = columns.filter(({ centre }) => centre >= start && centre < end);
    lanes.set(
      place,
      passed.map(({ centre, left, right }) => ({
        left: left - offset,
        right: right - offset,
        y: nearest(pointsOf(place), centre),
      })),
    );
  }
  const tops = members.map((card) => centres.get(card)!.y - sizes[card]!.height / 2);
  const bottoms = members.map((card) => centres.get(card)!.y + sizes[card]!.height / 2);
  const passing = [...lanes.values()].flatMap((all) => all.slice(1).map(({ y }) => y));
  const top = Math.floor(Math.min(...tops, ...passing));
  return {
    width: columns.at(-1)!.right - offset,
    height: Math.ceil(Math.max(...bottoms, ...passing)) - top,
    // Cards of a column begin at one line, as a list does.
    places: new Map(
      members.map((card, i) => {
        const column = columns.find(({ centre }) => centre === centres.get(card)!.x)!;
        return [card, { x: column.left - offset, y: Math.round(tops[i]! - top) }];
      }),
    ),
    lanes: new Map(Array.from(lanes, ([place, all]) => [place, all.map((lane) => ({ ...lane, y: lane.y - top }))])),
  };
}

interface Ranked {
  /** Of each card; those of a column have the same x. */
  readonly centres: ReadonlyMap<number, Point>;
  /** Points on the way of a link, by its place. */
  pointsOf(place: number): readonly Point[];
}

/** Cards in columns, and ways between them, in the order of the document: it is the one that people know. */
function rank(
  members: readonly number[],
  sizes: readonly Size[],
  links: ReadonlyArray<Link & { readonly place: number }>,
): Ranked {
  if (members.length === 2 && links.length === 1) return besideEachOther(links[0]!, sizes);
  const graph = new Graph<object, NodeLabel, EdgeLabel>({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: BETWEEN_CARDS, edgesep: BETWEEN_CARDS, ranksep: BETWEEN_RANKS });
  for (const card of members) graph.setNode(String(card), { ...sizes[card]! });
  for (const { from, to, place } of links) graph.setEdge(String(from), String(to), {}, String(place));
  layout(graph, { disableOptimalOrderHeuristic: true });
  const ways = new Map(
    links.map(({ from, to, place }) => [place, graph.edge(String(from), String(to), String(place)).points ?? []]),
  );
  return {
    centres: new Map(
      members.map((card) => {
        const { x, y } = graph.node(String(card));
        return [card, { x: Math.round(x!), y: y! }];
      }),
    ),
    pointsOf: (place) => ways.get(place)!,
  };
}

/** Two cards with one link, as most templates have them: where dagre places them, which would need longer than all else of the picture. */
function besideEachOther({ from, to }: Link, sizes: readonly Size[]): Ranked {
  const [one, other] = [sizes[from]!, sizes[to]!];
  const y = Math.max(one.height, other.height) / 2;
  return {
    centres: new Map([
      [from, { x: Math.round(one.width / 2), y }],
      [to, { x: Math.round(one.width + BETWEEN_RANKS + other.width / 2), y }],
    ]),
    // The link passes no column between.
    pointsOf: () => [],
  };
}

interface Column {
  readonly centre: number;
  readonly left: number;
  readonly right: number;
}

function columnsOf(cards: ReadonlyArray<{ readonly width: number; readonly x: number }>): Column[] {
  const widths = new Map<number, number>();
  for (const { width, x } of cards) widths.set(x, Math.max(widths.get(x) ?? 0, width));
  return Array.from(widths, ([centre, width]) => ({
    centre,
    left: centre - width / 2,
    right: centre + width / 2,
  })).sort((a, b) => a.centre - b.centre);
}

/** The height of a way where it passes a column. */
function nearest(points: readonly Point[], x: number): number {
  let [found] = points;
  for (const point of points) if (Math.abs(point.x - x) < Math.abs(found!.x - x)) found = point;
  return found?.y ?? 0;
}

/** From the end of a line, through the columns between, to the head of the other card. It bends between columns alone, where no cards are. */
function routeOf(
  { from, to, lineY }: Link,
  places: readonly Point[],
  width: number,
  lanes: readonly Lane[],
  headY: number,
): { path: string; tip: string } {
  const start = places[from]!;
  const end = { x: places[to]!.x, y: places[to]!.y + headY };
  let y = start.y + lineY;
  const [own, ...passed] = lanes as [Lane, ...Lane[]];
  let path = `M${round(start.x + width)} ${round(y)}H${round(own.right)}`;
  let x = own.right;
  for (const { left, right, y: laneY } of [...passed, { left: end.x, right: end.x, y: end.y }]) {
    const middle = (x + left) / 2;
    path += `C${round(middle)} ${round(y)} ${round(middle)} ${round(laneY)} ${round(left)} ${round(laneY)}`;
    if (right > left) path += `H${round(right)}`;
    [x, y] = [right, laneY];
  }
  const [tipX, tipY] = [round(end.x), round(end.y)];
  return { path, tip: `M${tipX} ${tipY}l${-TIP - 2} ${-TIP}v${2 * TIP}z` };
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
