import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR, NOBODY_SPECIAL, requireAdministrator } from '../support/administrator.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

// The answers' shapes differ with every query; the tests state them.
// oxlint-disable-next-line no-explicit-any
type Answer = any;

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp({ requireAdministrator });
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

const SUGGEST = `mutation ($input: SuggestChangeInput!) { suggestChange(input: $input) {
  receipt message suggestion { name change state term { iri } } problems { code message path } } }`;
const REVIEW = `mutation ($input: ReviewChangeSuggestionInput!) { reviewChangeSuggestion(input: $input) {
  suggestion { state reason reviewer } problems { code message path } } }`;

async function suggest(over: object = {}): Promise<Answer> {
  const input = { name: 'active_power-kW', change: 'Say where it is measured.', email: 'ada@example.org', ...over };
  return (await ask(SUGGEST, { input })).data.suggestChange;
}

async function waiting(): Promise<Answer> {
  const query = '{ changeSuggestions(state: PENDING) { totalCount nodes { id name change email } } }';
  return (await ask(query, {}, ADMINISTRATOR)).data.changeSuggestions;
}

describe('suggestChange', () => {
  test('answers with a receipt, which tells the state to anybody', async () => {
    const { receipt, message, suggestion, problems } = await suggest();
    expect(problems).toEqual([]);
    expect(suggestion).toEqual({
      name: 'active_power-kW',
      change: 'Say where it is measured.',
      state: 'PENDING',
      term: { iri: `http://localhost:4000/vocabulary/active_power-kW` },
    });
    const query = /\{ changeSuggestion\(.*\}/.exec(message)![0];
    expect(query).toContain(receipt);
    expect(await ask(query)).toEqual({ data: { changeSuggestion: { state: 'PENDING', reason: null } } });
    expect(await ask(`{ suggestion(receipt: "${receipt}") { name } }`)).toEqual({ data: { suggestion: null } });
  });

  test('refuses the same text twice, and takes another of the same term', async () => {
    const change = 'The label should be "Real power".';
    expect(await suggest({ change })).toMatchObject({ problems: [] });
    const again = await suggest({ change: `  ${change}\n`, email: 'bea@example.org' });
    expect(again).toMatchObject({
      receipt: null,
      problems: [{ code: 'ALREADY_SUGGESTED', path: ['input', 'change'] }],
    });
    expect(await suggest({ change, name: 'active_power-MW' })).toMatchObject({ problems: [] });
    // Their names differ in the case of a letter alone.
    expect(await suggest({ change, name: 'active_power-mW' })).toMatchObject({ problems: [] });
  });

  test.each([
    [{ name: 'active_powr-kW' }, 'name', /There is no term "active_powr-kW"\. Similar terms .*active_power-kW/],
    [{ change: ' ' }, 'change', /change is missing/],
    [{ change: 'x'.repeat(2001) }, 'change', /2001 characters; at most 2000/],
    [{ email: 'ada' }, 'email', /no e-mail address/],
  ])('refuses %o with a problem that says why', async (over, field, words) => {
    const { receipt, problems } = await suggest(over);
    expect(receipt).toBeNull();
    expect(problems).toEqual([
      { code: 'INVALID_SUGGESTION', path: ['input', field], message: expect.stringMatching(words) },
    ]);
  });
});

describe('a review', () => {
  test('is for administrators', async () => {
    for (const authorization of [undefined, NOBODY_SPECIAL]) {
      const { data, errors } = await ask('{ changeSuggestions { totalCount } }', {}, authorization);
      expect(data).toEqual({ changeSuggestions: null });
      expect(errors[0].extensions.code).toMatch(/^(UNAUTHENTICATED|FORBIDDEN)$/);
      const input = { id: 'x', decision: 'REJECT', reason: 'No.' };
      expect((await ask(REVIEW, { input }, authorization)).data).toEqual({ reviewChangeSuggestion: null });
    }
  });

  test('accepts a change once, and leaves the vocabulary as it is', async () => {
    const { receipt } = await suggest({ name: 'voltage-V', change: 'Say that it is the effective value.' });
    const found = (await waiting()).nodes.find(({ name }: Answer) => name === 'voltage-V');
    expect(found).toMatchObject({ change: 'Say that it is the effective value.', email: 'ada@example.org' });
    const version = async () => (await ask('{ versions { version } }')).data.versions[0];
    const before = await version();
    const input = { id: found.id, decision: 'ACCEPT', reason: ' With the next release. ' };
    const { data } = await ask(REVIEW, { input }, ADMINISTRATOR);
    expect(data.reviewChangeSuggestion).toMatchObject({
      suggestion: { state: 'ACCEPTED', reason: 'With the next release.', reviewer: expect.stringMatching(/./) },
      problems: [],
    });
    expect(await version()).toEqual(before);
    expect(await ask(`{ changeSuggestion(receipt: "${receipt}") { state reason } }`)).toEqual({
      data: { changeSuggestion: { state: 'ACCEPTED', reason: 'With the next release.' } },
    });
    expect((await waiting()).nodes.map(({ id }: Answer) => id)).not.toContain(found.id);
    expect((await ask(REVIEW, { input }, ADMINISTRATOR)).data.reviewChangeSuggestion.problems).toMatchObject([
      { code: 'ALREADY_REVIEWED', path: ['input', 'id'] },
    ]);
    // Now that it is closed, the same may be suggested again.
    const again = await suggest({ name: 'voltage-V', change: 'Say that it is the effective value.' });
    expect(again).toMatchObject({ problems: [] });
  });

  test('rejects with a reason', async () => {
    await suggest({ name: 'current-A', change: 'Drop it.' });
    const { id } = (await waiting()).nodes.find(({ name }: Answer) => name === 'current-A');
    expect((await ask(REVIEW, { input: { id, decision: 'REJECT' } }, ADMINISTRATOR)).data).toMatchObject({
      reviewChangeSuggestion: { problems: [{ code: 'INVALID_REVIEW', path: ['input', 'reason'] }] },
    });
    const input = { id, decision: 'REJECT', reason: 'Many devices send it.' };
    expect((await ask(REVIEW, { input }, ADMINISTRATOR)).data.reviewChangeSuggestion).toMatchObject({
      suggestion: { state: 'REJECTED', reason: 'Many devices send it.' },
      problems: [],
    });
  });
});
