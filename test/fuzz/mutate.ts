/** Changes to documents: to their bytes, to their structure, to their `@semantic`. */
import type { Written } from '../support/written-json.ts';
import type { Random } from './random.ts';
import { pathsOf, replaceAt, valueAt } from './tree.ts';

/** Pieces that parsers trip over. */
const ODD_BYTES: readonly (readonly number[])[] = [
  [0xff], [0x80], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0xef, 0xbb, 0xbf], [0xc3], [0xf0, 0x9f, 0x98, 0x80], [0],
  [0x1f], [0x7f], [0x0b], [0xa0], [0x5c], [0x22], [0x5c, 0x75, 0x64, 0x38, 0x30, 0x30], [0x2c], [0x7b], [0x7d], [0x5b], [0x5d], [0x3a], [0x2d], [0x2e],
  [0x65], [0x30], [0x39], [0x0a], [0x20],
]; // prettier-ignore

const NUMBERS = [
  '0',
  '-0',
  '1e400',
  '1E-400',
  '0.10',
  '9007199254740993',
  '1e30',
  '1e31',
  '12.0',
  '-1.50e+2',
  '0.0',
  `1${'0'.repeat(400)}`,
];
const STRINGS = [
  '', 'a', '2024-01-01T00:00:00Z', '2024-01-01 00:00', '2024-02-30', '2024-01-01T24:00:00Z', 'https://ex.org/a b', 'urn:x:y', 'http://h/\u0000<>"{}|\\^`', '\ud800', '\udc00x', '\uffff',
  '\ufeff', ']]>', '&amp;<', '\u0000', 'INF', '1.0', '_:b0', '"""', '\\', '@en', '\r\n', '\u{10ffff}', '%zz', '../x', 'x'.repeat(300),
]; // prettier-ignore
const KEYS = [
  '', '@semantic', '__proto__', 'constructor', 'hasOwnProperty', '?n', '?', '$x', '@id', '@type', '@context', '@value', '1', '-', '.', '..', 'a/b', 'a b', 'é', '\ud800', 'rdf:type', '_:b',
  '%', 'k'.repeat(200), '\u0000', '<', '"', '\u{1f600}',
]; // prettier-ignore
const KNOWN_KEYS = [
  'datetime',
  'when',
  'day',
  'energy-kWh',
  'active_power-kW',
  'status',
  'device_id',
  'site',
  'readings',
  'sub',
  'b',
];

/** One to four changes to bytes, which may break the JSON or the UTF-8. */
export function mutateBytes(body: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  let bytes = Buffer.from(body);
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const at = random.below(bytes.length + 1);
    const end = Math.min(bytes.length, at + 1 + random.below(random.once(4) ? 64 : 4));
    const slice = bytes.subarray(at, end);
    const before = bytes.subarray(0, at);
    switch (random.below(7)) {
      case 0:
        bytes = Buffer.concat([before, bytes.subarray(end)]);
        break;
      case 1:
        bytes = Buffer.concat([before, Buffer.from(random.pick(ODD_BYTES)), bytes.subarray(random.once(2) ? at : end)]);
        break;
      case 2:
        bytes = Buffer.concat([
          before,
          ...Array.from({ length: 1 + random.below(4) }, () => slice),
          bytes.subarray(at),
        ]);
        break;
      case 3: {
        const from = random.below(other.length);
        bytes = Buffer.concat([before, other.subarray(from, from + random.below(64)), bytes.subarray(end)]);
        break;
      }
      case 4:
        if (at < bytes.length) bytes[at] = bytes[at]! ^ (1 << random.below(8));
        break;
      case 5:
        if (random.once(3)) bytes = Buffer.from(before);
        break;
      default: {
        // A long run of one piece.
        const count = random.once(20) ? 20_000 : random.below(200);
        bytes = Buffer.concat([before, ...Array.from({ length: count }, () => slice), bytes.subarray(end)]);
      }
    }
  }
  return bytes.subarray(0, 256 * 1024);
}

