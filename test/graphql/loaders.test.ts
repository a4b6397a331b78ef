import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccounts, type Accounts } from '../../src/accounts/accounts.ts';
import { HubError } from '../../src/errors.ts';
import { Loaders, type LoaderSources } from '../../src/graphql/request/loaders.ts';
import { RequestCaller } from '../../src/graphql/request/request-caller.ts';
import { boundIri, boundText } from '../../src/rdf/bound-terms.ts';
import { DCTERMS, hubNamespaces } from '../../src/rdf/namespaces.ts';
import { GraphArchive } from '../../src/vocabulary/versions/archive-graphs.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { StoreError, type QueryOptions, type Store } from '../../src/store/store.ts';
import { UnmappedKeys } from '../../src/suggestions/unmapped-keys.ts';
import type { SuggestionState } from '../../src/suggestions/suggestion.ts';
import { createSuggestions, type Suggestions } from '../../src/suggestions/suggestions.ts';
import { reviewQuads, suggestionQuads } from '../../src/suggestions/suggestions.changes.ts';
import { hashOfReceipt } from '../../src/suggestions/save-suggestion.ts';
import { Versions } from '../../src/vocabulary/versions/versions.ts';
import { versionOf } from '../../src/vocabulary/versions/version.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { openEndpoint, smallVocabulary, type TestEndpoint } from './fixture.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';

// The answers' shapes differ with every query; the tests state them.
// oxlint-disable-next-line no-explicit-any
type Answer = any;

const BASE_URL = 'http://hub.example';
const hub = hubNamespaces(BASE_URL);
const log = pino({ level: 'silent' });
const PASSWORD = 'correct horse battery';
const NOW = new Date('2026-01-02T03:04:05Z');
const XSD_DOUBLE = 'http://www.w3.org/2001/XMLSchema#double';
/** As many as a query may have aliases, less some room for others. */
const MANY = 20;

let folder: string;
let store: EmbeddedStore;
let accounts: Accounts;
let suggestions: Suggestions;
let endpoint: TestEndpoint;
let ada: string;
/** Ids of the accounts that review. */
const reviewers: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-loaders-'));
  store = new EmbeddedStore();
  accounts = createAccounts({
    store,
    hub,
    log,
    keysFolder: folder,
    carrier: null,
    now: () => NOW,
    timing: DEFAULT_TIMING,
  });
  await accounts.start();
  for (const name of ['ada', 'bob', 'eve']) {
    const email = `${name}@example.org`;
    const { account } = await accounts.operator.createAdministrator({ email, password: PASSWORD });
    reviewers.push(account.id);
  }
  await accounts.operator.removeAdministrator('eve@example.org');
  ada = await bearer('ada@example.org');
  for (let at = 0; at < MANY; at++) await addSuggestion(at);
  suggestions = suggestionsOf(store);
  endpoint = await openEndpoint({
    suggestions,
    accounts,
    requireAdministrator: accounts.requireAdministrator,
  });
});

afterAll(async () => {
  await endpoint?.close();
  await accounts?.stop();
  await store?.close();
  await rm(folder, { recursive: true, force: true });
});

async function bearer(email: string): Promise<string> {
  return `Bearer ${(await accounts.signIn({ email, password: PASSWORD }, email)).access}`;
}

function suggestionsOf(basis: Store): Suggestions {
  return createSuggestions({
    store: basis,
    hub,
    vocabulary: () => smallVocabulary,
    onVocabulary: () => () => {},
    shapes: { check: async () => {} },
    now: () => NOW,
    log,
    timing: DEFAULT_TIMING,
  });
}

function idOf(at: number): string {
  return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
}

function receiptOf(at: number): string {
  return `receipt-${String(at).padStart(24, '0')}`;
}

const STATES = ['pending', 'accepted', 'rejected'] as const;

