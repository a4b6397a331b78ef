import { RDF_FORMATS, type RdfFormat } from '../../src/rdf/write/format.ts';
import { documentOf, type FormFacts } from './forms/form.ts';
import { RECORD_FORMS } from './forms/record-forms.ts';
import { SERIES_FORMS } from './forms/series-forms.ts';
import { convert } from './hub.ts';
import type { Section } from './measure.ts';

/** Triples that a document has, about: enough that what is done once per document does not count. */
const TRIPLES = 30_000;
const SAMPLE_ROWS = 500;
/** CPU time that one measurement takes at least: what is quicker is repeated. */
const LEAST_RUN_US = 5_000;
/** What a form may take, times the fastest of its kind; and with names, times what it takes without. */
const MOST_TIMES = 1.6;
const MOST_TIMES_NAMED = 2.5;
/** What seems to take more is measured in so many times the rounds: other work on the machine makes it slower, and nothing makes it faster. */
const MORE_ROUNDS = 4;

/** A conversion of one form, and the least CPU time that it took. */
interface Variant {
  readonly form: FormFacts;
  readonly format: RdfFormat;
  readonly skolemize: boolean;
  triples: number;
  leastUs: number;
}

/** Every form in every format, with and without names: the slowest first. */
export function measureForms(rounds: number): Section {
  const variants = [...SERIES_FORMS, ...RECORD_FORMS].flatMap((form) => {
    const body = documentOf(form, rowsOf(form));
    const ofForm = RDF_FORMATS.flatMap((format) =>
      [false, true].map((skolemize): Variant => ({ form, format, skolemize, triples: 0, leastUs: Infinity })),
    );
    // A round of one form after the other: V8 sees other shapes in between, as in a hub.
    return ofForm.map((variant) => ({ variant, body }));
  });
  for (let round = 0; round <= rounds; round++) {
    for (const { variant, body } of variants) {
      const us = measureOnce(variant, body);
      // The first round warms up.
      if (round > 0) variant.leastUs = Math.min(variant.leastUs, us);
    }
  }
  const all = variants.map(({ variant }) => variant);
  for (let round = 0; round < rounds * MORE_ROUNDS; round++) {
    const again = inDoubt(all);
    for (const { variant, body } of variants)
      if (again.has(variant)) variant.leastUs = Math.min(variant.leastUs, measureOnce(variant, body));
  }
  return {
    title: `Forms of documents, about ${TRIPLES / 1000} thousand triples each, slowest first`,
    lines: [],
    table: tableOf(all),
    notes: [
      'Million triples per second of CPU time; behind it, how many times as long as that of the fastest form of its kind a triple takes in that format, for names (`s`) how many times as long as without.',
      ...summaryOf(all),
    ],
  };
}

function rowsOf(form: FormFacts): number {
  const { triples } = convert(documentOf(form, SAMPLE_ROWS));
  return Math.ceil((TRIPLES / triples) * SAMPLE_ROWS);
}

/** CPU time of one conversion, in microseconds. */
function measureOnce(variant: Variant, body: Uint8Array): number {
  const { format, skolemize } = variant;
  const start = process.cpuUsage();
  for (let runs = 1; ; runs++) {
    variant.triples = convert(body, { format, skolemize }).triples;
    const { user, system } = process.cpuUsage(start);
    if (user + system >= LEAST_RUN_US) return (user + system) / runs;
  }
}

const rateOf = ({ triples, leastUs }: Variant): number => triples / leastUs;

/** Those that seem to take too much, and those that they are compared with. */
function inDoubt(all: readonly Variant[]): Set<Variant> {
  const doubtful = new Set<Variant>();
  for (const variant of all) {
    const other = variant.skolemize ? find(all, variant.form, variant.format, false) : fastestOf(all, variant);
    if (rateOf(other) <= rateOf(variant) * mostTimesOf(variant)) continue;
    doubtful.add(variant).add(other);
  }
  return doubtful;
}

const mostTimesOf = ({ skolemize }: Variant): number => (skolemize ? MOST_TIMES_NAMED : MOST_TIMES);

function tableOf(all: readonly Variant[]): string[][] {
  const rows = [...new Set(all.map(({ form }) => form))].map((form) => {
    const cells = RDF_FORMATS.map((format) => {
      const [plain, named] = [false, true].map((skolemize) => find(all, form, format, skolemize)) as [Variant, Variant];
      const ratio = rateOf(fastestOf(all, plain)) / rateOf(plain);
      const ofNames = rateOf(plain) / rateOf(named);
      return {
        text: `${rateOf(plain).toFixed(1)} (${ratio.toFixed(1)}; s ${ofNames.toFixed(1)})`,
        ratio,
        rate: rateOf(plain),
      };
    });
    return { form, cells, slowest: Math.min(...cells.map(({ rate }) => rate)) };
  });
  rows.sort((one, other) => one.slowest - other.slowest);
  return [
    ['form', 'kind', ...RDF_FORMATS],
    ...rows.map(({ form, cells }) => [form.name, form.kind, ...cells.map(({ text }) => text)]),
  ];
}

function summaryOf(all: readonly Variant[]): string[] {
  return (['series', 'records'] as const).map((kind) => {
    const plain = all.filter(({ form, skolemize }) => form.kind === kind && !skolemize);
    const named = all.filter(({ form, skolemize }) => form.kind === kind && skolemize);
    const slow = plain.filter((variant) => rateOf(fastestOf(all, variant)) / rateOf(variant) > MOST_TIMES).length;
    const slowNames = named.filter(
      (variant) => rateOf(find(all, variant.form, variant.format, false)) / rateOf(variant) > MOST_TIMES_NAMED,
    ).length;
    return `${kind}: ${slow} of ${plain.length} take more than ${MOST_TIMES} times the fastest; with names ${slowNames} of ${named.length} more than ${MOST_TIMES_NAMED} times what they take without.`;
  });
}

/** The fastest form of the same kind in the same format. */
function fastestOf(all: readonly Variant[], { form, format, skolemize }: Variant): Variant {
  return all
    .filter((other) => other.form.kind === form.kind && other.format === format && other.skolemize === skolemize)
    .reduce((fastest, other) => (rateOf(other) > rateOf(fastest) ? other : fastest));
}

function find(all: readonly Variant[], form: FormFacts, format: RdfFormat, skolemize: boolean): Variant {
  return all.find((one) => one.form === form && one.format === format && one.skolemize === skolemize)!;
}
