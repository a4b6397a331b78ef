import { readFile } from 'node:fs/promises';
import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { readTurtle } from '../rdf/read-rdf.ts';
import type { Triple } from '../rdf/triple.ts';
import type { ShapeViolation } from '../vocabulary/shapes/shape-violation.ts';
import { cutBroader } from './broader-circles.ts';
import { schemaPath, type FindViolations } from './check-terms.ts';
import type { Concept } from './concept.ts';
import type { ImportedTerm, ImportOptions } from './imported-term.ts';
import type { ImportReport } from './import-report.ts';
import { KnownVocabulary } from './known-vocabulary.ts';
import { makeTerms } from './make-terms.ts';
import { iriOfTerm, TermTriples, type NewCategory, type NewPrefix } from './term-triples.ts';
import { UnitNames } from './unit-names.ts';

/** The vocabulary to which terms come. */
export interface TargetVocabulary {
  readonly hub: HubNamespaces;
  readonly triples: readonly Triple[];
}

/** What an import makes. */
export interface ImportedVocabulary {
  readonly terms: readonly ImportedTerm[];
  /** What the terms are, without the vocabulary to which they come. They can be walked several times. */
  readonly triples: Iterable<Triple>;
}

/** Checks that are made of what is left when terms are refused. Each takes away all that the one before found. */
const MOST_CHECKS = 5;

/**
 * Makes terms of concepts, which together with a vocabulary keep its rules: the check says so of exactly what is returned. Terms that break
 * one are left out, and told to the report with all else that was not taken.
 *
 * @param origin what the definition of a new category names, `brick.ttl`
 * @throws HubError `invalid-option` for options that contradict the vocabulary, and when the vocabulary breaks a rule itself
 */
export async function importVocabulary(
  concepts: readonly Concept[],
  options: ImportOptions,
  { hub, triples }: TargetVocabulary,
  {
    origin,
    report,
    findViolations,
  }: { readonly origin: string; readonly report: ImportReport; readonly findViolations: FindViolations },
): Promise<ImportedVocabulary> {
  const units = { name: 'units.ttl', text: await readFile(schemaPath('units.ttl'), 'utf8'), baseIri: hub.vocabulary };
  const known = new KnownVocabulary(triples, new UnitNames(readTurtle(units), triples, hub), hub);
  const prefix = newPrefix(options, known);
  const category = newCategory(options, known, origin);
  if (options.unit !== undefined && known.units.find(options.unit) === null)
    throw new HubError('invalid-option', `--unit: the vocabulary has no unit ${JSON.stringify(options.unit)}.`);
  let terms = makeTerms(cutBroader(concepts, report), options, known, report);
  for (let checks = 0; terms.length > 0; checks++) {
    const set = new TermTriples({ terms, category, prefix }, hub);
    const violations = await findViolations(joined(triples, set));
    if (violations.length === 0) {
      tellReplacements(terms, report);
      return { terms, triples: set };
    }
    const faulty = faultyTerms(violations, terms, hub);
    if (faulty.size === 0 || checks === MOST_CHECKS) throw refusal(violations);
    for (const [term, rule] of faulty) report.tell('breaks-shape', term.concept, { detail: rule });
    terms = terms.filter((term) => !faulty.has(term));
  }
  return { terms, triples: [] };
}

function* joined(...parts: readonly Iterable<Triple>[]): Generator<Triple> {
  for (const part of parts) yield* part;
}

/** The terms of which a violation speaks, each with the first rule that it breaks: of the term, its rows, its tokens and its node. */
function faultyTerms(
  violations: readonly ShapeViolation[],
  terms: readonly ImportedTerm[],
  hub: HubNamespaces,
): Map<ImportedTerm, string> {
  const byIri = new Map<string, ImportedTerm>();
  for (const term of terms) {
    byIri.set(iriOfTerm(term.name, hub), term);
    byIri.set(`${hub.vocabulary}node/${term.node}`, term);
  }
  const termOf = (iri: string | null): ImportedTerm | undefined => byIri.get(iri?.split('#', 1)[0] ?? '');
  const faulty = new Map<ImportedTerm, string>();
  for (const { focusNode, value, message } of violations) {
    // A rule about two resources may name the other one.
    const term = termOf(focusNode) ?? termOf(value);
    if (term !== undefined && !faulty.has(term)) faulty.set(term, message);
  }
  return faulty;
}

function refusal(violations: readonly ShapeViolation[]): HubError {
  const [{ message, focusNode }] = violations as readonly [ShapeViolation, ...ShapeViolation[]];
  return new HubError(
    'invalid-option',
    `The vocabulary to which the terms come is refused, for ${violations.length} reasons. The first: ${message}: <${focusNode}>.`,
  );
}

function tellReplacements(terms: readonly ImportedTerm[], report: ImportReport): void {
  const inForce = new Set(terms.filter(({ isDeprecated }) => !isDeprecated).map(({ concept }) => concept));
  for (const { concept, isDeprecated, replacements } of terms) {
    const [first] = replacements;
    if (first === undefined || (isDeprecated && replacements.some((one) => inForce.has(one)))) continue;
    report.tell('replacement-not-taken', concept, { detail: first });
  }
}

function newPrefix({ prefix, namespace }: ImportOptions, known: KnownVocabulary): NewPrefix | null {
  if (prefix === undefined || namespace === undefined) return null;
  if (known.prefixOf(namespace) !== null) return null;
  const other = known.prefixes.get(prefix);
  if (other !== undefined)
    throw new HubError(
      'invalid-option',
      `--prefix ${prefix} is registered for ${other}; give another one, or --namespace ${other}.`,
    );
  return { prefix, namespace };
}

function newCategory({ category }: ImportOptions, { categories }: KnownVocabulary, origin: string): NewCategory | null {
  if (categories.has(category)) return null;
  const label = category.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
  return { name: category, label, definition: `What was imported from ${origin}.` };
}
