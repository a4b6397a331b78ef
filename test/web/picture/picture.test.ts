import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { convert } from '../../../src/mapping/library.ts';
import { readNTriples } from '../../../src/rdf/read-ntriples.ts';
import type { BoundTerm } from '../../../src/rdf/rows.ts';
import type { Triple } from '../../../src/rdf/triple.ts';
import type { PictureModel } from '../../../src/web/picture/model.ts';
import { pictureDocument } from '../../../src/web/picture/picture-document.tsx';
import { pictureOf } from '../../../src/web/picture/picture-of.ts';
import { PICTURE_RULES } from '../../../src/web/picture/picture-rules.ts';
import { PictureTable } from '../../../src/web/picture/picture-table.tsx';
import { Picture } from '../../../src/web/picture/picture.tsx';

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const EX = 'https://ex.example/';
const HOSTILE = [
  '</text></svg><script>alert(1)</script>',
  '"\' onload="alert(2)',
  '<![CDATA[ & &amp; ]]> --> <!--',
  '\u0000\u000B\uFFFF \uD800 \uDC00',
  'a\u202Eb\u2066c\nd\re\tf',
  'javascript:alert(3)',
];
const prefixes = new Map([['ex', EX]]);

const iri = (name: string): BoundTerm => ({ type: 'uri', value: EX + name });
const node = (name: string): BoundTerm => ({ type: 'bnode', value: name });
const text = (value: string): BoundTerm => ({ type: 'literal', value });
const triple = (s: BoundTerm, p: string, o: BoundTerm): Triple => ({ s, p: p === 'a' ? RDF_TYPE : EX + p, o });

function drawn(model: PictureModel): string {
  return renderToString(h(Picture, { model, label: 'Trial', id: 'p' }));
}

/** What a card says, as a person reads it. */
function told(model: PictureModel): string[] {
  return model.cards.map(({ heading, name, lines }) =>
    [
      [heading.shown, ...(name === null ? [] : [name.shown])].join(' '),
      ...lines.map(({ property, kind, value }) => `${property.shown} ${kind === 'edge' ? '-' : value.shown}`),
    ].join(' | '),
  );
}

