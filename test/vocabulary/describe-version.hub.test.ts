import { Parser } from 'n3';
import type { Quad } from 'n3';
import { beforeAll, describe, expect, test } from 'vitest';
import { DCAT, DCTERMS, OWL, RDF, SKOS, VANN, VOID, hubNamespaces } from '../../src/rdf/namespaces.ts';
import readCandidate from '../../src/vocabulary/registry/candidate-worker.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

/** To compress some ten megabytes takes longer than all that is tested here. */
const PLAIN = { 'Accept-Encoding': 'identity' };
const HUB = hubNamespaces('http://localhost:4000');

let hub: SharedHub;
let quads: Quad[];
beforeAll(async () => {
  hub = await sharedHub();
  quads = new Parser().parse(await textOf('/api/vocabulary?format=nt'));
});

async function textOf(path: string): Promise<string> {
  const response = await fetch(hub.url + path, { headers: PLAIN });
  expect(response.status, path).toBe(200);
  return response.text();
}

const valuesOf = (subject: string, property: string): string[] =>
  quads.flatMap((quad) =>
    quad.subject.value === subject && quad.predicate.value === property ? [quad.object.value] : [],
  );
const countOf = (subject: string, name: string): number => Number(valuesOf(subject, VOID + name)[0]);
const subjectsWith = (property: string, value: string): Set<string> =>
  new Set(
    quads
      .filter((quad) => quad.predicate.value === property && quad.object.value === value)
      .map((quad) => quad.subject.value),
  );

describe('the vocabulary', () => {
  test('says what it is, whose it is, and what may be done with it', () => {
    const of = (property: string) => valuesOf(HUB.vocabulary, property);
    expect(of(`${DCTERMS}title`)).toEqual(['Energy vocabulary of the Vocabulary Hub']);
    expect(of(`${DCTERMS}license`)).toEqual(['https://creativecommons.org/licenses/by/4.0/']);
    expect(of(`${DCTERMS}issued`)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    expect(of(`${VANN}preferredNamespacePrefix`)).toEqual(['vocab']);
    expect(of(`${VANN}preferredNamespaceUri`)).toEqual([HUB.vocabulary]);
    const [publisher = ''] = of(`${DCTERMS}publisher`);
    expect(valuesOf(publisher, 'http://xmlns.com/foaf/0.1/name')).toEqual(['Vocabulary Hub contributors']);
  });

  test('says which version it is', async () => {
    const { headers } = await fetch(`${hub.url}/api/vocabulary`, { method: 'HEAD', headers: PLAIN });
    const [version = ''] = valuesOf(HUB.vocabulary, `${DCAT}version`);
    expect(version).toMatch(/^[0-9a-f]{64}$/);
    expect(valuesOf(HUB.vocabulary, `${OWL}versionIRI`)).toEqual([`${HUB.versions}${version}/`]);
    expect(headers.get('link')).toContain(`<${HUB.versions}${version}/>`);
  });

  test('is the same version when it is read from a file', async () => {
    const [version] = valuesOf(HUB.vocabulary, `${DCAT}version`);
    const bytes = Buffer.from(await textOf('/api/vocabulary?format=nt'));
    const documents = [{ name: 'vocabulary.nt', bytes, baseIri: HUB.vocabulary }];
    expect(await readCandidate({ hub: HUB, documents })).toMatchObject({ fault: null, refusal: null, version });
  });

  test('counts itself truly', () => {
    expect(new Set(quads.map((quad) => JSON.stringify(quad))).size).toBe(quads.length);
    const subjects = new Set(quads.map((quad) => quad.subject.value));
    expect(countOf(HUB.vocabulary, 'triples')).toBe(quads.length);
    expect(countOf(HUB.vocabulary, 'distinctSubjects')).toBe(subjects.size);
    expect(countOf(HUB.vocabulary, 'properties')).toBe(new Set(quads.map((quad) => quad.predicate.value)).size);
    const types = quads.filter((quad) => quad.predicate.value === `${RDF}type`).map((quad) => quad.object.value);
    expect(countOf(HUB.vocabulary, 'classes')).toBe(new Set(types).size);
    const pattern = new RegExp(valuesOf(HUB.vocabulary, `${VOID}uriRegexPattern`)[0]!);
    expect(countOf(HUB.vocabulary, 'entities')).toBe([...subjects].filter((iri) => pattern.test(iri)).length);
  });

  test('counts the members of its classes and the terms of its categories truly', () => {
    const partitions = valuesOf(HUB.vocabulary, `${VOID}classPartition`);
    const classes = partitions.map((partition) => valuesOf(partition, `${VOID}class`)[0]!);
    expect(classes).toContain(`${HUB.ontology}Term`);
    partitions.forEach((partition, at) => {
      expect(countOf(partition, 'entities'), partition).toBe(subjectsWith(`${RDF}type`, classes[at]!).size);
    });
    const subsets = valuesOf(HUB.vocabulary, `${VOID}subset`);
    const categories = subsets.map((subset) => valuesOf(subset, `${DCTERMS}subject`)[0]!);
    expect(categories.toSorted()).toEqual([...subjectsWith(`${RDF}type`, `${HUB.ontology}Category`)].toSorted());
    subsets.forEach((subset, at) => {
      expect(countOf(subset, 'entities'), subset).toBe(subjectsWith(`${SKOS}broader`, categories[at]!).size);
    });
  });

  test('can be had at each download, in the format that is said', async () => {
    const distributions = valuesOf(HUB.vocabulary, `${DCAT}distribution`);
    expect(distributions).toHaveLength(4);
    const downloads = distributions.map((distribution) => valuesOf(distribution, `${DCAT}downloadURL`)[0]!);
    expect(valuesOf(HUB.vocabulary, `${VOID}dataDump`)).toEqual(downloads);
    for (const [at, download] of downloads.entries()) {
      const response = await fetch(hub.url + download.slice(HUB.baseUrl.length), { headers: PLAIN });
      await response.arrayBuffer();
      expect(response.status, download).toBe(200);
      const mediaType = response.headers.get('content-type')!.split(';', 1)[0]!;
      expect(valuesOf(distributions[at]!, `${DCAT}mediaType`)).toEqual([
        `https://www.iana.org/assignments/media-types/${mediaType}`,
      ]);
    }
  });
});
