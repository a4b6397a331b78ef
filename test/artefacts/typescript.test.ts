import { toUSVString } from 'node:util';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { artefactOf, HOSTILE_KEYS } from '../support/artefacts.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const vocabulary = await seededVocabulary();

interface Member {
  readonly key: { readonly value?: string };
}
interface Statement {
  readonly type: string;
  readonly declaration?: {
    readonly type: string;
    readonly id: { readonly name: string };
    readonly body?: { readonly body: readonly Member[] };
  };
}

test('records of an empty key and of one that is named so have types of their own', () => {
  const { text } = artefactOf(vocabulary, 'typescript', '{"":{"voltage-V":1},"Empty":{"battery_id":"a"}}');
  const names = Array.from(text.matchAll(/^export interface (\w+)/gm), ([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(3);
});

describe('types of hostile keys', () => {
  const keys = HOSTILE_KEYS.filter((key) => toUSVString(key) === key);

  test.each([
    ['keys', HOSTILE_KEYS],
    ['a sample', `{"rows":${JSON.stringify(Object.fromEntries(HOSTILE_KEYS.map((key) => [key, {}])))}}`],
  ] as const)('of %s are declarations and nothing else', (_, of) => {
    const { text } = artefactOf(vocabulary, 'typescript', of, { lenient: true });
    const { program, errors } = parseSync('document.d.ts', text, { lang: 'dts' });
    expect(errors).toEqual([]);
    const statements = program.body as unknown as Statement[];
    expect(
      statements.every(
        ({ type, declaration }) =>
          type === 'ExportNamedDeclaration' && /^TS(?:Interface|TypeAlias)Declaration$/.test(declaration!.type),
      ),
    ).toBe(true);
    const names = statements.map(({ declaration }) => declaration!.id.name);
    expect(new Set(names).size).toBe(names.length);
    const members = statements.flatMap(({ declaration }) => declaration!.body?.body ?? []);
    const found = new Set(members.flatMap(({ key }) => key?.value ?? []));
    // An object of JavaScript that is written with this name has none.
    for (const key of keys) if (key !== '__proto__' || typeof of !== 'string') expect([...found]).toContain(key);
  });
});
