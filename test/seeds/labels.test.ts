import { Parser } from 'n3';
import type { Literal, Quad } from 'n3';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSeeds } from '../../src/vocabulary/load-seeds.ts';
import { HUB, SEED_PATHS } from '../vocabulary/seeded.ts';

const SKOS = 'http://www.w3.org/2004/02/skos/core#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const MATCHES = [
  ...['exactMatch', 'closeMatch', 'broadMatch', 'narrowMatch', 'relatedMatch'].map((match) => SKOS + match),
  `${RDFS}seeAlso`,
];
const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'];

/** What is said of one resource, by predicate. */
type Description = Map<string, Quad['object'][]>;

let described: Map<string, Description>;
let terms: [name: string, Description][];
let categories: [name: string, Description][];
beforeAll(async () => {
  const documents = await readSeeds(SEED_PATHS.seeds, HUB);
  described = new Map();
  for (const { text, baseIri } of documents) {
    for (const { subject, predicate, object } of new Parser({ format: 'text/turtle', baseIRI: baseIri }).parse(text)) {
      const description: Description = described.get(subject.value) ?? new Map();
      described.set(subject.value, description);
      description.set(predicate.value, [...(description.get(predicate.value) ?? []), object]);
    }
  }
  terms = ofClass('Term');
  categories = ofClass('Category');
});

function ofClass(name: string): [string, Description][] {
  return [...described]
    .filter(([, of]) =>
      of.get('http://www.w3.org/1999/02/22-rdf-syntax-ns#type')?.some((type) => type.value === HUB.ontology + name),
    )
    .map(([iri, of]) => [decodeURIComponent(iri.replace(HUB.vocabulary, '')), of]);
}

const literals = (of: Description, predicate: string) => (of.get(predicate) ?? []) as Literal[];
const languages = (of: Description, predicate: string) => literals(of, predicate).map((label) => label.language);
/** The unit at the end of a label or of a column's title, in parentheses or brackets. */
const unitAtEnd = (text: string) => / [([]([^()[\]]+(\([^()]*\))?[^()[\]]*)[)\]]$/.exec(text)?.[1] ?? null;
const textIn = (of: Description, language: string) =>
  literals(of, `${SKOS}prefLabel`).find((label) => label.language === language)?.value ?? null;

describe('the labels of terms and categories', () => {
  test('are one per language, English always, another language only where there is an established word', () => {
    for (const [name, of] of [...terms, ...categories]) {
      const spoken = languages(of, `${SKOS}prefLabel`);
      expect(new Set(spoken).size, name).toBe(spoken.length);
      expect(spoken, name).toContain('en');
      expect(
        spoken.filter((language) => !LANGUAGES.includes(language)),
        name,
      ).toEqual([]);
    }
    for (const language of LANGUAGES) {
      const without = terms.filter(([, of]) => textIn(of, language) === null).map(([name]) => name);
      expect(without.length / terms.length, `${language}: ${without.join(' ')}`).toBeLessThan(0.05);
    }
  });

  test('differ from term to term in every language, in any case but that of the unit', () => {
    for (const language of LANGUAGES) {
      const byLabel = new Map<string, string[]>();
      for (const [name, of] of terms) {
        const label = textIn(of, language)?.replace(/^.*?(?=\([^()]*\)$|$)/, (words) => words.toLowerCase());
        if (label !== undefined) byLabel.set(label, [...(byLabel.get(label) ?? []), name]);
      }
      expect(
        [...byLabel].filter(([, names]) => names.length > 1),
        language,
      ).toEqual([]);
    }
  });

  test('end with the same unit in every language, where the name of the term has one', () => {
    for (const [name, of] of terms) {
      if (!name.includes('-')) continue;
      const units = LANGUAGES.flatMap(
        (language) => unitAtEnd(textIn(of, language) ?? '') ?? textIn(of, language) ?? [],
      );
      expect(new Set(units).size, `${name}: ${units.join(', ')}`).toBe(1);
    }
  });

  test('have no blanks at their ends and begin with no small letter', () => {
    for (const [name, of] of [...terms, ...categories]) {
      for (const { value } of literals(of, `${SKOS}prefLabel`)) {
        expect(value, name).toBe(value.trim());
        expect(value, name).not.toMatch(/^\p{Ll}|  /u);
      }
    }
  });
});

