import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR, NOBODY_SPECIAL, OTHER_ADMINISTRATOR, requireAdministrator } from '../support/administrator.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { REVIEWABLE } from '../vocabulary/shaped-vocabulary.ts';

// The answers' shapes differ with every query; the tests state them.
// oxlint-disable-next-line no-explicit-any
type Answer = any;

let hub: TestApp;
let now = new Date('2026-01-02T03:04:05.678Z');
beforeAll(async () => {
  hub = await createTestApp({ vocabulary: REVIEWABLE, requireAdministrator, now: () => now });
});
afterAll(() => hub?.stop());

async function ask(query: string, variables: object = {}, authorization?: string): Promise<Answer> {
  const response = await fetch(`${hub.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

/** Checks of the vocabulary take seconds, and more where others have the machine. */
const CHECKING_MS = 120_000;

const SUGGEST_SOURCE = `mutation ($input: SuggestSourceInput!) { suggestSource(input: $input) { receipt } }`;
const SUGGEST_CHANGE = `mutation ($input: SuggestChangeInput!) { suggestChange(input: $input) { receipt } }`;
const SUGGEST = `mutation ($input: SuggestTermInput!) { suggestTerm(input: $input) {
  receipt message suggestion { id name description datatype units state reason createdAt reviewedAt term { name } }
  problems { code message path } } }`;
const REVIEW = `mutation ($input: ReviewSuggestionInput!) { reviewSuggestion(input: $input) {
  suggestion { id name state reason reviewer email reviewedAt term { name label unit quantityKind semantics { subject predicate object } } }
  inUse problems { code message path rule value property } } }`;
const BY_RECEIPT = `query ($receipt: ID!) { suggestion(receipt: $receipt) {
  name state reason createdAt reviewedAt datatype term { name } } }`;

const INPUT = {
  name: 'digester_temperature-degC',
  description: 'Temperature of the substrate in the digester of a biogas plant.',
  datatype: 'xsd:double',
  units: 'degrees Celsius',
  email: 'ada@example.org',
};

test.each([
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'https://elsewhere.example' },
])('a page of another site suggests nothing in the name of its visitor: %o', async (headers) => {
  for (const [query, input] of [
    [SUGGEST, { ...INPUT, name: 'foreign_temperature-degC' }],
    [SUGGEST_SOURCE, { name: 'foreign-meter', file: '{}', email: INPUT.email }],
    [SUGGEST_CHANGE, { name: 'foreign', change: 'Another one.', email: INPUT.email }],
  ]) {
    const response = await fetch(`${hub.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers } as Record<string, string>,
      body: JSON.stringify({ query, variables: { input } }),
    });
    const { errors } = (await response.json()) as Answer;
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  }
});

async function suggest(over: Partial<typeof INPUT>): Promise<Answer> {
  const { data, errors } = await ask(SUGGEST, { input: { ...INPUT, ...over } });
  expect(errors).toBeUndefined();
  return data.suggestTerm;
}

async function review(input: object, authorization = ADMINISTRATOR): Promise<Answer> {
  const { data, errors } = await ask(REVIEW, { input }, authorization);
  expect(errors).toBeUndefined();
  return data.reviewSuggestion;
}

/** The template of a measured value with a node of its own, as the seeds write them. */
function template(name: string, node: string): object[] {
  return [
    { predicate: 'rdf:type', object: 'sosa:Observation' },
    { predicate: 'sosa:observedProperty', object: 'quantitykind:CelsiusTemperature' },
    { predicate: 'sosa:madeBySensor', object: '@sensor_id' },
    { predicate: 'sosa:hasResult', object: node },
    { subject: node, predicate: 'a', object: 'qudt:QuantityValue' },
    { subject: node, predicate: 'qudt:numericValue', object: `$${name}` },
    { subject: node, predicate: 'qudt:hasUnit', object: 'unit:DEG_C' },
  ];
}

