import { expect, test } from 'vitest';
import { addressOf, compareAddresses, findMembers } from '../../../src/vocabulary/event-stream/find-members.ts';
import { readMembers, writeMember, type StepMember } from '../../../src/vocabulary/event-stream/step-text.ts';
import { randomHistory, randomOf } from './random-history.ts';

async function* inPieces(text: string, lines: number): AsyncGenerator<Uint8Array> {
  const all = text.split(/(?<=\n)/);
  for (let at = 0; at < all.length; at += lines) yield Buffer.from(all.slice(at, at + lines).join(''));
}

/** The same, found by maps. */
function reference(before: string, after: string): StepMember[] {
  const byAddress = (text: string): Map<string, string[]> => {
    const found = new Map<string, string[]>();
    for (const line of text.split(/(?<=\n)/)) {
      if (line !== '') found.set(addressOf(line), [...(found.get(addressOf(line)) ?? []), line]);
    }
    return found;
  };
  const [old, fresh] = [byAddress(before), byAddress(after)];
  const addresses = [...new Set([...old.keys(), ...fresh.keys()])].sort(compareAddresses);
  return addresses.flatMap((iri): StepMember[] => {
    const [was, lines] = [old.get(iri) ?? [], fresh.get(iri) ?? []];
    if (was.join('') === lines.join('')) return [];
    return [
      {
        kind: was.length === 0 ? 'create' : lines.length === 0 ? 'delete' : 'update',
        iri,
        lines,
      },
    ];
  });
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'finds what differs at each address, history %i',
  async (seed) => {
    const random = randomOf(seed);
    const versions = randomHistory(random, 6);
    for (const [at, { text }] of versions.entries()) {
      const before = versions[at - 1]?.text ?? null;
      const pieces = 1 + Math.floor(random() * 9);
      const found: StepMember[] = [];
      for await (const member of findMembers(before === null ? null : inPieces(before, 3), inPieces(text, pieces)))
        found.push(member);
      expect(found).toEqual(reference(before ?? '', text));
      expect(readMembers(found.map(writeMember).join(''))).toEqual(found);
    }
  },
);

test('what differs in the fragment alone stands at one address, for the IRIs of the hub', () => {
  expect(addressOf('<https://hub.invalid/vocabulary/start#row-1> <http://p.example/> "x" .\n')).toBe(
    'https://hub.invalid/vocabulary/start',
  );
  expect(addressOf('<http://other.example/ns#one> <http://p.example/> "x" .\n')).toBe('http://other.example/ns#one');
});

test('a text that ends within a line is refused', async () => {
  const walk = async (): Promise<void> => {
    for await (const _ of findMembers(null, inPieces('<https://hub.invalid/a> <http://p.example/> "x"', 1)));
  };
  await expect(walk()).rejects.toThrow('ends within a line');
});
