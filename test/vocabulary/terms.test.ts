import { beforeAll, describe, expect, test } from 'vitest';
import {
  findTerm,
  findTermByIri,
  listCategories,
  listPrefixes,
  listTemplateRows,
  listTerms,
} from '../../src/vocabulary/terms.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
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
    const newer = { ...vocabulary, terms: new Map([['cop', { ...cop, label: 'COP' }]]) };
    expect(findTermByIri(newer, cop.iri)?.label).toBe('COP');
  });

  test('is null for what is no term', () => {
    for (const iri of ['', 'cop', `${vocabulary.lexicon.vocabularyIri}nonsense`, '__proto__'])
      expect(findTermByIri(vocabulary, iri)).toBeNull();
  });
});

describe('listTerms', () => {
  test('lists all terms without a filter', () => {
    const page = listTerms(vocabulary);
    expect(page.terms).toHaveLength(vocabulary.terms.size);
    expect(page).toMatchObject({ total: vocabulary.terms.size, hasNext: false });
  });

  test('lists a category, and nothing for one that does not exist', () => {
    const storage = listTerms(vocabulary, { category: 'storage' });
    expect(storage.terms.map((term) => term.name)).toContain('cycle_count');
    expect(new Set(storage.terms.map((term) => term.category))).toEqual(new Set(['storage']));
    expect(listTerms(vocabulary, { category: 'unknown' })).toEqual({ terms: [], total: 0, hasNext: false });
  });

  test('walks all terms page by page, each once', () => {
    const names: string[] = [];
    for (let after: string | undefined; ;) {
      const page = listTerms(vocabulary, { first: 50, ...(after === undefined ? {} : { after }) });
      names.push(...page.terms.map((term) => term.name));
      expect(page.total).toBe(vocabulary.terms.size);
      if (!page.hasNext) break;
      after = names.at(-1);
    }
    expect(names).toEqual([...vocabulary.terms.keys()]);
  });

  test('goes on after a name that is no term', () => {
    expect(listTerms(vocabulary, { first: 1, after: 'cooo' }).terms[0]?.name).toBe('cop');
    expect(listTerms(vocabulary, { after: 'zzz' })).toMatchObject({ terms: [], hasNext: false });
    expect(listTerms(vocabulary, { first: 0 })).toMatchObject({ terms: [], hasNext: true });
  });
});

describe('listCategories and listPrefixes', () => {
  test('lists them by name', () => {
    expect(listCategories(vocabulary).map((category) => category.name)).toContain('ev_charging');
    expect(listPrefixes(vocabulary)).toContainEqual({ prefix: 'time', namespace: 'http://www.w3.org/2006/time#' });
  });
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
      ...(findTerm(vocabulary, 'title') as NonNullable<ReturnType<typeof findTerm>>),
      rows: [{ ...row, subject: 'title' }],
    };
    const circular: Vocabulary = { ...vocabulary, terms: new Map([['title', term]]), nodes: new Map([['a', [row]]]) };
    expect(listTemplateRows(circular, 'title')).toHaveLength(2);
  });
});