describe('suggestTerm', () => {
  test('saves a suggestion, and its receipt tells its state to anybody, without the e-mail', async () => {
    const { receipt, message, suggestion, problems } = await suggest({ name: 'stack_temperature-degC' });
    expect(problems).toEqual([]);
    expect(message).toContain(receipt);
    expect(suggestion).toMatchObject({
      name: 'stack_temperature-degC',
      datatype: 'xsd:double',
      units: 'degrees Celsius',
      state: 'PENDING',
      reason: null,
      createdAt: '2026-01-02T03:04:05.678Z',
      reviewedAt: null,
      term: null,
    });
    const { data } = await ask(BY_RECEIPT, { receipt });
    expect(data.suggestion).toEqual({
      name: 'stack_temperature-degC',
      state: 'PENDING',
      reason: null,
      createdAt: '2026-01-02T03:04:05.678Z',
      reviewedAt: null,
      datatype: 'xsd:double',
      term: null,
    });
    const { errors } = await ask(`{ suggestion(receipt: "${receipt}") { email } }`);
    expect(errors[0].message).toMatch(/Cannot query field "email"/);
  });

  test('has refusals as problems that lead to the field', async () => {
    const { suggestion, receipt, problems } = await suggest({ name: 'Stack temperature' });
    expect([suggestion, receipt]).toEqual([null, null]);
    expect(problems).toMatchObject([{ code: 'INVALID_SUGGESTION', path: ['input', 'name'] }]);
    expect((await suggest({ email: 'nobody' })).problems).toMatchObject([{ path: ['input', 'email'] }]);
    expect((await suggest({ name: 'voltage-V' })).problems).toMatchObject([{ code: 'TERM_EXISTS' }]);
    await suggest({ name: 'flue_temperature-degC' });
    const again = await suggest({ name: 'flue_temperature-DEGC' });
    expect(again.problems).toMatchObject([{ code: 'ALREADY_SUGGESTED', path: ['input', 'name'] }]);
  });

  test('is not done by GET, and not by a page that a form could send', async () => {
    const query = `mutation { suggestTerm(input: {name: "a_b", description: "c", datatype: "xsd:string", email: "d@example.org"}) { receipt } }`;
    const got = await fetch(`${hub.url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { 'Apollo-Require-Preflight': 'yes', Accept: 'application/json' },
    });
    expect(got.status).toBe(405);
    const form = await fetch(`${hub.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: JSON.stringify({ query }),
    });
    expect(form.status).toBeGreaterThanOrEqual(400);
    expect((await suggest({ name: 'a_b' })).problems).toEqual([]);
  });

  test('costs so much that no request holds dozens of them', async () => {
    const input = `{name: "x", description: "c", datatype: "xsd:string", email: "d@example.org"}`;
    const many = Array.from({ length: 13 }, (_, at) => `m${at}: suggestTerm(input: ${input}) { receipt }`).join(' ');
    const { errors, data } = await ask(`mutation { ${many} }`);
    expect(data).toBeUndefined();
    expect(errors[0].extensions).toMatchObject({ code: 'QUERY_LIMIT_EXCEEDED', limit: 'cost' });
  });
});

describe('suggestion', () => {
  test.each(['nothing', 'x'.repeat(32), '', '../../..', 'x'.repeat(10_000)])('is null for %.20s', async (receipt) => {
    expect(await ask(BY_RECEIPT, { receipt })).toEqual({ data: { suggestion: null } });
  });

  test('does not take the id of a suggestion for its receipt', async () => {
    const { suggestion } = await suggest({ name: 'lambda_probe-V' });
    expect((await ask(BY_RECEIPT, { receipt: suggestion.id })).data).toEqual({ suggestion: null });
  });
});