/** One to six changes to the structure: it stays JSON. */
export function mutateStructure(document: Written, other: Written, random: Random): Written {
  let tree = document;
  for (let changes = 1 + random.below(6); changes > 0; changes--) {
    const paths = pathsOf(tree);
    if (paths.length > 20_000) return tree;
    const path = random.pick(paths);
    // The root stays an object, but for now and then.
    if (path.length === 0 && !random.once(30)) {
      tree = addMember(tree, random.pick(KNOWN_KEYS), anyValue(tree, other, random), random);
      continue;
    }
    tree = replaceAt(tree, path, changed(valueAt(tree, path), tree, other, random));
  }
  return tree;
}

function changed(value: Written, tree: Written, other: Written, random: Random): Written | null {
  switch (random.below(9)) {
    case 0:
      return null;
    case 1:
      return { items: Array.from({ length: random.below(4) }, () => value) };
    case 2:
      return { members: [[random.pick(random.once(3) ? KEYS : KNOWN_KEYS), value]] };
    case 3: {
      let nested = value;
      for (let depth = random.below(random.once(5) ? 140 : 6); depth > 0; depth--)
        nested = random.once(2) ? { items: [nested] } : { members: [[random.pick(KNOWN_KEYS), nested]] };
      return nested;
    }
    case 4:
      return changedList(value, random);
    case 5:
      return 'members' in value ? renamed(value, random) : anyScalar(random);
    case 6:
      return 'members' in value
        ? addMember(value, random.pick(random.once(2) ? KEYS : KNOWN_KEYS), anyValue(tree, other, random), random)
        : anyValue(tree, other, random);
    case 7:
      return anyScalar(random);
    default:
      return anyValue(tree, other, random);
  }
}

/** Items or members repeated, swapped or turned round. */
function changedList(value: Written, random: Random): Written {
  const change = <T>(list: readonly T[]): T[] => {
    const length = list.length;
    if (length === 0) return [];
    if (random.once(3)) return list.toReversed();
    const room = Math.ceil(20_000 / pathsOf(value).length);
    const times = Math.min(room, random.once(10) ? 2000 : 2);
    if (random.once(2)) return Array.from({ length: times }, () => list).flat();
    const copy = [...list];
    const [one, two] = [random.below(length), random.below(length)];
    [copy[one], copy[two]] = [copy[two]!, copy[one]!];
    return copy;
  };
  if ('items' in value) return { items: change(value.items) };
  if ('members' in value) return { members: change(value.members) };
  return value;
}

function renamed({ members }: Extract<Written, { members: unknown }>, random: Random): Written {
  const at = random.below(Math.max(1, members.length));
  const names = random.once(2) ? KNOWN_KEYS : [...KEYS, ...members.map(([name]) => name)];
  return { members: members.map(([name, value], index) => [index === at ? random.pick(names) : name, value]) };
}

function addMember(tree: Written, name: string, value: Written, random: Random): Written {
  if (!('members' in tree)) return { members: [[name, value]] };
  const at = random.below(tree.members.length + 1);
  return { members: [...tree.members.slice(0, at), [name, value], ...tree.members.slice(at)] };
}

function anyScalar(random: Random): Written {
  switch (random.below(4)) {
    case 0:
      return { raw: random.pick(NUMBERS) };
    case 1:
      return { raw: random.pick(['null', 'true', 'false']) };
    default:
      return { characters: random.pick(STRINGS) };
  }
}

function anyValue(tree: Written, other: Written, random: Random): Written {
  const from = random.once(2) ? tree : other;
  return random.once(3) ? anyScalar(random) : valueAt(from, random.pick(pathsOf(from)));
}

const PREFIXES = [
  'ex',
  'sosa',
  'time',
  'rdf',
  'xsd',
  '',
  '_',
  'a',
  '__proto__',
  'é',
  'a.b',
  '-x',
  '1',
  'urn',
  'http',
  'x y',
  '@base',
  'dcterms',
];
const NAMESPACES = [
  'https://ex.org/ns#', 'https://ex.org/ns/', 'urn:x:', 'https://ex.org/é/', 'http://h', 'https://ex.org/a%20b?q=', 'https://other.example/time#', 'http://www.w3.org/2006/time#',
  'https://ex.org/.', 'http://h/-', 'no iri', '', 'https://ex.org/1',
]; // prettier-ignore
const PREDICATES = [
  'rdf:type', 'a', 'sosa:hasResult', 'time:inXSDDateTimeStamp', 'time:inXSDDateTime', 'time:inXSDDate', 'time:hasTime', 'ex:p', 'ex:', 'ex:1', 'ex:-', 'ex:a/1', 'ex:%41', 'ex:é', 'ex:a.',
  'rdf:li', 'rdf:_1', 'rdf:Description', 'rdf:about', 'rdf:first', 'xsd:string', 'ex:xmlns', 'ex:xml', '_:b', 'a:b:c', 'x', '', 'nope:x', 'rdf:a b',
]; // prettier-ignore
const NODES = ['?n', '?m', '?o', '?', '?nodes', '??', '?é', '?a b'];

