import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChangingHub, type ChangingHub } from '../support/changing-hub.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';
import { sendQuery } from './fixture.ts';

let hub: ChangingHub;
let first: string;
let second: string;
beforeAll(async () => {
  hub = await startChangingHub();
  first = hub.registry.current().version;
  const changed = await hub.use(
    `${SMALL.replace('"Beginning."', '"When it begins."')}
     <category/place> a hub:Category ; skos:prefLabel "Place"@en ; skos:definition "Where."@en ; skos:notation "place" .
     <end> <http://www.w3.org/2002/07/owl#deprecated> true ; <http://purl.org/dc/terms/isReplacedBy> <start> .`,
  );
  second = changed.version;
});
afterAll(() => hub?.stop());

const query = async (text: string, variables?: unknown) =>
  (await sendQuery(`${hub.url}/graphql`, text, variables)).body;

test('versions are listed with the one before each', async () => {
  const { data } = await query('{ versions { version iri since isCurrent predecessor { version isCurrent } } }');
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown;
  expect(data.versions).toEqual([
    {
      version: second,
      iri: `${HUB.versions}${second}/`,
      since,
      isCurrent: true,
      predecessor: { version: first, isCurrent: false },
    },
    { version: first, iri: `${HUB.versions}${first}/`, since, isCurrent: false, predecessor: null },
  ]);
});

const CHANGES = `query Changes($from: String, $to: String) {
  changes(from: $from, to: $to) {
    from { version }
    to { version }
    added { name }
    removed { name }
    deprecated { name iri label deprecated replacedBy }
    changed { term { name } properties { property before { value type language datatype } after { value type } } }
    others { iri kind properties { property after { value type } } }
  }
}`;

test('changes are those of REST', async () => {
  const { data } = await query(CHANGES);
  expect(data.changes).toMatchObject({
    from: { version: first },
    to: { version: second },
    added: [],
    removed: [],
    deprecated: [{ name: 'end', iri: `${HUB.vocabulary}end`, label: 'End', deprecated: true, replacedBy: 'start' }],
    others: [{ iri: `${HUB.vocabulary}category/place`, kind: 'ADDED' }],
  });
  expect(data.changes.changed[1]).toEqual({
    term: { name: 'start' },
    properties: [
      {
        property: 'http://www.w3.org/2004/02/skos/core#definition',
        before: [{ value: 'Beginning.', type: 'LITERAL', language: 'en', datatype: null }],
        after: [{ value: 'When it begins.', type: 'LITERAL' }],
      },
    ],
  });
  const rest = (await (await fetch(`${hub.url}/api/changes`)).json()) as { changed: { term: string }[] };
  expect(data.changes.changed.map(({ term }: { term: { name: string } }) => term.name)).toEqual(
    rest.changed.map(({ term }) => term),
  );
});

test('changes go from and to any version, by name and by IRI', async () => {
  const back = await query(CHANGES, { from: second, to: `${HUB.versions}${first}/` });
  expect(back.data.changes).toMatchObject({ from: { version: second }, to: { version: first }, deprecated: [] });
  const begun = await query(CHANGES, { to: first });
  expect(begun.data.changes).toMatchObject({ from: null, added: [{ name: 'end' }, { name: 'start' }] });
});

test.each([
  ['NOT_FOUND', '0'.repeat(64)],
  ['INVALID_OPTION', 'x'],
])('is %s for a version %s', async (code, from) => {
  const { errors } = await query(CHANGES, { from });
  expect(errors[0].extensions.code).toBe(code);
});
