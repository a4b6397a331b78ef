import { beforeAll, describe, expect, test } from 'vitest';
import {
  copyOfTerm,
  findCategory,
  findTerm,
  findTermByIri,
  listCategories,
  listPrefixes,
  listTemplateRows,
  listTerms,
  termsOfStem,
} from '../../src/vocabulary/terms.ts';
import { groupBy } from '../../src/group-by.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { nodesOf } from '../support/nodes-of.ts';
import { seededVocabulary } from './seeded.ts';

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await seededVocabulary();
});

describe('findTerm', () => {
  test('finds a term by its name', () => {
    expect(findTerm(vocabulary, 'cop')?.label).toBe('Coefficient of performance');
  });

  test('is null for a term that does not exist', () => {
    for (const name of ['nonsense', '', '__proto__', 'constructor', 'COP'])
      expect(findTerm(vocabulary, name)).toBeNull();
  });
});

describe('findTermByIri', () => {
  test('finds every term by its IRI, in the version that it is asked for', () => {
    for (const term of vocabulary.terms.values()) expect(findTermByIri(vocabulary, term.iri)).toBe(term);
    const cop = findTerm(vocabulary, 'cop')!;
    const newer = { ...vocabulary, terms: new Map([['cop', { ...copyOfTerm(cop), label: 'COP' }]]) };
    expect(findTermByIri(newer, cop.iri)?.label).toBe('COP');
  });

  test('is null for what is no term', () => {
    for (const iri of ['', 'cop', `${vocabulary.lexicon.vocabularyIri}nonsense`, '__proto__'])
      expect(findTermByIri(vocabulary, iri)).toBeNull();
  });
});

describe('listTerms', () => {
  test('lists all terms by name', () => {
    expect(listTerms(vocabulary).map(({ name }) => name)).toEqual([...vocabulary.terms.keys()]);
  });

  test('lists a category, and nothing for one that does not exist', () => {
    const storage = listTerms(vocabulary, 'storage');
    expect(storage.map((term) => term.name)).toContain('cycle_count');
    expect(new Set(storage.map((term) => term.category))).toEqual(new Set(['storage']));
    expect(listTerms(vocabulary, 'unknown')).toEqual([]);
  });
});

test('terms of a stem are those of its name alone and with a unit', () => {
  const byStem = groupBy(vocabulary.terms.values(), ({ name }) => name.split('-', 1)[0]!);
  for (const [stem, terms] of byStem) expect(termsOfStem(vocabulary, stem)).toEqual(terms);
  for (const stem of ['', 'activ', 'zzz', '~']) expect(termsOfStem(vocabulary, stem)).toEqual([]);
});

describe('listCategories and listPrefixes', () => {
  test('lists them by name', () => {
    expect(listCategories(vocabulary).map((category) => category.name)).toContain('ev_charging');
    expect(listPrefixes(vocabulary)).toContainEqual({ prefix: 'time', namespace: 'http://www.w3.org/2006/time#' });
  });
});

test('the category of a name is found with a look at few others', () => {
  let looks = 0;
  const categories = new Proxy(vocabulary.categories, {
    get(target, member, receiver) {
      if (typeof member === 'string' && /^\d+$/.test(member)) looks++;
      return Reflect.get(target, member, receiver) as unknown;
    },
  });
  const counted = { ...vocabulary, categories };
  // Half of what is left is passed over with each look.
  const most = Math.ceil(Math.log2(categories.length + 1)) + 1;
  for (const name of [...vocabulary.categories.map((category) => category.name), 'nonsense']) {
    looks = 0;
    expect(findCategory(counted, name)?.name ?? 'nonsense').toBe(name);
    expect(looks).toBeLessThanOrEqual(most);
  }
});

describe('listTemplateRows', () => {
  const told = (name: string) =>
    listTemplateRows(vocabulary, name).map((row) => `${row.subject} ${row.predicate} ${row.object}`);

  test('lists the rows of a term and of all nodes it introduces, through any number of nodes', () => {
    expect(told('start_time')).toEqual([
      'start_time time:hasTime ?interval',
      '?interval rdf:type time:Interval',
      '?interval time:hasBeginning ?interval_begin',
      '?interval time:hasEnd ?interval_end',
      '?interval time:hasXSDDuration $duration',
      '?interval_begin rdf:type time:Instant',
      '?interval_begin time:inXSDDateTimeStamp $start_time',
      '?interval_end rdf:type time:Instant',
      '?interval_end time:inXSDDateTimeStamp $end_time',
    ]);
  });

  test('is empty for a term without semantics and for a name that is no term', () => {
    expect(told('title')).toEqual([]);
    expect(told('nonsense')).toEqual([]);
  });

  test('ends when nodes lead back to themselves', () => {
    const row = { subject: '?a', predicate: 'time:inside', object: '?a' };
    const term = {
      ...copyOfTerm(findTerm(vocabulary, 'title')!),
      rows: [{ ...row, subject: 'title' }],
    };
    const circular: Vocabulary = { ...vocabulary, terms: new Map([['title', term]]), nodes: nodesOf({ a: [row] }) };
    expect(listTemplateRows(circular, 'title')).toHaveLength(2);
  });
});
