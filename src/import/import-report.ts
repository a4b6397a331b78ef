import { groupBy } from '../group-by.ts';

/** What became of something that no term has as it stands in the source, and the sentence that says so. */
const REASONS = {
  // Concepts of which no term is made.
  'class-not-taken': { outcome: 'not-taken', says: 'is of a class that is not taken; --class takes it' },
  'no-class': { outcome: 'not-taken', says: 'has a label and no class (rdf:type)' },
  'blank-node': { outcome: 'not-taken', says: 'is a blank node, which no term can name; give it an IRI' },
  'not-asked-for': { outcome: 'not-taken', says: 'is outside of what --namespace or --below asks for' },
  'iri-not-absolute': { outcome: 'not-taken', says: 'has no absolute IRI; --namespace resolves relative ones' },
  'said-twice': { outcome: 'not-taken', says: 'has the IRI of a concept before it' },
  'malformed-row': { outcome: 'not-taken', says: 'stands in a row that is malformed' },
  'no-label': {
    outcome: 'not-taken',
    says: 'has no label in English, and none without a language; of what has no label --names-from iri makes one',
  },
  'no-name': { outcome: 'not-taken', says: 'has no letters of which a name can be made' },
  'name-taken': { outcome: 'not-taken', says: 'has the name of another term; --prefix makes another name' },
  'already-there': { outcome: 'not-taken', says: 'is matched exactly by a term of the vocabulary' },
  'breaks-shape': { outcome: 'not-taken', says: 'breaks a rule of the vocabulary' },
  // What a term of a concept lacks.
  property: { outcome: 'left-out', says: 'terms have no such property' },
  'second-column': {
    outcome: 'left-out',
    says: 'stands in a second column of the same; the first one that says something counts',
  },
  language: { outcome: 'left-out', says: 'is in a language that the vocabulary does not have' },
  'second-text': { outcome: 'left-out', says: 'is a second one in its language' },
  'label-shared': { outcome: 'left-out', says: 'is what another term is called' },
  'too-long': { outcome: 'left-out', says: 'is longer than a term may have it' },
  'not-plain-text': { outcome: 'left-out', says: 'is the datatype of a text that is no plain one' },
  'without-text': {
    outcome: 'left-out',
    says: 'leads to a node without a text (rdf:value)',
  },
  'without-iri': { outcome: 'left-out', says: 'leads to something without an IRI' },
  'not-text': { outcome: 'left-out', says: 'has control characters, or is empty' },
  'unit-not-known': { outcome: 'left-out', says: 'is a unit that the vocabulary does not spell' },
  'several-units': { outcome: 'left-out', says: 'says several units, of which a term has one' },
  'kind-differs': {
    outcome: 'left-out',
    says: 'is a quantity kind that the unit does not measure; the unit is left out, too',
  },
  'kind-without-unit': { outcome: 'left-out', says: 'is a quantity kind without a unit that is known' },
  'datatype-not-known': { outcome: 'left-out', says: 'is no datatype that the mapping knows' },
  'several-datatypes': { outcome: 'left-out', says: 'says several datatypes, of which a term has one' },
  'neither-yes-nor-no': { outcome: 'left-out', says: 'says neither true nor false' },
  'not-an-iri': {
    outcome: 'left-out',
    says: 'is no IRI that can be linked to; of rows of a table --namespace makes one',
  },
  'broader-circle': { outcome: 'left-out', says: 'leads back to the concept itself' },
  'replacement-not-taken': {
    outcome: 'left-out',
    says: 'is no term in force, or replaces one that is said to be in force',
  },
  'example-not-of-datatype': { outcome: 'left-out', says: 'is no value of the datatype' },
  'category-not-known': {
    outcome: 'left-out',
    says: 'is no category of the vocabulary; the one of --category is used',
  },
  'namespace-not-registered': {
    outcome: 'left-out',
    says: 'is in no registered namespace, so that documents cite the term; --prefix registers that of --namespace',
  },
  // What a term has otherwise than its concept.
  'name-as-label': { outcome: 'changed', says: 'has no label in English; the words of its name stand for one' },
  'unit-of-label': {
    outcome: 'changed',
    says: 'stands in brackets at the end of the label, and is taken for the unit',
  },
  'label-as-definition': { outcome: 'changed', says: 'has no definition in English; its label stands for one' },
  'label-as-other-name': { outcome: 'changed', says: 'has a second label in a language, which became another name' },
  'label-marked': { outcome: 'changed', says: 'has the label of another term; the name of the term was added' },
  'name-numbered': { outcome: 'changed', says: 'has the name of another concept; a number was added' },
  'name-ambiguous': { outcome: 'changed', says: 'is the name of several rows; the first of them is meant' },
  'name-prefixed': { outcome: 'changed', says: 'has the name of a term of the vocabulary; the prefix was added' },
  'name-changed': { outcome: 'changed', says: 'has a name that the naming rule does not allow; words were made of it' },
  'name-cut': { outcome: 'changed', says: 'has a name of more than 100 characters, which was cut' },
} as const satisfies Record<string, { readonly outcome: Outcome; readonly says: string }>;

