import type { ChosenCard } from './choose-cards.ts';

/** More edges than these would cross all others. */
const MAX_EDGES = 3;

/**
 * The cards that others refer to by numbers in place of edges: those that many point to, and those through which a circle is closed.
 * The edges to the others make no circle.
 *
 * @returns the numbers, by the places of the cards
 */
export function numberReferences(cards: readonly ChosenCard[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { lines } of cards) {
    for (const { target } of lines) if (target !== null) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  const referred = findClosing(cards);
  for (const [target, count] of counts) if (count > MAX_EDGES) referred.add(target);
  return new Map([...referred].sort((a, b) => a - b).map((target, i) => [target, i + 1]));
}

/** The targets of edges that lead back to where a walk came from. */
function findClosing(cards: readonly ChosenCard[]): Set<number> {
  const closing = new Set<number>();
  const state: Array<'open' | 'done' | undefined> = [];
  for (const start of cards.keys()) {
    if (state[start] !== undefined) continue;
    state[start] = 'open';
    const path = [{ card: start, line: 0 }];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const line = cards[here.card]!.lines[here.line++];
      if (line === undefined) {
        state[here.card] = 'done';
        path.pop();
      } else if (line.target !== null) {
        if (state[line.target] === 'open') closing.add(line.target);
        else if (state[line.target] === undefined) {
          state[line.target] = 'open';
          path.push({ card: line.target, line: 0 });
        }
      }
    }
  }
  return closing;
}