/** Two of three are reviewed, by three administrators in turn. */
async function addSuggestion(at: number, into: Store = store): Promise<void> {
  const suggestion = {
    kind: 'term' as const,
    id: idOf(at),
    name: `suggested_${at}`,
    said: [
      [`${DCTERMS}description`, boundText(`What ${at} means.`)],
      [`${hub.ontology}suggestedDatatype`, boundIri(XSD_DOUBLE)],
    ] as const,
    email: `proposer-${at}@example.org`,
    createdAt: new Date(NOW.getTime() + at * 1000),
    receiptHash: hashOfReceipt(receiptOf(at)),
  };
  await into.change({ add: suggestionQuads(suggestion, hub) });
  const state: SuggestionState = STATES[at % 3]!;
  if (state === 'pending') return;
  const reviewer = reviewers[at % reviewers.length]!;
  await into.change(
    reviewQuads('term', suggestion.id, { state, reason: 'So it is.', reviewer, reviewedAt: NOW, resultIri: null }, hub),
  );
}

interface Asked {
  readonly status: number;
  readonly data: Answer;
  readonly errors?: Answer[];
  /** The SPARQL that was asked for it. */
  readonly sparql: string[];
}

async function ask(query: string, authorization?: string, url = endpoint.url): Promise<Asked> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    body: JSON.stringify({ query, extensions: { sparql: true } }),
  });
  const { data, errors, extensions } = (await response.json()) as Answer;
  return { status: response.status, data, ...(errors === undefined ? {} : { errors }), sparql: extensions?.sparql };
}

/** The same field many times, each with an alias of its own. */
function aliased(count: number, field: (at: number) => string): string {
  return `{ ${Array.from({ length: count }, (_, at) => `f${at}: ${field(at)}`).join('\n')} }`;
}

/** How many values stand in each VALUES of a query. */
function valuesOf(query: string): number[] {
  return [...query.matchAll(/VALUES \?\w+ \{([^}]*)\}/g)].map(([, values]) => values!.trim().split(/\s+/).length);
}

test('twenty suggestions of sources by their receipts are one query, each in its place', async () => {
  const ids = Array.from({ length: MANY }, (_, at) => 900 + at);
  const add = ids.flatMap((at) =>
    suggestionQuads(
      {
        kind: 'source',
        id: idOf(at),
        name: `source-${at}`,
        said: [[`${hub.ontology}suggestedFile`, boundText('{}')]],
        email: `proposer-${at}@example.org`,
        createdAt: NOW,
        receiptHash: hashOfReceipt(receiptOf(at)),
      },
      hub,
    ),
  );
  await store.change({ add });
  try {
    const { data, errors, sparql } = await ask(
      aliased(MANY, (at) => `sourceSuggestion(receipt: "${receiptOf(ids[MANY - 1 - at]!)}") { name state }`),
    );
    expect(errors).toBeUndefined();
    expect(sparql.map(valuesOf)).toEqual([[MANY]]);
    expect(Object.values(data).map(({ name }: Answer) => name)).toEqual(ids.toReversed().map((at) => `source-${at}`));
  } finally {
    await store.change({ remove: add });
  }
});

