/**
 * Documents with their blocks, as JSON text, made to run into every rule of the mapping; numbers, strings and white space of every shape, written
 * out so that digits survive. Beside them the hubs whose terms they use.
 */
import fc from 'fast-check';
import type { Lexicon, Template } from '../../src/mapping/lexicon/lexicon.ts';
import { KNOWN, block } from './arbitrary-block.ts';
import {
  ENTITY_KEYS,
  ODD_KEYS,
  RECORD_KEYS,
  TIME_KEYS,
  VALUE_KEYS,
  member,
  rarely,
  scalar,
  timed,
} from './arbitrary-values.ts';
import type { ReferenceOptions } from './reference-mapping.ts';
import { writeJson } from './written-json.ts';
import type { Written } from './written-json.ts';

export interface DocumentCase {
  readonly text: string;
  readonly options: Required<Pick<ReferenceOptions, 'base' | 'align' | 'maxArrayItems'>>;
}

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** The golden hub with a term for every datatype that has a rule of its own. */
export function extendLexicon(lexicon: Lexicon): Lexicon {
  const terms = new Map(lexicon.terms);
  for (const [name, type] of [
    ['tiny', 'byte'],
    ['loss', 'nonPositiveInteger'],
    ['cells', 'positiveInteger'],
    ['ticks', 'unsignedLong'],
    ['ratio', 'float'],
    ['token', 'token'],
  ] as const) {
    terms.set(name, { datatype: XSD + type, template: [] });
  }
  const ranges: readonly (readonly [string, string | null, string | null])[] = [
    ['energy-kWh', '0', null],
    ['active_power-kW', '-1', '100'],
    ['tiny', '-3', '12'],
    ['loss', null, '-1'],
    ['ratio', '0', '1'],
    ['token', '0', '1'],
    ['ticks', '0', '100.5'],
  ];
  for (const [name, smallest, largest] of ranges)
    terms.set(name, { ...terms.get(name)!, range: { smallest, largest } });
  terms.set('tiny', { ...terms.get('tiny')!, replacedBy: 'loss' });
  terms.set('ratio', { ...terms.get('ratio')!, replacedBy: null });
  return { ...lexicon, terms };
}

/** A hub in which every key of the documents but those with `?` is a term, most of them with the templates that the blocks use. */
export function registerKeys(lexicon: Lexicon): Lexicon {
  const read = (template: Written): Template =>
    !('members' in template)
      ? []
      : template.members.map(
          ([name, value_]) =>
            [
              name,
              'characters' in value_
                ? [value_.characters]
                : 'items' in value_
                  ? value_.items.map((item) => ('characters' in item ? item.characters : ''))
                  : [],
            ] as const,
        );
  const terms = new Map(extendLexicon(lexicon).terms);
  for (const name of [...TIME_KEYS, ...VALUE_KEYS, ...ENTITY_KEYS, ...RECORD_KEYS, ...ODD_KEYS]) {
    if (name.startsWith('?')) continue;
    const template = Object.hasOwn(KNOWN, name) ? read(KNOWN[name]![0]!) : [];
    terms.set(name, { datatype: `${XSD}string`, ...terms.get(name), template });
  }
  const nodes = new Map(
    Object.keys(KNOWN)
      .filter((name) => name.startsWith('?'))
      .map((name) => [name.slice(1), read(KNOWN[name]![0]!)] as const),
  );
  return { ...lexicon, terms, nodes, prefixes: new Map([...lexicon.prefixes, ['ex', 'https://ex.org/ns#']]) };
}

/** A document without a block of its own making. */
export const plainDocument: fc.Arbitrary<DocumentCase> = fc
  .record({
    members: fc.oneof(fc.array(member(2), { maxLength: 8 }), timed),
    old: rarely(
      fc.oneof(
        scalar,
        fc.constant({ items: [] }),
        fc.constant({
          members: [['@context', { members: [['b', { members: [['a', { characters: 'ex:old' }]] }]] }]],
        } as Written),
      ),
      3,
    ),
    style: fc.oneof(fc.constant(0), fc.nat()),
    options: fc.record({
      base: rarely(fc.constantFrom('https://option.example/x/', 'http://option.example/#'), 3),
      align: fc.boolean(),
      maxArrayItems: fc.oneof(
        { weight: 2, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
      ),
    }),
  })
  .map(({ members, old, style, options }) => ({
    text: writeJson({ members: old === null ? members : [...members, ['@semantic', old]] }, style),
    options,
  }));

/** A document with its block somewhere among its members, now and then with a second block that is overruled. */
export const documentCase: fc.Arbitrary<DocumentCase> = fc
  .record({
    members: fc.oneof(fc.array(member(2), { maxLength: 8 }), timed),
    semantic: block,
    overruled: rarely(block, 12),
    at: fc.nat(8),
    style: fc.oneof(fc.constant(0), fc.nat()),
    options: fc.record({
      base: rarely(fc.constantFrom('https://option.example/x/', 'http://option.example/#'), 4),
      align: fc.integer({ min: 0, max: 5 }).map((number) => number > 0),
      maxArrayItems: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
      ),
    }),
  })
  .map(({ members, semantic, overruled, at, style, options }) => {
    const place = Math.min(at, members.length);
    const all: (readonly [string, Written])[] = [
      ...members.slice(0, place),
      ['@semantic', semantic],
      ...members.slice(place),
    ];
    if (overruled !== null) all.unshift(['@semantic', overruled]);
    return { text: writeJson({ members: all }, style), options };
  });