describe('what is for administrators', () => {
  const guarded = {
    suggestions: '{ suggestions { totalCount nodes { email } } }',
    reviewSuggestion: 'mutation { reviewSuggestion(input: { id: "x", decision: REJECT, reason: "no" }) { inUse } }',
    missingTerms: '{ missingTerms { since } }',
    suggestionForReview: '{ suggestionForReview(id: "x") { email } }',
    sourceSuggestionForReview: '{ sourceSuggestionForReview(id: "x") { email } }',
    termPreview: '{ termPreview(id: "x", term: { category: "thermal" }) { iri } }',
    impact: '{ impact(samples: []) { level } }',
  };
  test.each(Object.entries(guarded))('%s says who may ask for it', async (field, query) => {
    const anonymous = await ask(query);
    expect(anonymous.data).toEqual({ [field]: null });
    expect(anonymous.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    const other = await ask(query, {}, NOBODY_SPECIAL);
    expect(other.data).toEqual({ [field]: null });
    expect(other.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  test('suggestions are listed from the oldest on, page by page, each once, with the e-mail', async () => {
    now = new Date('2026-01-03T00:00:00Z');
    // Several in one millisecond: their order is no accident either.
    for (const letter of ['a', 'b', 'c', 'd', 'e'])
      await suggest({ name: `listed_${letter}`, email: `${letter}@example.org` });
    const query = `query ($after: String) { suggestions(first: 2, after: $after, state: PENDING) {
      totalCount pageInfo { hasNextPage hasPreviousPage endCursor } nodes { name email createdAt reviewer } edges { cursor } } }`;
    const seen: { name: string; email: string; createdAt: string }[] = [];
    let after: string | null = null;
    for (;;) {
      const { data } = await ask(query, { after }, ADMINISTRATOR);
      const page = data.suggestions;
      expect(page.nodes.length).toBeLessThanOrEqual(2);
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      seen.push(...page.nodes);
      expect(page.totalCount).toBeGreaterThanOrEqual(seen.length);
      after = page.pageInfo.endCursor;
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(new Set(seen.map(({ name }) => name)).size).toBe(seen.length);
    expect(seen.map(({ createdAt }) => createdAt)).toEqual(seen.map(({ createdAt }) => createdAt).toSorted());
    const listed = seen.filter(({ name }) => name.startsWith('listed_'));
    expect(listed.map(({ email }) => email).toSorted()).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}@example.org`),
    );
    const { errors } = await ask('{ suggestions(after: "bmFtZTp4") { totalCount } }', {}, ADMINISTRATOR);
    expect(errors[0].extensions).toMatchObject({ code: 'INVALID_OPTION', key: 'after' });
    const tooMany = await ask('{ suggestions(first: 501) { totalCount } }', {}, ADMINISTRATOR);
    expect(tooMany.errors[0].extensions).toMatchObject({ code: 'INVALID_OPTION', key: 'first' });
  });
});

describe('impact', () => {
  const IMPACT = `query ($id: ID, $term: TermInput, $to: ID, $samples: [SampleInput!]!) {
    impact(suggestion: $id, term: $term, to: $to, samples: $samples) { level migration documents {
      name level refusedAfter { code } artefactKinds keys { key level added removed addedTriples warnings { code } migration } } } }`;
  const NAME = 'kiln_temperature-degC';
  const TERM = { category: 'thermal', template: template(NAME, '?kiln_temperature_degC_result') };
  const samples = [{ name: 'kiln', document: `{"timestamp":"2026-03-01T10:15:00Z","${NAME}":861.50}` }];

  test(
    'tells what a suggestion does to documents before it is accepted',
    async () => {
      const { id } = (await suggest({ name: NAME })).suggestion;
      const { data, errors } = await ask(IMPACT, { id, term: TERM, samples }, ADMINISTRATOR);
      expect(errors).toBeUndefined();
      const { level, documents, migration } = data.impact;
      expect(level).toBe('NEEDS_MIGRATION');
      const [{ keys, artefactKinds }] = documents;
      expect(keys).toMatchObject([{ key: NAME, removed: 1, warnings: [] }]);
      expect(keys[0].addedTriples).toContainEqual(expect.stringContaining('unit:DEG_C'));
      expect(migration).toContain(keys[0].migration);
      expect(artefactKinds).toContain('json-schema');
      expect((await ask(`{ term(name: "${NAME}") { name } }`)).data.term).toBeNull();
      const same = await ask(IMPACT, { samples }, ADMINISTRATOR);
      expect(same.data.impact).toMatchObject({ level: 'SAME', migration: null, documents: [{ keys: [] }] });
    },
    CHECKING_MS,
  );

  test.each([
    [{ to: 'x', samples }, /64 hexadecimal digits/],
    [{ id: 'x', samples }, /suggestion with term/],
    [{ id: '00000000-0000-4000-8000-000000000000', term: TERM, samples }, /no suggestion/i],
    [{ samples: [] }, /There are no samples/],
    [{ samples: [{ name: 'bad', document: '[]' }] }, /^bad: /],
  ])('refuses %j', async (variables, words) => {
    const { data, errors } = await ask(IMPACT, variables, ADMINISTRATOR);
    expect(data).toEqual({ impact: null });
    expect(errors[0].message).toMatch(words);
  });
});

describe('termPreview', () => {
  const PREVIEW = `query ($id: ID!, $term: TermInput!, $withShapes: Boolean) { termPreview(id: $id, term: $term, withShapes: $withShapes) {
    iri turtle semantics { parameter subject predicate object } example { document turtle }
    problems { code message path value } } }`;
  const preview = async (id: string, term: object, withShapes?: boolean): Promise<Answer> => {
    const { data, errors } = await ask(PREVIEW, { id, term, withShapes }, ADMINISTRATOR);
    expect(errors).toBeUndefined();
    return data.termPreview;
  };
  const NAME = 'silo_temperature-degC';
  const NODE = '?silo_temperature_degC_result';
  const TERM = { category: 'thermal', example: '38.50', template: template(NAME, NODE) };
  let id: string;
  beforeAll(async () => {
    ({ id } = (await suggest({ name: NAME })).suggestion);
  });

  test('tells what would be stored, and what a document becomes then; nothing is stored', async () => {
    const versions = await ask('{ versions { version } }');
    const { iri, turtle, semantics, example, problems } = await preview(id, TERM);
    expect(problems).toEqual([]);
    expect(iri).toBe(`http://localhost:4000/vocabulary/${NAME}`);
    expect(turtle).toMatch(/^<silo_temperature-degC> a /m);
    expect(turtle).toContain('qudt:hasUnit unit:DEG_C');
    // The rows of a node that others have introduced stand with those of the term.
    expect(semantics).toHaveLength(7);
    expect(semantics.at(-1)).toEqual({
      parameter: NAME,
      subject: NODE,
      predicate: 'qudt:hasUnit',
      object: 'unit:DEG_C',
    });
    expect(JSON.parse(example.document)[NAME]).toBe(38.5);
    expect(example.document).toContain('38.50');
    expect(example.turtle).toContain('38.50');
    expect(example.turtle).toContain('unit:DEG_C');
    expect(await ask('{ versions { version } }')).toEqual(versions);
    expect((await ask(`{ term(name: "${NAME}") { name } }`)).data.term).toBeNull();
  });

  test('is told for another name, and without a template or an example', async () => {
    const { iri, example, semantics } = await preview(id, { name: 'silo_heat', category: 'thermal' });
    expect(iri).toBe(`http://localhost:4000/vocabulary/silo_heat`);
    expect([example, semantics]).toEqual([null, []]);
  });

  test('tells what is wrong at its field, as a review does', async () => {
    const { iri, problems } = await preview(id, { ...TERM, category: 'none', datatype: 'xsd:doubel:x y' });
    expect(iri).toBeNull();
    expect(problems).toMatchObject([
      { code: 'INVALID_REVIEW', path: ['term', 'category'] },
      { code: 'INVALID_REVIEW', path: ['term', 'datatype'] },
    ]);
    const existing = await preview(id, { ...TERM, name: 'voltage-V', template: [] });
    expect(existing.problems).toMatchObject([{ code: 'TERM_EXISTS', path: ['term', 'name'] }]);
    expect((await preview('00000000-0000-4000-8000-000000000000', TERM)).problems).toMatchObject([
      { code: 'NOT_FOUND', path: ['id'] },
    ]);
  });

  test(
    'asks the shapes when it is told to, and has the objections of a review',
    async () => {
      const wrong = { ...TERM, unit: 'unit:V', quantityKind: 'quantitykind:CelsiusTemperature' };
      expect((await preview(id, wrong)).problems).toEqual([]);
      const { problems } = await preview(id, wrong, true);
      const reviewed = await review({ id, decision: 'ACCEPT', term: wrong });
      expect(problems.length).toBeGreaterThan(0);
      expect(reviewed.problems.map(({ message, path }: Answer) => ({ message, path: path.slice(1) }))).toEqual(
        problems.map(({ message, path }: Answer) => ({ message, path })),
      );
      expect(reviewed.suggestion.state).toBe('PENDING');
      expect((await preview(id, TERM, true)).problems).toEqual([]);
    },
    CHECKING_MS,
  );
});

describe('reviewSuggestion', () => {
  test('rejects with a reason that the proposer reads, once', async () => {
    const { suggestion, receipt } = await suggest({ name: 'rejected_thing' });
    const silent = await review({ id: suggestion.id, decision: 'REJECT', reason: ' ' });
    expect(silent.problems).toMatchObject([{ code: 'INVALID_REVIEW', path: ['input', 'reason'] }]);
    expect(silent.suggestion.state).toBe('PENDING');
    now = new Date('2026-01-04T00:00:00Z');
    const done = await review({ id: suggestion.id, decision: 'REJECT', reason: 'Use frequency-Hz.' });
    expect(done).toMatchObject({
      problems: [],
      inUse: false,
      suggestion: { state: 'REJECTED', reason: 'Use frequency-Hz.', reviewer: 'ada', email: 'ada@example.org' },
    });
    expect((await ask(BY_RECEIPT, { receipt })).data.suggestion).toMatchObject({
      state: 'REJECTED',
      reason: 'Use frequency-Hz.',
      reviewedAt: '2026-01-04T00:00:00.000Z',
      term: null,
    });
    const again = await review({ id: suggestion.id, decision: 'REJECT', reason: 'Again.' }, OTHER_ADMINISTRATOR);
    expect(again.problems).toMatchObject([{ code: 'ALREADY_REVIEWED', path: ['input', 'id'] }]);
    expect(again.problems[0].message).toMatch(/rejected/);
    expect(again.suggestion).toMatchObject({ reason: 'Use frequency-Hz.', reviewer: 'ada' });
    // The name is free again.
    expect((await suggest({ name: 'rejected_thing' })).problems).toEqual([]);
  });

  test.each(['nothing', '00000000-0000-4000-8000-000000000000'])('knows no suggestion %s', async (id) => {
    const done = await review({ id, decision: 'REJECT', reason: 'No.' });
    expect(done).toMatchObject({ suggestion: null, problems: [{ code: 'NOT_FOUND', path: ['input', 'id'] }] });
  });

  test(
    'accepts: the term is in use when it answers, described, convertible, in a new version',
    async () => {
      const name = 'digester_temperature-degC';
      const { suggestion, receipt } = await suggest({ name });
      const before = await ask('{ versions { version } }');
      const done = await review({
        id: suggestion.id,
        decision: 'ACCEPT',
        reason: 'Thank you.',
        term: {
          label: 'Digester temperature (°C)',
          category: 'thermal',
          quantityKind: 'quantitykind:CelsiusTemperature',
          example: '38.5',
          template: template(name, '?digester_temperature_degC_result'),
        },
      });
      expect(done.problems).toEqual([]);
      expect(done.inUse).toBe(true);
      expect(done.suggestion).toMatchObject({
        state: 'ACCEPTED',
        reason: 'Thank you.',
        term: {
          name,
          label: 'Digester temperature (°C)',
          unit: 'http://qudt.org/vocab/unit/DEG_C',
          quantityKind: 'http://qudt.org/vocab/quantitykind/CelsiusTemperature',
        },
      });
      expect(done.suggestion.term.semantics).toContainEqual({
        subject: '?digester_temperature_degC_result',
        predicate: 'qudt:numericValue',
        object: `$${name}`,
      });
      expect((await ask(BY_RECEIPT, { receipt })).data.suggestion).toMatchObject({ state: 'ACCEPTED', term: { name } });

      const after = await ask(
        '{ versions { version } changes { added { name } changed { term { name } } removed { name } } }',
      );
      expect(after.data.versions).toHaveLength(before.data.versions.length + 1);
      expect(after.data.changes).toMatchObject({ added: [{ name }], changed: [], removed: [] });
      const converted = await fetch(`${hub.url}/api/json-to-rdf?format=nt`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: `{"sensor_id":"T1","${name}":38.50}`,
      });
      expect(converted.status).toBe(200);
      expect(await converted.text()).toContain('"38.50"^^<http://www.w3.org/2001/XMLSchema#double>');
      expect((await fetch(`${hub.url}/vocabulary/${name}`)).status).toBe(200);
      const again = await suggest({ name: 'digester_temperature-DEGC' });
      expect(again.problems).toMatchObject([{ code: 'TERM_EXISTS' }]);
    },
    CHECKING_MS,
  );

  test(
    'tells what the shapes have against a term, by field, rule and value, and changes nothing',
    async () => {
      const { suggestion } = await suggest({ name: 'boiler_temperature-degC' });
      const done = await review({
        id: suggestion.id,
        decision: 'ACCEPT',
        term: { category: 'thermal', unit: 'unit:V', quantityKind: 'quantitykind:Voltage', example: 'warm' },
      });
      expect(done.suggestion.state).toBe('PENDING');
      const found = done.problems.map((each: Answer) => [each.code, each.path.join('.'), each.value]);
      expect(found).toContainEqual(['BREAKS_SHAPE', 'input.term.unit', 'http://qudt.org/vocab/unit/V']);
      expect(found).toContainEqual(['BREAKS_SHAPE', 'input.term.example', 'warm']);
      expect(done.problems.find((each: Answer) => each.value === 'warm')).toMatchObject({
        rule: 'The example of a term is in the lexical space of its datatype',
        property: 'http://www.w3.org/2004/02/skos/core#example',
      });
      expect((await ask('{ term(name: "boiler_temperature-degC") { name } }')).data.term).toBeNull();
    },
    CHECKING_MS,
  );

  const broken: [what: string, term: object, path: string, words: RegExp][] = [
    ['a category that there is not', { category: 'cheese' }, 'input.term.category', /no category "cheese"/],
    ['a name that breaks a rule', { name: 'Cellar' }, 'input.term.name', /naming rule/],
    ['the name of a term', { name: 'voltage-V' }, 'input.term.name', /exists already/],
    ['an unknown prefix', { datatype: 'no:thing' }, 'input.term.datatype', /"no:thing" is no IRI/],
    ['an IRI that nobody registered', { unit: 'http://x.example/u' }, 'input.term.unit', /is no IRI of a registered/],
    [
      'a predicate that ends its IRI',
      { template: [{ predicate: 'qudt:a> <b', object: 'qudt:c' }] },
      'input.term.template.0.predicate',
      /is no IRI/,
    ],
    [
      'a token of what is no term',
      { template: [{ predicate: 'qudt:numericValue', object: '$nothing' }] },
      'input.term.template.0.object',
      /cites what is no term/,
    ],
    [
      'a node without rows',
      { template: [{ predicate: 'sosa:hasResult', object: '?bare' }] },
      'input.term.template.0.object',
      /\?bare has no rows/,
    ],
    [
      'another template for a node that exists',
      {
        template: [
          { predicate: 'sosa:hasResult', object: '?load_result' },
          { subject: '?load_result', predicate: 'a', object: 'qudt:Other' },
        ],
      },
      'input.term.template.1',
      /exists, with another template/,
    ],
    [
      'a subject that is neither',
      { template: [{ subject: 'voltage-V', predicate: 'a', object: 'qudt:Other' }] },
      'input.term.template.0.subject',
      /describes the term or a node/,
    ],
  ];
  test.each(broken)('refuses %s', async (_what, term, path, words) => {
    const name = `cellar_${broken.findIndex(([, each]) => each === term)}`;
    const { suggestion } = await suggest({ name, datatype: 'xsd:string' });
    const done = await review({ id: suggestion.id, decision: 'ACCEPT', term: { category: 'thermal', ...term } });
    expect(done.problems.map((each: Answer) => each.path.join('.'))).toContain(path);
    expect(done.problems.map((each: Answer) => each.message).join('\n')).toMatch(words);
    expect(done.suggestion.state).toBe('PENDING');
  });

  test('accepts only with a term', async () => {
    const { suggestion } = await suggest({ name: 'no_category' });
    const done = await review({ id: suggestion.id, decision: 'ACCEPT' });
    expect(done.problems).toMatchObject([{ code: 'INVALID_REVIEW', path: ['input', 'term'] }]);
  });

  test(
    'of two administrators at once one wins, the other is told',
    async () => {
      const { suggestion } = await suggest({ name: 'contested_mode', datatype: 'xsd:string' });
      const term = { category: 'thermal' };
      const outcomes = await Promise.all([
        review({ id: suggestion.id, decision: 'ACCEPT', term }, ADMINISTRATOR),
        review({ id: suggestion.id, decision: 'ACCEPT', term }, OTHER_ADMINISTRATOR),
        review({ id: suggestion.id, decision: 'REJECT', reason: 'No.' }, OTHER_ADMINISTRATOR),
      ]);
      const won = outcomes.filter(({ problems }) => problems.length === 0);
      expect(won).toHaveLength(1);
      for (const { problems, suggestion: now } of outcomes.filter((outcome) => outcome !== won[0])) {
        expect(problems).toMatchObject([{ code: 'ALREADY_REVIEWED' }]);
        expect(now).toMatchObject({ state: won[0].suggestion.state, reviewer: won[0].suggestion.reviewer });
      }
    },
    CHECKING_MS,
  );

  test(
    'two suggestions accepted at once become terms both',
    async () => {
      const names = ['left_mode', 'right_mode'];
      const suggested = await Promise.all(names.map((name) => suggest({ name, datatype: 'xsd:string' })));
      const outcomes = await Promise.all(
        suggested.map(({ suggestion }) =>
          review({ id: suggestion.id, decision: 'ACCEPT', term: { category: 'thermal' } }),
        ),
      );
      expect(outcomes.map(({ problems }) => problems)).toEqual([[], []]);
      const { data } = await ask('{ left: term(name: "left_mode") { name } right: term(name: "right_mode") { name } }');
      expect(data).toEqual({ left: { name: 'left_mode' }, right: { name: 'right_mode' } });
    },
    CHECKING_MS,
  );
});

describe('missingTerms', () => {
  test('ranks keys of documents that are no terms, each once a document, without values, and what they may mean', async () => {
    const post = (path: string, body: string): Promise<unknown> =>
      fetch(hub.url + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }).then(
        (response) => response.text(),
      );
    const large = JSON.stringify({ pad: Array.from({ length: 3000 }, (_, at) => ({ wattage: at, secret: `v${at}` })) });
    for (let times = 0; times < 3; times++)
      await post('/api/semantic', '{"wattage":1,"voltage-V":2,"list":[{"wattage":3}]}');
    await post('/api/json-to-rdf', '{"wattage":4}');
    await post('/api/rdf', '{"@semantic":{"@context":{}},"wattage":5,"voltage-V":1}');
    await post('/api/semantic', large);
    await post('/api/json-to-rdf', large);
    await ask('query ($d: String!) { embedDocument(document: $d) { describedCount } }', { d: '{"wattage":6}' });
    await post('/api/semantic', `{"${'k'.repeat(101)}":1,"\\ud800":2,"":3}`);
    const query = '{ missingTerms(first: 3) { since terms { key count error suggestions { score term { name } } } } }';
    const { data, errors } = await ask(query, {}, ADMINISTRATOR);
    expect(errors).toBeUndefined();
    expect(data.missingTerms.terms[0]).toMatchObject({ key: 'wattage', count: 8, error: 0 });
    expect(data.missingTerms.terms.map(({ key, count }: Answer) => [key, count])).toEqual([
      ['wattage', 8],
      ['list', 3],
      ['pad', 2],
    ]);
    expect(data.missingTerms.since).toMatch(/^2026-01-0\dT/);
    const all = await ask('{ missingTerms(first: 100) { terms { key } } }', {}, ADMINISTRATOR);
    expect(all.data.missingTerms.terms.map(({ key }: Answer) => key).toSorted()).toEqual([
      'list',
      'pad',
      'secret',
      'wattage',
    ]);
  });
});