describe('a suggestion by its receipt', () => {
  test('twenty are one query, each in its place', async () => {
    const { data, errors, sparql } = await ask(
      aliased(MANY, (at) => `suggestion(receipt: "${receiptOf(MANY - 1 - at)}") { name state }`),
    );
    expect(errors).toBeUndefined();
    expect(sparql).toHaveLength(1);
    expect(valuesOf(sparql[0]!)).toEqual([MANY]);
    expect(Object.values(data).map(({ name }: Answer) => name)).toEqual(
      Array.from({ length: MANY }, (_, at) => `suggested_${MANY - 1 - at}`),
    );
  });

  test('one that is missing is null, and what is no receipt is not asked for', async () => {
    const receipts = [receiptOf(3), 'x'.repeat(32), 'nothing', '"> } DROP ALL', receiptOf(4), receiptOf(3)];
    const { data, errors, sparql } = await ask(
      aliased(receipts.length, (at) => `suggestion(receipt: ${JSON.stringify(receipts[at])}) { name }`),
    );
    expect(errors).toBeUndefined();
    expect(Object.values(data).map((found: Answer) => found?.name ?? null)).toEqual([
      'suggested_3',
      null,
      null,
      null,
      'suggested_4',
      'suggested_3',
    ]);
    expect(sparql.map(valuesOf)).toEqual([[3]]);
    expect((await ask(aliased(5, () => `suggestion(receipt: "nothing") { name }`))).sparql).toEqual([]);
  });

  test('e-mails are not read for it', async () => {
    const { sparql } = await ask(aliased(MANY, (at) => `suggestion(receipt: "${receiptOf(at)}") { name }`));
    expect(sparql.join()).not.toContain(hub.contactsGraph);
  });

  test('one that the store holds wrongly is an error of its own field', async () => {
    const [good, bad] = [100, 101];
    const odd = new EmbeddedStore();
    await addSuggestion(good, odd);
    await addSuggestion(bad, odd);
    const state = {
      graph: hub.suggestionsGraph,
      s: { type: 'uri', value: `${hub.suggestionsGraph}/${idOf(bad)}` },
    } as const;
    const property = `${hub.ontology}reviewState`;
    const uri = (value: string) => ({ type: 'uri', value }) as const;
    await odd.change({
      remove: ['Pending', 'Accepted', 'Rejected'].map((name) => ({
        ...state,
        p: property,
        o: uri(hub.ontology + name),
      })),
      add: [{ ...state, p: property, o: uri(`${hub.ontology}Odd`) }],
    });
    const other = await openEndpoint({ suggestions: suggestionsOf(odd) });
    const { data, errors, sparql } = await ask(
      `{ good: suggestion(receipt: "${receiptOf(good)}") { name } bad: suggestion(receipt: "${receiptOf(bad)}") { name } }`,
      undefined,
      other.url,
    );
    await other.close();
    await odd.close();
    expect(data).toEqual({ good: { name: `suggested_${good}` }, bad: null });
    expect(errors).toMatchObject([{ path: ['bad'], extensions: { code: 'SUGGESTIONS_UNAVAILABLE' } }]);
    expect(sparql).toHaveLength(1);
  });
});

describe('the list of suggestions', () => {
  const PAGE = 'totalCount pageInfo { hasNextPage endCursor } nodes { id name email state }';

  test('twenty pages are three queries for the pages, one for the numbers, one for the suggestions', async () => {
    const { data: before } = await ask('{ suggestions(first: 4) { pageInfo { endCursor } } }', ada);
    const after = before.suggestions.pageInfo.endCursor as string;
    const fields = Array.from({ length: MANY }, (_, at) => {
      const state = at % 4 === 3 ? '' : `, state: ${['PENDING', 'ACCEPTED', 'REJECTED'][at % 4]}`;
      return `suggestions(first: ${at}${state}${at % 2 === 0 ? '' : `, after: "${after}"`}) { ${PAGE} }`;
    });
    const { data, errors, sparql } = await ask(
      aliased(MANY, (at) => fields[at]!),
      ada,
    );
    expect(errors).toBeUndefined();
    // The dates of all, the states of some, and those that wait; who asks is one more.
    expect(sparql).toHaveLength(6);
    expect(sparql.filter((query) => query.includes(hub.accountsGraph))).toHaveLength(1);
    // Each is what it is when it is asked for alone.
    for (const [at, field] of fields.entries()) {
      const alone = await ask(`{ suggestions: ${field} }`, ada);
      expect(data[`f${at}`]).toEqual(alone.data.suggestions);
    }
    expect(data.f19).toMatchObject({ totalCount: MANY, pageInfo: { hasNextPage: false } });
    expect(data.f19.nodes.map(({ name }: Answer) => name)).toEqual(
      Array.from({ length: 16 }, (_, at) => `suggested_${at + 4}`),
    );
    expect(data.f0).toEqual({ totalCount: 7, pageInfo: { hasNextPage: true, endCursor: null }, nodes: [] });
  });

  test('is in the order of the list on every page', async () => {
    const { data } = await ask(
      aliased(2, (at) => `suggestions(first: ${at === 0 ? 20 : 3}) { ${PAGE} }`),
      ada,
    );
    const names = data.f0.nodes.map(({ name }: Answer) => name);
    expect(names).toEqual(Array.from({ length: MANY }, (_, at) => `suggested_${at}`));
    expect(data.f1.nodes.map(({ name }: Answer) => name)).toEqual(names.slice(0, 3));
  });

  test('the accounts of all reviewers are one query', async () => {
    const { data, errors, sparql } = await ask('{ suggestions { nodes { reviewer reviewedBy { id email } } } }', ada);
    expect(errors).toBeUndefined();
    expect(sparql).toHaveLength(6);
    expect(valuesOf(sparql[5]!)).toEqual([2]);
    for (const { reviewer, reviewedBy } of data.suggestions.nodes) expect(reviewedBy?.id ?? null).toBe(reviewer);
    const emails = data.suggestions.nodes.map(({ reviewedBy }: Answer) => reviewedBy?.email ?? null);
    expect(new Set(emails)).toEqual(new Set([null, 'bob@example.org', 'eve@example.org']));
  });
});

