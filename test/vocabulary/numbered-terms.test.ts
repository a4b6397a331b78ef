import { describe, expect, test } from 'vitest';
import { OWL, QUDT, SCHEMA_ORG, SKOS } from '../../src/rdf/namespaces.ts';
import { copyOfTerm, findCategory, findCategoryByIri, listTerms } from '../../src/vocabulary/terms.ts';
import { HUB, seededVocabulary } from './seeded.ts';

const vocabulary = await seededVocabulary();

describe('terms that are read of numbers', () => {
  test('tell what the triples say of them', () => {
    const { triples } = vocabulary;
    const found = [...vocabulary.terms.values()];
    expect(found.length).toBeGreaterThan(10);
    for (const term of found) {
      const said = (property: string): string | null => triples.values(term.iri, property)[0]?.value ?? null;
      const english = (property: string): string | undefined =>
        triples.values(term.iri, property).find((text) => text['xml:lang'] === 'en')?.value;
      expect(said(`${SKOS}notation`)).toBe(term.name);
      expect(term.label).toBe(english(`${SKOS}prefLabel`));
      expect(term.description).toBe(english(`${SKOS}definition`));
      expect(term.datatypeIri).toBe(said(`${HUB.ontology}datatype`));
      expect(term.unit).toBe(said(`${QUDT}hasUnit`));
      expect(term.quantityKind).toBe(said(`${QUDT}hasQuantityKind`));
      expect(term.example).toBe(said(`${SKOS}example`));
      expect(term.range?.smallest ?? null).toBe(said(`${SCHEMA_ORG}minValue`));
      expect(term.range?.largest ?? null).toBe(said(`${SCHEMA_ORG}maxValue`));
      expect(term.deprecated).toBe(said(`${OWL}deprecated`) === 'true');
      expect(term.hasTemplate).toBe(term.rows.length > 0);
      expect(findCategory(vocabulary, term.category)?.iri).toBe(said(`${SKOS}broader`));
    }
  });

  test('hold nothing but their names', () => {
    for (const term of vocabulary.terms.values()) expect(Object.keys(term)).toEqual(['name']);
    for (const category of vocabulary.categories) expect(Object.keys(category)).toEqual(['name']);
    for (const template of vocabulary.nodes.origins.values()) expect(Object.keys(template)).toEqual([]);
  });

  test('are copied with all that they are', () => {
    const [term] = vocabulary.terms.values();
    const copy = copyOfTerm(term!);
    for (const [member, value] of Object.entries(copy)) expect(term![member as keyof typeof copy]).toEqual(value);
    expect(Object.keys(copy)).toHaveLength(15);
  });
});

describe('categories', () => {
  test('are found by their names and by their IRIs', () => {
    for (const category of vocabulary.categories) {
      expect(findCategory(vocabulary, category.name)).toBe(category);
      expect(findCategoryByIri(vocabulary, category.iri)).toBe(category);
      expect(vocabulary.triples.values(category.iri, `${SKOS}notation`)[0]?.value).toBe(category.name);
    }
    for (const name of ['', 'a', 'zzzz', `${vocabulary.categories[0]!.name}x`])
      expect(findCategory(vocabulary, name)).toBeNull();
    const [term] = vocabulary.terms.values();
    for (const iri of [term!.iri, `${HUB.vocabulary}category/nothing`, ''])
      expect(findCategoryByIri(vocabulary, iri)).toBeNull();
  });

  test('have the terms that say so, each once', () => {
    const listed = vocabulary.categories.flatMap(({ name }) => listTerms(vocabulary, name));
    expect(new Set(listed)).toEqual(new Set(vocabulary.terms.values()));
    expect(listed).toHaveLength(vocabulary.terms.size);
    expect(listTerms(vocabulary, 'nothing')).toEqual([]);
  });
});
