import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChangingHub, type ChangingHub } from '../support/changing-hub.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

const COUNT = 1_300;
const MAX_BYTES = 200_000;
const numbers = Array.from({ length: COUNT }, (_, at) => at);
const names = numbers.map((at) => `income-u${at}`).toSorted();
/** As long as the shapes let definitions be. */
const TEXT = `What comes in, ${'発電所の有効電力 '.repeat(500)}`.slice(0, 4_000).trimEnd();

/** A quantity in very many units, which are of one family, and terms with long definitions. */
const VOCABULARY = `${SMALL}
  @prefix qudt: <http://qudt.org/schema/qudt/> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  <quantitykind/Income> a qudt:QuantityKind ; rdfs:label "Income"@en ; rdfs:isDefinedBy <./> .
  <quantity/income> a skos:Concept , hub:Quantity ; skos:prefLabel "Income"@en ; skos:definition "What comes in."@en ;
    skos:notation "income" ; qudt:hasQuantityKind <quantitykind/Income> .
  ${numbers
    .map(
      (at) => `<unit/U${at}> a qudt:Unit ; qudt:symbol "u${at}" ; skos:notation "u${at}" ; rdfs:label "Unit ${at}"@en ;
    qudt:hasQuantityKind <quantitykind/Income> ; qudt:conversionMultiplier "${at + 1}.0"^^xsd:decimal ; hub:exactMultiplier "${at + 1}/1" ;
    hub:unitFamily "income" ; rdfs:isDefinedBy <./> .
  <income-u${at}> a hub:Term ; skos:prefLabel "Income (u${at})"@en ; skos:definition "What comes in."@en ; skos:notation "income-u${at}" ;
    skos:broader <category/time> ; hub:datatype xsd:double ; qudt:hasUnit <unit/U${at}> ; qudt:hasQuantityKind <quantitykind/Income> ;
    hub:quantity <quantity/income> .`,
    )
    .join('\n')}
  ${numbers
    .slice(0, 60)
    .map(
      (at) => `<long_${at}> a hub:Term ; skos:prefLabel "Long ${at}"@en ; skos:notation "long_${at}" ;
    skos:definition ${['en', 'de', 'es', 'fr', 'pt'].map((language) => JSON.stringify(TEXT) + `@${language}`).join(' , ')} ;
    skos:broader <category/time> ; hub:datatype xsd:string .`,
    )
    .join('\n')}`;

let hub: ChangingHub;
beforeAll(async () => {
  hub = await startChangingHub(VOCABULARY);
});
afterAll(() => hub?.stop());

async function read(path: string): Promise<string> {
  const response = await fetch(hub.url + path, { headers: { Accept: 'text/html' } });
  expect(response.status, path).toBe(200);
  const html = await response.text();
  expect(Buffer.byteLength(html), path).toBeLessThan(MAX_BYTES);
  return html.replaceAll('<wbr/>', '');
}

async function readPages(path: string): Promise<string[]> {
  const pages = [await read(path)];
  while (pages.at(-1)!.includes('<a class="button" rel="next"'))
    pages.push(await read(`${path}?page=${pages.length + 1}`));
  return pages;
}

const named = (html: string): string[] =>
  Array.from(html.matchAll(/<code>(income-u\d+)<\/code>/g), ([, name]) => name!);

interface Answer {
  readonly data: {
    readonly quantity: Readonly<Record<'variants' | 'more', readonly Named[]>> & { readonly variantCount: number };
    readonly terms: unknown;
  };
  readonly errors?: ReadonlyArray<{ readonly message: string; readonly extensions: unknown }>;
}

interface Named {
  readonly name: string;
}

/** A row of `GET /api/terms`. */
interface Row {
  readonly quantity: Named | null;
  readonly terms: readonly Named[];
  readonly omitted?: number;
}