describe('accounts', () => {
  test('pages of the list are two queries, their number is one, and who asks is one, however often', async () => {
    const { data, sparql } = await ask(
      aliased(MANY, (at) => `accounts(first: ${at}) { nodes { email } }`),
      ada,
    );
    expect(sparql).toHaveLength(4);
    expect(Object.values(data).map(({ nodes }: Answer) => nodes.length)).toEqual(
      Array.from({ length: MANY }, (_, at) => Math.min(at, 3)),
    );
  });

  test('who may not ask is refused in each field, and in no other', async () => {
    const field = (at: number): string =>
      at % 2 === 0 ? `suggestion(receipt: "${receiptOf(at)}") { name }` : 'suggestions(first: 1) { nodes { email } }';
    for (const [authorization, code] of [
      [undefined, 'UNAUTHENTICATED'],
      ['Bearer nonsense', 'UNAUTHENTICATED'],
      [await bearer('eve@example.org'), 'FORBIDDEN'],
    ] as const) {
      const { data, errors, sparql } = await ask(aliased(10, field), authorization);
      expect(errors!.map(({ path, extensions }) => [path[0], extensions.code])).toEqual(
        [1, 3, 5, 7, 9].map((at) => [`f${at}`, code]),
      );
      for (let at = 0; at < 10; at++) expect(data[`f${at}`]).toEqual(at % 2 === 0 ? { name: `suggested_${at}` } : null);
      expect(sparql.join()).not.toContain(hub.contactsGraph);
    }
  });
});

describe('missing terms', () => {
  test('are read once, and each field has as many as it asked for', async () => {
    const keys = new UnmappedKeys({
      store,
      hub,
      hubId: async () => 'one',
      now: () => NOW,
      log,
      timing: DEFAULT_TIMING,
    });
    keys.note(['wattage', 'pad', 'list']);
    keys.note(['wattage', 'pad']);
    keys.note(['wattage']);
    const other = await openEndpoint({
      accounts,
      requireAdministrator: accounts.requireAdministrator,
      missingTerms: (vocabulary, first) => keys.list(vocabulary, first),
    });
    const { data, errors, sparql } = await ask(
      aliased(4, (at) => `missingTerms(first: ${at}) { terms { key count } }`),
      ada,
      other.url,
    );
    await other.close();
    expect(errors).toBeUndefined();
    // Who asks, the counts, and the hubs that counted.
    expect(sparql).toHaveLength(3);
    expect(Object.values(data).map(({ terms }: Answer) => terms.map(({ key }: Answer) => key))).toEqual([
      [],
      ['wattage'],
      ['wattage', 'pad'],
      ['wattage', 'pad', 'list'],
    ]);
  });
});