describe('the other names of terms', () => {
  test('are of a language where people say them, and of none where data sets spell them', () => {
    for (const [name, of] of terms) {
      expect(
        languages(of, `${SKOS}altLabel`).filter((language) => !LANGUAGES.includes(language)),
        name,
      ).toEqual([]);
      expect(new Set(languages(of, `${SKOS}hiddenLabel`)), name).toEqual(
        new Set(of.has(`${SKOS}hiddenLabel`) ? [''] : []),
      );
    }
  });

  test('are not its name, nor what it is called already (SKOS S13)', () => {
    for (const [name, of] of terms) {
      const preferred = literals(of, `${SKOS}prefLabel`).map((label) => label.value + label.language);
      const alternative = literals(of, `${SKOS}altLabel`).map((label) => label.value + label.language);
      expect(
        alternative.filter((label) => preferred.includes(label)),
        name,
      ).toEqual([]);
      const called = ['prefLabel', 'altLabel', 'notation'].flatMap((kind) =>
        literals(of, SKOS + kind).map((label) => label.value),
      );
      expect(
        literals(of, `${SKOS}hiddenLabel`)
          .map((label) => label.value)
          .filter((label) => called.includes(label)),
        name,
      ).toEqual([]);
    }
  });

  test('have no other unit than the term, where they say one', () => {
    const units = new Set(
      terms.flatMap(([name, of]) => (name.includes('-') ? (unitAtEnd(textIn(of, 'en') ?? '') ?? []) : [])),
    );
    expect(units.size).toBeGreaterThan(40);
    for (const [name, of] of terms) {
      if (!name.includes('-')) continue;
      const own = unitAtEnd(textIn(of, 'en') ?? '');
      const said = literals(of, `${SKOS}hiddenLabel`).flatMap((label) => unitAtEnd(label.value) ?? []);
      expect(
        said.filter((unit) => units.has(unit) && unit !== own),
        name,
      ).toEqual([]);
    }
  });

  test('stand for most terms', () => {
    const known = terms.filter(([, of]) => of.has(`${SKOS}altLabel`) || of.has(`${SKOS}hiddenLabel`));
    expect(known.length / terms.length).toBeGreaterThan(0.95);
  });

  test.each([
    ['DE_load_actual_entsoe_transparency', 'area_load-MW'],
    ['DE_load_forecast_entsoe_transparency', 'load_forecast-MW'],
    ['DE_LU_price_day_ahead', 'day_ahead_price-EUR_per_MWh'],
    ['Power (kW)', 'active_power-kW'],
    ['Power.Active.Import', 'active_power_import-W'],
    ['PhVphA', 'voltage_l1-V'],
    ['DCW', 'dc_power-W'],
    ['1-0:1.8.0', 'active_energy_import-kWh'],
    ['Energy.Active.Import.Register', 'active_energy_import-Wh'],
    ['temperature_2m', 'air_temperature-degC'],
    ['shortwave_radiation', 'global_horizontal_irradiance-W_per_m2'],
    ['kwh', 'energy_delivered-kWh'],
    ['RSOC', 'state_of_charge-percent'],
    ['St', 'operating_state'],
    ['carbonIntensity', 'carbon_intensity-gCO2eq_per_kWh'],
  ])('know %s as %s', (key, expected) => {
    const found = terms
      .filter(([, of]) => literals(of, `${SKOS}hiddenLabel`).some((label) => label.value === key))
      .map(([name]) => name);
    expect(found).toContain(expected);
  });
});

describe('the definitions', () => {
  test('are one text per language, of whole sentences, and alike only where the unit alone differs', () => {
    const texts = new Map<string, string>();
    for (const [name, of] of [...terms, ...categories]) {
      const definitions = literals(of, `${SKOS}definition`);
      const spoken = definitions.map((definition) => definition.language);
      expect(new Set(spoken).size, name).toBe(spoken.length);
      expect(spoken, name).toContain('en');
      // A deprecated term means what the one means that replaces it.
      const replacement = of.get('http://purl.org/dc/terms/isReplacedBy')?.[0]?.value.replace(HUB.vocabulary, '');
      const quantity = (replacement ?? name).replace(/-.*$/, '');
      for (const { language, value } of definitions) {
        expect(value, name).toMatch(/^\p{Lu}.*[^ .]\.$/u);
        expect(value.length, name).toBeLessThan(language === 'en' ? 400 : 520);
        expect(texts.get(language + value) ?? quantity, `${name}: ${value}`).toBe(quantity);
        texts.set(language + value, quantity);
      }
    }
  });

  test('of categories are in every language', () => {
    for (const [name, of] of categories)
      expect(languages(of, `${SKOS}definition`).toSorted(), name).toEqual(LANGUAGES.toSorted());
  });

  test('say more than the label does', () => {
    for (const [name, of] of terms) {
      const words = new Set((textIn(of, 'en') ?? '').toLowerCase().match(/\p{L}+/gu));
      const more = (
        literals(of, `${SKOS}definition`)[0]
          ?.value.toLowerCase()
          .match(/\p{L}+/gu) ?? []
      ).filter((word) => !words.has(word));
      expect(more.length, name).toBeGreaterThan(2);
    }
  });
});

describe('the relations of terms', () => {
  test('lead to each resource by one property', () => {
    for (const [name, of] of terms) {
      const related = MATCHES.flatMap((predicate) => of.get(predicate) ?? []).map((object) => object.value);
      expect(new Set(related).size, name).toBe(related.length);
      // Terms of the vocabulary itself are broader, narrower or related.
      const alike = [`${SKOS}exactMatch`, `${SKOS}closeMatch`].flatMap((predicate) => of.get(predicate) ?? []);
      expect(
        alike.filter(({ value }) => value.startsWith(HUB.vocabulary)),
        name,
      ).toEqual([]);
    }
    const alone = terms.filter(([, of]) => !MATCHES.some((predicate) => of.has(predicate)));
    expect(alone.length / terms.length).toBeLessThan(0.2);
  });

  test('give every unit, quantity kind and quantile of our own a label in each language', () => {
    for (const [iri, of] of described) {
      if (!/\/vocabulary\/(unit|quantitykind|quantile)\/[^#]+$/.test(iri)) continue;
      expect(languages(of, `${RDFS}label`).toSorted(), iri).toEqual(LANGUAGES.toSorted());
    }
  });
});