/** One to five changes to `@semantic`, which is put in when there is none. */
export function mutateSemantic(document: Written, random: Random): Written {
  let tree = 'members' in document ? document : { members: [] as (readonly [string, Written])[] };
  const keys = namesIn(tree).filter((name) => name !== '@semantic');
  const tokens = [
    ...keys.flatMap((key) => [`$${key}`, `@${key}`]),
    ...NODES,
    'sosa:Observation',
    'time:Instant',
    'ex:',
    'ex:é.',
    '$',
    '@',
    '$nothing',
    'nope:x',
    'ex:a b',
  ];
  const object = (): Written =>
    random.once(3)
      ? { items: Array.from({ length: random.below(4) }, () => ({ characters: random.pick(tokens) })) }
      : { characters: random.pick(tokens) };
  const template = (): Written => ({
    members: Array.from({ length: random.below(5) }, () => [
      random.pick(PREDICATES.slice(0, random.once(3) ? undefined : 9)),
      object(),
    ]),
  });
  for (let changes = 1 + random.below(5); changes > 0; changes--) {
    const name = random.pick(
      random.once(2) && keys.length > 0 ? keys : random.once(4) ? [...KEYS, ...KNOWN_KEYS] : NODES.slice(0, 3),
    );
    switch (random.below(8)) {
      case 0:
        tree = setIn(tree, ['@semantic', '@prefix', random.pick(PREFIXES)], { characters: random.pick(NAMESPACES) });
        break;
      case 1:
        tree = setIn(tree, ['@semantic', '@prefix', '@base'], { characters: random.pick(NAMESPACES) });
        break;
      case 2:
        tree = setIn(tree, ['@semantic', '@annotations', random.pick(PREDICATES)], anyScalar(random));
        break;
      case 3:
        // A circle, or a node that describes itself.
        tree = setIn(tree, ['@semantic', '@context', '?n'], {
          members: [['ex:p', { characters: random.pick(['?n', '?m']) }]],
        });
        tree = setIn(tree, ['@semantic', '@context', '?m'], { members: [['ex:p', { characters: '?n' }]] });
        tree = setIn(tree, ['@semantic', '@prefix', 'ex'], { characters: 'https://ex.org/ns#' });
        break;
      case 4:
        if (random.once(4))
          tree = setIn(
            tree,
            [
              '@semantic',
              ...(random.once(2) ? ['@context', name] : [random.pick(['@prefix', '@context', '@annotations', 'x'])]),
            ],
            anyScalar(random),
          );
        break;
      default:
        tree = setIn(tree, ['@semantic', '@context', name], template());
    }
  }
  return tree;
}

function namesIn(tree: Written): string[] {
  if ('items' in tree) return tree.items.flatMap(namesIn);
  if (!('members' in tree)) return [];
  return tree.members.flatMap(([name, value]) => (name === '@semantic' ? [] : [name, ...namesIn(value)]));
}

/** The record with the value at the end of these names; what is no record on the way becomes one. */
function setIn(
  tree: Written,
  [name, ...rest]: readonly string[],
  value: Written,
): { members: (readonly [string, Written])[] } {
  const members = 'members' in tree ? [...tree.members] : [];
  const at = members.findIndex(([present]) => present === name);
  const old = at < 0 ? { members: [] } : members[at]![1];
  const next = [name!, rest.length === 0 ? value : setIn(old, rest, value)] as const;
  if (at < 0) members.unshift(next);
  else members[at] = next;
  return { members };
}