describe('versions', () => {
  /** A vocabulary of one label. */
  function vocabularyOf(label: string): Vocabulary {
    const triples = [
      {
        s: { type: 'uri', value: hub.vocabulary },
        p: 'http://www.w3.org/2004/02/skos/core#prefLabel',
        o: { type: 'literal', value: label },
      } as const,
    ];
    const table = tableOf(triples, hub);
    const version = versionOf(table, hub);
    return { ...smallVocabulary, version, versionIri: `${hub.versions}${version}/`, triples: table };
  }

  test('are found by their names without a query; their contents are read once', async () => {
    const shared = new EmbeddedStore();
    const archive = new GraphArchive({
      store: shared,
      hub,
      log,
      timing: { firstRetryMs: 60_000, longestRetryMs: 60_000 },
      now: () => NOW,
    });
    await archive.start();
    let current = vocabularyOf('the first');
    const versions = new Versions({ archive, hub, current: () => current, timing: DEFAULT_TIMING });
    await versions.note(current);
    for (const label of ['the second', 'the third', 'the fourth']) {
      current = vocabularyOf(label);
      await versions.note(current);
    }
    let lists = 0;
    const dumps: string[] = [];
    const { list } = versions;
    versions.list = () => {
      lists++;
      return list.call(versions);
    };
    const dump = shared.dump.bind(shared);
    shared.dump = (graph, options) => {
      dumps.push(graph);
      return dump(graph, options);
    };
    const other = await openEndpoint({ versions, vocabulary: () => current });
    const query = '{ versions { version predecessor { version predecessor { version } } } }';
    const { data, sparql } = await ask(query, undefined, other.url);
    expect(sparql).toEqual([]);
    expect(data.versions.map(({ predecessor }: Answer) => predecessor?.version ?? null)).toEqual([
      ...data.versions.slice(1).map(({ version }: Answer) => version),
      null,
    ]);
    // One for the field, and one for all predecessors: those of predecessors are known by then.
    expect(lists).toBe(1);

    const [, newer, older] = data.versions.map(({ version }: Answer) => version) as [string, string, string];
    const compared = await ask(
      aliased(5, () => `changes(from: "${older}", to: "${newer}") { others { iri kind } }`),
      undefined,
      other.url,
    );
    await other.close();
    await shared.close();
    expect(compared.errors).toBeUndefined();
    expect(compared.data.f4).toEqual(compared.data.f0);
    expect(compared.data.f0.others).toHaveLength(1);
    expect(dumps).toEqual([`${hub.versions}${older}/`, `${hub.versions}${newer}/`]);
  });
});

