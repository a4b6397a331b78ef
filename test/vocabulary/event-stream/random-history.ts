import { writeCanonical, versionOfText } from '../../../src/vocabulary/versions/version.ts';
import { readCanonical, STAND_IN } from '../../../src/vocabulary/versions/version.ts';
import { tableOf } from '../../../src/vocabulary/triple-table-builder.ts';
import { HUB } from '../seeded.ts';

/** Addresses that stand between each other's lines, and one of others. */
const ADDRESSES = ['power', 'power-kW', 'power-kW-max', 'power.a', 'power$', 'müde', 'category/x', ''].map(
  (name) => `${STAND_IN}/vocabulary/${encodeURI(name)}`,
);
const OTHERS = ['http://qudt.org/vocab/unit/KiloW', 'http://other.example/ns#one', 'http://other.example/ns#two'];

/** Numbers from 0 to 1 that are the same each time. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A canonical text, and the name of its version. */
export interface Text {
  readonly text: string;
  readonly version: string;
}

export function textOf(lines: Iterable<string>): Text {
  const triples = readCanonical([...lines].join(''), HUB);
  const text = writeCanonical(tableOf(triples, HUB), HUB).toString();
  return { text, version: versionOfText(text) };
}

/** Versions one after another; now and then one comes back. */
export function randomHistory(random: () => number, length: number): Text[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const line = (): string => {
    const address = pick([...ADDRESSES, ...OTHERS]);
    const subject =
      address.startsWith(STAND_IN) && random() < 0.4 ? `${address}#row-${Math.floor(random() * 3)}` : address;
    return `<${subject}> <http://p.example/${pick(['a', 'b'])}> "${pick(['x', '\u{1F50B}', '\u{FFFD}', 'é'])}" .\n`;
  };
  let lines = new Set(Array.from({ length: 30 }, line));
  const versions = [textOf(lines)];
  while (versions.length < length) {
    lines = new Set([...lines].filter(() => random() > 0.1));
    for (let count = Math.floor(random() * 4); count > 0; count--) lines.add(line());
    const isBack = random() < 0.15;
    if (isBack) lines = new Set(pick(versions).text.split(/(?<=\n)/));
    const next = textOf(lines);
    if (next.version !== versions.at(-1)!.version) versions.push(next);
  }
  return versions;
}