describe('the picture of a graph', () => {
  test('has a card for each subject, its literals as lines, and edges to the cards of others', () => {
    const model = pictureOf(
      [
        triple(iri('plant'), 'a', iri('Plant')),
        triple(iri('plant'), 'name', text('North')),
        triple(iri('plant'), 'name', { ...text('Nord'), 'xml:lang': 'de' }),
        triple(iri('plant'), 'reading', node('b0')),
        triple(iri('plant'), 'country', iri('XX')),
        triple(node('b0'), 'a', iri('Reading')),
        triple(node('b0'), 'value', { ...text('812.40'), datatype: `${EX}number` }),
      ],
      { prefixes },
    );
    expect(told(model)).toEqual([
      'ex:Plant ex:plant | ex:name North | ex:name Nord @de | ex:reading - | ex:country ex:XX',
      'ex:Reading | ex:value 812.40',
    ]);
    expect(model.edges.map(({ from, to }) => [from, to])).toEqual([[0, 1]]);
    expect(model.cards[1]!.lines[0]!.value.whole).toBe('"812.40"^^ex:number');
    expect(model.cards[0]!.x + model.cards[0]!.width).toBeLessThan(model.cards[1]!.x);
    const svg = drawn(model);
    expect(svg).toContain('role="group" aria-label="Trial"');
    expect(svg).toContain(`<a href="${EX}plant">`);
    expect(svg).toContain(`<a href="${EX}XX">`);
    expect(svg).not.toContain('style=');
  });

  test('calls a node by its label, and links it to where the caller says', () => {
    const model = pictureOf([triple(iri('a'), 'unit', iri('kW')), triple(iri('a'), 'unit', iri('secret'))], {
      prefixes,
      labelOf: ({ value }) => (value.endsWith('kW') ? 'kilowatt' : undefined),
      linkOf: (address) => (address.endsWith('secret') ? null : '../somewhere'),
    });
    expect(told(model)).toEqual(['ex:a | ex:unit kilowatt | ex:unit ex:secret']);
    expect(model.cards[0]!.lines.map(({ href }) => href)).toEqual(['../somewhere', null]);
  });

  test('gives a number to what more than three lines lead to, and to what closes a circle', () => {
    const items = ['k', 'l', 'm', 'n'].map(node);
    const model = pictureOf(
      [
        ...items.map((item) => triple(iri('list'), item.value, item)),
        ...items.map((item) => triple(item, 'at', node('time'))),
        triple(node('time'), 'a', iri('Time')),
        triple(node('n'), 'in', iri('list')),
        triple(node('k'), 'self', node('k')),
      ],
      { prefixes },
    );
    expect(told(model)).toEqual([
      '(1) ex:list | ex:k → (2) | ex:l - | ex:m - | ex:n -',
      '(2) _:k | ex:at → (3) | ex:self → (2)',
      '_:l | ex:at → (3)',
      '_:m | ex:at → (3)',
      '_:n | ex:at → (3) | ex:in → (1)',
      '(3) ex:Time',
    ]);
    expect(model.edges).toHaveLength(3);
    expect(drawn(model)).toMatch(/<a href="#p-3">[^]*id="p-3"/);
  });

  test('keeps the order of the document from above to below', () => {
    const names = ['e', 'b', 'd', 'g', 'c', 'f'];
    const model = pictureOf(
      [
        ...names.map((name) => triple(node('root'), name, node(name))),
        ...names.toReversed().map((name) => triple(node(name), 'is', text(name))),
      ],
      { prefixes },
    );
    const below = model.cards.slice(1).toSorted((a, b) => a.y - b.y);
    expect(below.map(({ lines }) => lines[0]!.value.shown)).toEqual(names);
  });

  test('is dashed where something is there only with something else', () => {
    const model = pictureOf(
      [
        triple(node('reading'), 'sensor', iri('sensor')),
        triple(node('reading'), 'result', node('result')),
        triple(iri('sensor'), 'place', node('place')),
        triple(node('place'), 'name', text('roof')),
        triple(node('result'), 'note', text('dusty')),
      ],
      { prefixes, isOptional: ({ p }) => /sensor|note/.test(p) },
    );
    expect(model.cards.map(({ isOptional }) => isOptional)).toEqual([false, true, false, true]);
    expect(model.edges.map(({ isOptional }) => isOptional)).toEqual([true, false, false]);
    expect(drawn(model).match(/class="subject optional"/g)).toHaveLength(2);
    const table = renderToString(h(PictureTable, { model, caption: 'Triples' }));
    expect(table.match(/<td>sometimes<\/td>/g)).toHaveLength(2);
  });

  test('of a converted document has every triple of it', () => {
    const document = {
      '@semantic': { '@prefix': { '@base': EX, ex: EX }, '@context': { a: { 'ex:is': '$a', 'ex:of': '?n' } } },
      a: [1, 'two', { a: true }],
      own: { deep: null },
    };
    const triples = readNTriples(convert(JSON.stringify(document), { format: 'nt' }).text());
    const model = pictureOf(triples, { prefixes });
    expect(model.triples).toBe(triples.length);
    expect(model.rows).toHaveLength(triples.length);
  });

  test('of nothing is empty', () => {
    const model = pictureOf([]);
    expect(model).toMatchObject({ cards: [], edges: [], rows: [], nodes: 0, triples: 0 });
    expect(drawn(model)).toContain('<svg');
  });
});