describe('mutations of one request', () => {
  const REVIEW = `{ id: "${idOf(1)}", decision: REJECT, reason: "no" }`;
  const mutation = (fields: Readonly<Record<string, string>>): string =>
    `mutation { ${Object.entries(fields)
      .map(([alias, field]) => `${alias}: ${field}`)
      .join('\n')} }`;
  const showReviewer = `reviewSuggestion(input: ${REVIEW}) { suggestion { reviewedBy { email isAdministrator } } problems { code } }`;
  const setRole = (email: string, isAdministrator: boolean): string =>
    `setAccountRole(input: { email: "${email}", isAdministrator: ${isAdministrator} }) { problems { code } }`;

  test('each shows what those before it changed', async () => {
    const { data, errors } = await ask(
      mutation({
        before: showReviewer,
        taken: setRole('bob@example.org', false),
        after: showReviewer,
      }),
      ada,
    );
    await accounts.operator.createAdministrator({ email: 'bob@example.org', password: null });
    expect(errors).toBeUndefined();
    const shown = [data.before, data.after].map(({ suggestion }) => suggestion.reviewedBy);
    expect(shown).toEqual([true, false].map((isAdministrator) => ({ email: 'bob@example.org', isAdministrator })));
  });

  test('who loses the role in one of them is refused in the next', async () => {
    const { data, errors } = await ask(
      mutation({ lost: setRole('ada@example.org', false), refused: showReviewer }),
      ada,
    );
    await accounts.operator.createAdministrator({ email: 'ada@example.org', password: null });
    expect(data).toEqual({ lost: { problems: [] }, refused: null });
    expect(errors).toMatchObject([{ path: ['refused'], extensions: { code: 'FORBIDDEN' } }]);
  });

  test('a suggestion is shown as it is when its review is done', async () => {
    await addSuggestion(30);
    const review = (at: number): string =>
      `reviewSuggestion(input: { id: "${idOf(at)}", decision: REJECT, reason: "no ${at}" }) { suggestion { state reason reviewedBy { email } } problems { code } }`;
    const { data } = await ask(mutation({ one: review(30), again: review(30) }), ada);
    const suggestion = { state: 'REJECTED', reason: 'no 30', reviewedBy: { email: 'ada@example.org' } };
    expect(data).toEqual({
      one: { suggestion, problems: [] },
      again: { suggestion, problems: [{ code: 'ALREADY_REVIEWED' }] },
    });
  });
});

describe('what the store cannot answer', () => {
  /** A store whose queries end when their signal is aborted, and never else. */
  function silentStore(asked: { text: string; options: QueryOptions | undefined }[]): Store {
    return Object.assign(Object.create(store) as Store, {
      hasLists: () => false,
      lengthsOfLists: async () => null,
      select: (query: { text: string }, _shape: object, options?: QueryOptions) => {
        asked.push({ text: query.text, options });
        return new Promise((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new StoreError('aborted')), { once: true });
        });
      },
    });
  }

  test('is said in every field that needs it, once each', async () => {
    const closed = new EmbeddedStore();
    await closed.close();
    const other = await openEndpoint({ suggestions: suggestionsOf(closed) });
    const { data, errors } = await ask(
      aliased(4, (at) => (at === 3 ? 'categories { name }' : `suggestion(receipt: "${receiptOf(at)}") { name }`)),
      undefined,
      other.url,
    );
    await other.close();
    expect(errors!.map(({ path, extensions }) => [path[0], extensions.code])).toEqual(
      ['f0', 'f1', 'f2'].map((alias) => [alias, 'SUGGESTIONS_UNAVAILABLE']),
    );
    expect(data).toMatchObject({ f0: null, f1: null, f2: null, f3: [{ name: 'market' }, {}, {}] });
  });

  test('is one line of the log for all fields that share the failure, a bug too', async () => {
    const terms = { ...suggestions.terms, findByReceipts: () => Promise.reject(new TypeError('secret')) };
    const failing = { ...suggestions, terms };
    const other = await openEndpoint({ suggestions: failing });
    const query = aliased(3, (at) => `suggestion(receipt: "${receiptOf(at)}") { name }`);
    const { errors } = await ask(query, undefined, other.url);
    await other.close();
    expect(errors).toHaveLength(3);
    expect(other.logged).toHaveLength(1);
  });

  test('is not waited for when the client is gone, and nobody is told of it', async () => {
    const asked: { text: string; options: QueryOptions | undefined }[] = [];
    const other = await openEndpoint({ suggestions: suggestionsOf(silentStore(asked)) });
    const controller = new AbortController();
    const query = aliased(3, (at) => `suggestion(receipt: "${receiptOf(at)}") { name }`);
    const answer = fetch(other.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      signal: controller.signal,
    });
    await expect.poll(() => asked.length).toBe(1);
    const { signal } = asked[0]!.options!;
    expect(signal!.aborted).toBe(false);
    controller.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => signal!.aborted).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(other.logged).toEqual([]);
    await other.close();
  });
});

