import { Graph, layout, type EdgeLabel, type NodeLabel } from '@dagrejs/dagre';
import { assert, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutCards, type Size } from '../../../src/web/picture/layout.ts';

const size = tuple(integer({ min: 20, max: 600 }), integer({ min: 34, max: 800 })).map(([width, height]): Size => ({
  width,
  height,
}));

/** Left upper corners of two cards with a link from the first one, by the engine that larger pictures are placed by. */
function placedByEngine(sizes: readonly [Size, Size]): Array<{ x: number; y: number }> {
  const graph = new Graph<object, NodeLabel, EdgeLabel>({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 16, edgesep: 16, ranksep: 48 });
  for (const [card, { width, height }] of sizes.entries()) graph.setNode(String(card), { width, height });
  graph.setEdge('0', '1', {}, 'link');
  layout(graph, { disableOptimalOrderHeuristic: true });
  const corners = sizes.map(({ width, height }, card) => {
    const { x, y } = graph.node(String(card));
    return { x: Math.round(x!) - width / 2, y: y! - height / 2 };
  });
  const [left, top] = [corners[0]!.x, Math.floor(Math.min(corners[0]!.y, corners[1]!.y))];
  return corners.map(({ x, y }) => ({ x: x - left, y: Math.round(y - top) }));
}

describe('places of cards', () => {
  it('are those of the engine where two cards have one link, which it is not asked for', () => {
    assert(
      property(tuple(size, size), (sizes) => {
        const { places } = layoutCards(sizes, [{ from: 0, to: 1, lineY: 40 }], 17);
        const [first] = places as [{ x: number; y: number }];
        const expected = placedByEngine(sizes);
        expect(places.map(({ x, y }) => ({ x: x - first.x, y: y - first.y }))).toEqual(
          expected.map(({ x, y }) => ({ x: x - expected[0]!.x, y: y - expected[0]!.y })),
        );
      }),
    );
  });
});