describe('any graph', () => {
  const anyNode = fc.constantFrom(
    ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((name) => [iri(name), node(name)]),
  );
  const anyValue = fc.oneof(
    anyNode,
    fc.string({ unit: 'binary', maxLength: 90 }).map(text),
    fc.constantFrom(...HOSTILE).map(text),
  );
  const anyTriple = fc
    .tuple(anyNode, fc.constantFrom('a', 'p', 'q', 'r'), anyValue)
    .map(([s, p, o]) => triple(s, p, o));

  test('has cards that do not overlap, inside of the picture, and all its triples in the table', () => {
    fc.assert(
      fc.property(fc.array(anyTriple, { maxLength: 60 }), (triples) => {
        const model = pictureOf(triples, { prefixes });
        expect(model.rows).toHaveLength(triples.length);
        expect(model.cards).toHaveLength(new Set(triples.map(({ s }) => s.type + s.value)).size);
        for (const [i, one] of model.cards.entries()) {
          expect(
            one.x >= 0 && one.y >= 0 && one.x + one.width <= model.width && one.y + one.height <= model.height,
          ).toBe(true);
          for (const other of model.cards.slice(i + 1)) {
            const apart =
              one.x + one.width <= other.x ||
              other.x + other.width <= one.x ||
              one.y + one.height <= other.y ||
              other.y + other.height <= one.y;
            expect(apart).toBe(true);
          }
        }
        const edges = model.cards.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'edge'));
        expect(model.edges).toHaveLength(edges.length);
        for (const { from, to, path, tip } of model.edges) {
          expect(model.cards[from]!.x).toBeLessThan(model.cards[to]!.x);
          expect(`${path}${tip}`).toMatch(/^[MHCvlz\d. -]+$/);
          const [start] = path.match(/^M[\d.]+ [\d.]+/)!;
          const curves = [...path.matchAll(/([\d.-]+) ([\d.-]+)(?=[CH]|$)/g)].map(([, x, y]) => [Number(x), Number(y)]);
          for (const [x, y] of [...curves, start.slice(1).split(' ').map(Number)]) {
            expect(x! >= 0 && x! <= model.width).toBe(true);
            expect(y! >= 0 && y! <= model.height).toBe(true);
          }
        }
        expect(structuredClone(model)).toEqual(model);
      }),
      { numRuns: 150 },
    );
  });

  test('becomes a document that is well-formed, in which texts are texts', () => {
    fc.assert(
      fc.property(fc.array(anyTriple, { maxLength: 20 }), fc.constantFrom(...HOSTILE), (triples, label) => {
        const svg = pictureDocument(pictureOf(triples, { labelOf: ({ value }) => value }), { label });
        expect(mistakes(svg)).toEqual([]);
        const names = new Set(Array.from(svg.matchAll(/<([^\s/>?]+)/g), ([, name]) => name));
        expect([...names].filter((name) => !/^(?:svg|title|style|rect|g|path|a|text|circle)$/.test(name!))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

/** What XML 1.0 does not allow in a document without comments and sections: elements, references and characters. */
function mistakes(xml: string): string[] {
  const open: string[] = [];
  const found = [
    ...xml.matchAll(
      /&(?!(?:lt|gt|amp|quot|#\d+);)|[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu,
    ),
  ].map(String);
  for (const [tag, slash, name, content] of xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .matchAll(/<(\/?)(\w+)((?:[^<>"]|"[^"]*")*)>/g)) {
    if (slash === '/') {
      if (open.pop() !== name) found.push(tag);
    } else {
      if (!/^(?:\s[\w:-]+="[^"<]*")*\s?\/?$/.test(content!)) found.push(tag);
      if (!content!.endsWith('/')) open.push(name!);
    }
  }
  return [...found, ...open];
}

describe('a large graph', () => {
  test('has a bounded picture, for which a bounded number of texts is made', () => {
    const sizes = [1_000, 10_000, 100_000].map((count) => {
      const triples = Array.from({ length: count / 2 }, (_, i) => [
        triple(iri('root'), 'item', node(`b${i}`)),
        triple(node(`b${i}`), 'value', text(String(i))),
      ]).flat();
      let calls = 0;
      const model = pictureOf(triples, { prefixes, labelOf: () => void calls++ });
      expect(model.triples).toBe(count);
      return [calls, model.cards.length, model.rows.length, drawn(model).length];
    });
    expect(sizes[0]!.slice(1, 3)).toEqual([4, 500]);
    // The numbers of all nodes have more digits.
    for (const [calls, cards, rows, length] of sizes) {
      expect([calls, cards, rows]).toEqual(sizes[0]!.slice(0, 3));
      expect(Math.abs(length! - sizes[0]![3]!)).toBeLessThan(50);
    }
  });

  test('tells how much of it is shown', () => {
    const many = Array.from({ length: 90 }, (_, i) => triple(node(`b${i}`), 'value', text(String(i))));
    const model = pictureOf(many, { prefixes });
    expect([model.cards.length, model.nodes]).toEqual([40, 90]);
    expect(drawn(model)).toContain('aria-label="Trial, 40 of 90 nodes"');
    const values = Array.from({ length: 30 }, (_, i) => triple(node('b'), 'value', text(String(i))));
    const properties = Array.from({ length: 30 }, (_, i) => triple(node('b'), `p${i}`, text('x')));
    expect(told(pictureOf(values, { prefixes }))).toEqual([
      '_:b | ex:value 0 | ex:value 1 | ex:value 2 | ex:value … 27 more',
    ]);
    expect(pictureOf(properties, { prefixes }).cards[0]!.lines.at(-1)!.value.shown).toBe('… 11 more');
  });

  test('of a chain or of one node with many values needs no deep stack', () => {
    const chain = Array.from({ length: 30_000 }, (_, i) => triple(node(`b${i}`), 'next', node(`b${i + 1}`)));
    const star = Array.from({ length: 200_000 }, (_, i) => triple(node('b'), 'next', node(`c${i}`)));
    expect(pictureOf(chain, { maxCards: 5 }).cards).toHaveLength(5);
    expect(pictureOf(star).cards).toHaveLength(1);
  });
});

describe('a text', () => {
  test('is cut where it has no room, an IRI at its beginning, and stands whole in a title', () => {
    const long = 'A long explanation of what this value means and where it came from';
    const model = pictureOf([
      triple(node('b'), 'note', text(long)),
      triple(node('b'), 'link', iri('a/very/long/path/which/has/no/end/in/sight')),
    ]);
    const [note, link] = model.cards[0]!.lines;
    expect(note!.value.shown).toMatch(/^A long .*…$/);
    expect(link!.value.shown).toMatch(/^….*\/no\/end\/in\/sight$/);
    expect(drawn(model)).toContain(`<title>&quot;${long}&quot;</title>`);
    expect(renderToString(h(PictureTable, { model, caption: 'Triples' }))).toContain(`<code>${long}</code>`);
  });

  test('of any script takes no more room than its card has, however many marks it carries', () => {
    for (const value of [...HOSTILE, '功'.repeat(100), `a${'\u0301'.repeat(5000)}`, '👩‍👩‍👧‍👦'.repeat(40), '\u202Eabc']) {
      const { width, valueX, lines } = pictureOf([triple(node('b'), 'p', text(value))]).cards[0]!;
      const { shown } = lines[0]!.value;
      expect(shown.length).toBeLessThan(200);
      expect(shown).not.toMatch(/[\n\u202E]/);
      const wide = shown.match(/[\p{Script=Han}\p{Emoji_Presentation}]/gu)?.length ?? 0;
      const narrow = shown.match(/\p{ASCII}/gu)?.length ?? 0;
      expect(valueX + 16 * wide + 8 * narrow).toBeLessThanOrEqual(width);
    }
  });
});

describe('the style of a picture', () => {
  const read = (name: string): string =>
    readFileSync(new URL(`../../../src/web/style/${name}`, import.meta.url), 'utf8');

  test('is the same on a page and in a file of its own', () => {
    const squeeze = (css: string): string =>
      css
        .replace(/\/\*[^]*?\*\//g, '')
        .replace(/\s+/g, ' ')
        .replace(/ ?([{};:,]) ?/g, '$1')
        .replaceAll(';}', '}')
        .trim();
    expect(squeeze(PICTURE_RULES)).toBe(squeeze(read('picture.css')));
  });

  test('has the colours of the pages', () => {
    const svg = pictureDocument(pictureOf([]), { label: 'Nothing' });
    const sheet = read('site.css');
    const colours = [...svg.matchAll(/--([\w-]+):(#\w{6})/g)].map(([, name, colour]) => [name, colour] as const);
    expect(colours).toHaveLength(18);
    const half = colours.length / 2;
    for (const [i, [name, light]] of colours.slice(0, half).entries())
      expect(sheet).toContain(`--${name}: light-dark(${light}, ${colours[half + i]![1]});`);
    const dark = pictureDocument(pictureOf([]), { label: 'Nothing', scheme: 'dark' });
    expect(dark).not.toContain('prefers-color-scheme');
    expect(dark).toContain(`--ground:${colours[half]![1]}`);
  });
});