describe('a loader', () => {
  function loadersOf(over: Partial<LoaderSources>): Loaders {
    return new Loaders({
      suggestions,
      accounts,
      versions: { find: () => null, compare: () => Promise.reject(new Error('unused')) },
      vocabulary: () => smallVocabulary,
      missingTerms: async () => ({ terms: [], since: NOW }),
      requireAdministrator: async () => ({ id: 'ada' }),
      caller: new RequestCaller('192.0.2.1'),
      ...over,
    });
  }

  test('asks for some hundred keys at a time, and keeps the order', async () => {
    const asked: string[] = [];
    const counting: Store = Object.assign(Object.create(store) as Store, {
      hasLists: () => false,
      lengthsOfLists: async () => null,
      select: (...args: Parameters<Store['select']>) => {
        asked.push(args[0].text);
        return store.select(...args);
      },
    });
    const loaders = loadersOf({ suggestions: suggestionsOf(counting) });
    const ids = Array.from({ length: 1_200 }, (_, at) => idOf(1_199 - at));
    const found = await Promise.all(ids.map((id) => loaders.suggestedTerms.byId.load(id)));
    expect(asked.map(valuesOf)).toEqual([[500], [500], [200]]);
    expect(found.slice(-MANY).map((suggestion) => suggestion?.name)).toEqual(
      Array.from({ length: MANY }, (_, at) => `suggested_${MANY - 1 - at}`),
    );
    const receipts = await Promise.all(
      Array.from({ length: 600 }, (_, at) => loaders.suggestedTerms.byReceipt.load(receiptOf(at))),
    );
    expect(asked.slice(3).map(valuesOf)).toEqual([[500], [100]]);
    expect(receipts[7]).toMatchObject({ name: 'suggested_7' });
    expect(JSON.stringify(receipts)).not.toContain('@example.org');
  });

  test('finds what a hundred references name in one batch', async () => {
    let batches = 0;
    const loaders = loadersOf({
      vocabulary: () => {
        batches++;
        return smallVocabulary;
      },
    });
    const [known] = smallVocabulary.terms.keys();
    const references = Array.from({ length: 100 }, (_, at) => ({
      type: 'Term' as const,
      name: at % 2 === 0 ? known! : `no_term_${at}`,
    }));
    const found = await Promise.all(references.map((reference) => loaders.entities.load(reference)));
    expect(found.map((entity) => entity?.entityType ?? null)).toEqual(
      references.map(({ name }) => (name === known ? 'Term' : null)),
    );
    expect(batches).toBe(1);
  });

  test('reads nothing twice before it is cleared', async () => {
    let reads = 0;
    const loaders = loadersOf({
      requireAdministrator: async () => ({ id: String(++reads) }),
      missingTerms: async () => {
        reads++;
        return { terms: [], since: NOW };
      },
    });
    await Promise.all([loaders.requester(), loaders.requester(), loaders.missingTerms.load(1)]);
    await Promise.all([loaders.requester(), loaders.missingTerms.load(1)]);
    expect(reads).toBe(2);
    loaders.clear();
    await Promise.all([loaders.requester(), loaders.missingTerms.load(1)]);
    expect(reads).toBe(4);
  });

  test('of a relation that nothing can answer rejects for each key', async () => {
    const loaders = loadersOf({
      missingTerms: () => Promise.reject(new HubError('suggestions-unavailable', 'Not now.')),
      accounts: null,
    });
    const outcomes = await Promise.allSettled([1, 2].map((first) => loaders.missingTerms.load(first)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await loaders.accountById.load(idOf(1))).toBeNull();
    expect(await loaders.accountPage.load({ first: 1, after: null })).toEqual({ accounts: [], hasNext: false });
    expect(await loaders.accountCount()).toBe(0);
  });
});