async function ask(query: string): Promise<Answer> {
  const response = await fetch(`${hub.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as Answer;
}

describe('of a quantity in very many units', () => {
  test.each(['/vocabulary/quantity/income', '/vocabulary/category/time', '/vocabulary/quantitykind/Income'])(
    '%s has each term once, on small pages',
    async (path) => {
      const pages = await readPages(path);
      expect(pages.length).toBeGreaterThan(COUNT / 200);
      // Behind the table of the terms there may be statements of them.
      const tables = pages.map((html) => html.slice(html.indexOf('id="terms"'), html.indexOf('id="others"')));
      expect(tables.flatMap(named).toSorted()).toEqual(names);
    },
  );

  test('the list of found terms has the first ones and leads to the others', async () => {
    for (const path of ['/vocabulary/', '/vocabulary/?q=income&sort=name', '/vocabulary/?unit=u7']) {
      const html = await read(path);
      const shown = named(html);
      expect(shown).toEqual(path.includes('u7') ? ['income-u7'] : names.slice(0, 20));
      const more = /<a href="([^"]+)">1,280 more<\/a>/.exec(html)?.[1];
      expect(more).toBe(path.includes('u7') ? undefined : `${HUB.vocabulary}quantity/income`);
    }
  });

  test('the page of a term has some of its other units, and leads to the others', async () => {
    const html = await read('/vocabulary/income-u7');
    expect(named(html.slice(html.indexOf('In other units')))).toHaveLength(24);
    expect(html).toMatch(/<a href="[^"]+vocabulary\/quantity\/income">1,275 more<\/a>/);
  });

  test('the page of a unit converts into some of its family, and says how many others there are', async () => {
    const html = await read('/vocabulary/unit/U7');
    expect(html.match(/<code>u\d+<\/code><\/td>/g)).toHaveLength(200);
    expect(html).toContain('1,099 more units are of the family');
  });

  test('a row of GET /api/terms has the first ones and tells how many others were found; CSV has all', async () => {
    const rowOf = async (query: string): Promise<Row> => {
      const response = await fetch(`${hub.url}/api/terms?${query}`);
      const { data } = (await response.json()) as { readonly data: readonly Row[] };
      return data.find(({ quantity }) => quantity?.name === 'income')!;
    };
    const row = await rowOf('quantity=income');
    expect(row.terms.map(({ name }) => name)).toEqual(names.slice(0, 50));
    expect(row.omitted).toBe(COUNT - 50);
    expect(await rowOf('unit=u7')).not.toHaveProperty('omitted');
    const csv = await (await fetch(`${hub.url}/api/terms?quantity=income&format=csv`)).text();
    expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + COUNT);
  });

  test('GraphQL has the first ones, more if asked for, tells their number, and pages through all', async () => {
    const { data } =
      await ask(`{ quantity(name: "income") { variantCount variants { name } more: variants(first: 500) { name } }
      terms(filter: { quantity: "income" }, first: 500) { totalCount pageInfo { hasNextPage } } }`);
    expect(data.quantity.variantCount).toBe(COUNT);
    expect(data.quantity.variants.map(({ name }) => name)).toEqual(names.slice(0, 20));
    expect(data.quantity.more).toHaveLength(500);
    expect(data.terms).toEqual({ totalCount: COUNT, pageInfo: { hasNextPage: true } });
    const tooMany = await ask('{ quantity(name: "income") { variants(first: 501) { name } } }');
    expect(tooMany.errors?.[0]?.message).toBe('first has to be a whole number from 0 to 500; it is 501.');
  });

  test('GraphQL refuses lists of variants in lists of variants that multiply', async () => {
    const nested = (depth: number): string => (depth === 0 ? 'name' : `variants { quantity { ${nested(depth - 1)} } }`);
    expect((await ask(`{ quantity(name: "income") { ${nested(2)} } }`)).errors).toBeUndefined();
    expect((await ask(`{ quantity(name: "income") { ${nested(4)} } }`)).errors?.[0]?.extensions).toMatchObject({
      code: 'QUERY_LIMIT_EXCEEDED',
      limit: 'cost',
    });
  });
});

describe('of definitions as long as they may be', () => {
  test('a list of found terms has the beginnings', async () => {
    const html = await read('/vocabulary/?q=long');
    const [, shown] = /<p lang="en">(What comes in, [^<]+)<\/p>/.exec(html)!;
    expect(shown!.endsWith('…')).toBe(true);
    expect(TEXT.startsWith(`${shown!.slice(0, -1)} `)).toBe(true);
    expect(shown!.length).toBeLessThanOrEqual(301);
    await read('/vocabulary/category/time');
  });

  test('the page of the term has the whole', async () => {
    expect(await read('/vocabulary/long_7')).toContain(`<p class="lead" lang="en">${TEXT}</p>`);
  });
});