type Outcome = 'not-taken' | 'left-out' | 'changed';
export type ReasonCode = keyof typeof REASONS;

/** Things of which the same was found. */
interface Group {
  readonly code: ReasonCode;
  readonly outcome: Outcome;
  /** IRI of the property of the source, or title of the column; null where it is about the concept. */
  readonly property: string | null;
  /** The value at fault, a rule, or a class; null where it says nothing more. */
  readonly detail: string | null;
  /** How often. */
  count: number;
  /** The concepts, the first thousand of them. */
  readonly concepts: string[];
}

/** What a report says of one import, as JSON has it. */
export interface ImportSummary {
  readonly concepts: number;
  readonly taken: number;
  readonly notTaken: number;
  readonly findings: ReadonlyArray<Group & { readonly message: string }>;
}

/** Concepts that a group names; their number is exact beyond. */
const MOST_NAMED = 1000;
/** Concepts that the text names of a group. */
const SHOWN = 3;
/** Findings of one kind that the text has; JSON has all. */
const MOST_OF_A_KIND = 10;
/** Characters of a value that is shown. IRIs, which are copied into options, are shown whole up to a length that few have. */
const MOST_SHOWN = 80;
const MOST_SHOWN_OF_IRIS = 1000;

/** What was found while terms were made of concepts, the same things together. */
export class ImportReport {
  readonly #groups = new Map<string, Group>();

  /** @param at the property and the value, where it is about one */
  tell(
    code: ReasonCode,
    concept: string,
    { property = null, detail = null }: { readonly property?: string | null; readonly detail?: string | null } = {},
    count = 1,
  ): void {
    const most = detail !== null && IRI.test(detail) ? MOST_SHOWN_OF_IRIS : MOST_SHOWN;
    const shown = detail === null || detail.length <= most ? detail : `${detail.slice(0, most - 1)}…`;
    const key = JSON.stringify([code, property, shown]);
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { code, outcome: REASONS[code].outcome, property, detail: shown, count: 0, concepts: [] };
      this.#groups.set(key, group);
    }
    group.count += count;
    if (group.concepts.length < MOST_NAMED && group.concepts.at(-1) !== concept) group.concepts.push(concept);
  }

  /** @param taken how many terms were made */
  summary(taken: number): ImportSummary {
    const rank: readonly Outcome[] = ['not-taken', 'left-out', 'changed'];
    const codes = Object.keys(REASONS);
    const groups = [...this.#groups.values()].toSorted(
      (a, b) =>
        rank.indexOf(a.outcome) - rank.indexOf(b.outcome) ||
        codes.indexOf(a.code) - codes.indexOf(b.code) ||
        b.count - a.count,
    );
    const notTaken = groups.reduce((sum, { outcome, count }) => sum + (outcome === 'not-taken' ? count : 0), 0);
    return {
      concepts: taken + notTaken,
      taken,
      notTaken,
      findings: groups.map((group) => ({ ...group, message: sentenceOf(group) })),
    };
  }
}

/** The report as people read it. */
export function describeImport({ concepts, taken, notTaken, findings }: ImportSummary): string {
  const lines = [`${taken} of ${concepts} concepts became terms, ${notTaken} did not.`];
  const titles: Readonly<Record<Outcome, string>> = {
    'not-taken': 'Not taken:',
    'left-out': 'Left out of terms:',
    changed: 'Changed:',
  };
  let before: Outcome | null = null;
  for (const [code, found] of groupBy(findings, (finding) => finding.code)) {
    const { outcome } = REASONS[code];
    if (outcome !== before) lines.push(titles[outcome]);
    before = outcome;
    for (const { count, message, concepts: named } of found.slice(0, MOST_OF_A_KIND)) {
      const rest = named.length > SHOWN ? ', …' : '';
      lines.push(`  ${count} × ${message} (${named.slice(0, SHOWN).join(', ')}${rest})`);
    }
    const others = found.slice(MOST_OF_A_KIND).reduce((sum, { count }) => sum + count, 0);
    if (others > 0) lines.push(`  ${others} × more ${REASONS[code].says}; --report json names all`);
  }
  return `${lines.join('\n')}\n`;
}

function sentenceOf({ code, property, detail }: Group): string {
  const at = [property === null ? '' : namedProperty(property), detail === null ? '' : JSON.stringify(detail)];
  return [...at.filter((part) => part !== ''), REASONS[code].says].join(' ');
}

const IRI = /^[a-z][a-z0-9+.-]*:[^\s\p{Cc}]*$/iu;

/** An IRI in brackets, and the title of a column in quotes. */
function namedProperty(property: string): string {
  return IRI.test(property) ? `<${property}>` : JSON.stringify(property);
}
