import { Turns } from '../../turns.ts';
import { measuresByNumber } from '../describe/quantities.ts';
import { listTerms, unitOfName } from '../terms.ts';
import { inSlices, TERMS_BETWEEN_RESTS, type Rest } from '../thread-slices.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';
import { NumberedLists, NumberedValues, type ItemsOfLists } from './numbered-values.ts';

/** What the terms are in one respect: of each place the number of its value. */
interface Column {
  readonly numbers: Uint32Array;
  /** The number of a value; -1 for one that no term has had. */
  readonly numberOf: (value: string) => number;
  /** By number. Later versions may add some, which no term of this one has. */
  readonly values: readonly string[];
}

/** The same where a term has a list of values. */
interface ListColumn {
  /** Of each place the number of its list. */
  readonly numbers: Uint32Array;
  readonly lists: ItemsOfLists;
  /** The number of a value as an item of lists; -1 for one that no term has had. */
  readonly numberOf: (value: string) => number;
}

/** What lists of terms are narrowed, put in rows and counted by, as numbers: a hundred thousand terms are passed over in a millisecond. */
export interface ListColumns {
  /** In order of their names; a term is known by its place here. */
  readonly terms: readonly Term[];
  /** Terms with one number make one row of a list: those of a quantity; any other term makes one by itself. */
  readonly rows: Uint32Array;
  /** More than the largest of them. */
  readonly rowCount: number;
  /** By row 1 for that of a quantity, and 0 for others. */
  readonly isQuantity: Uint8Array;
  readonly category: Column;
  /** As names of terms have it; empty for none. */
  readonly unit: Column;
  /** As a prefixed name. */
  readonly datatype: Column;
  /** `true` or `false`. */
  readonly deprecated: Column;
  /** Values of facets by their IRIs. */
  readonly facets: ListColumn;
  /** The number of the row of a quantity, by the number of its IRI in the table; undefined for one that no term has. */
  readonly rowOfQuantity: ReadonlyMap<number, number>;
}

const RESPECTS = ['category', 'unit', 'datatype', 'deprecated'] as const;
const COLUMNS = ['rows', 'facets', ...RESPECTS] as const;
type Respect = (typeof RESPECTS)[number];
type Numbers = Record<(typeof COLUMNS)[number], Uint32Array>;

const columns = new WeakMap<Vocabulary, Promise<ListColumns>>();
/** Of the version that was read last, which may have most terms of the next one. */
let latest: { readonly values: Values; readonly columns: ListColumns } | null = null;
const making = new Turns();

/** The columns of a version, made when they are first asked for. */
export function columnsOf(vocabulary: Vocabulary): Promise<ListColumns> {
  let made = columns.get(vocabulary);
  if (made === undefined) {
    // Made for all clients, so that none of them can end it; one after another, as the next may be the last with some terms more.
    made = making.take(() => inSlices({ client: 'the columns' }, (rest) => make(vocabulary, rest)));
    columns.set(vocabulary, made);
  }
  return made;
}

async function make(vocabulary: Vocabulary, rest: Rest): Promise<ListColumns> {
  const before = latest;
  const found =
    before?.values.isOf(vocabulary) === true ? await extend(before.columns, before.values, vocabulary, rest) : null;
  if (found !== null) {
    latest = { values: before!.values, columns: found };
    return found;
  }
  const values = new Values(vocabulary);
  const made = await fill(values, vocabulary, rest);
  latest = { values, columns: made };
  return made;
}

/** Columns of as many terms, which hold nothing yet. */
function emptyColumns(terms: readonly Term[]): Numbers {
  return Object.fromEntries(COLUMNS.map((name) => [name, new Uint32Array(terms.length)])) as Numbers;
}

async function fill(values: Values, vocabulary: Vocabulary, rest: Rest): Promise<ListColumns> {
  const terms = listTerms(vocabulary);
  const numbers = emptyColumns(terms);
  const note = values.reader(vocabulary);
  for (const [place, term] of terms.entries()) {
    if (place % TERMS_BETWEEN_RESTS === 0) await rest();
    note(term, place, numbers);
  }
  return values.columns(terms, numbers);
}

/** The columns of before with what is new; null where a term of before is another one. */
async function extend(
  before: ListColumns,
  values: Values,
  vocabulary: Vocabulary,
  rest: Rest,
): Promise<ListColumns | null> {
  const terms = listTerms(vocabulary);
  const added: number[] = [];
  for (let [place, known] = [0, 0]; place < terms.length; place++) {
    // A term that nothing was said of is the same object: see `extendVocabulary`.
    if (terms[place] === before.terms[known]) known++;
    else added.push(place);
  }
  if (terms.length - added.length !== before.terms.length) return null;
  await rest();
  const numbers = emptyColumns(terms);
  for (const key of COLUMNS) spread(key === 'rows' ? before.rows : before[key].numbers, added, numbers[key]);
  const note = values.reader(vocabulary);
  for (const place of added) note(terms[place]!, place, numbers);
  return values.columns(terms, numbers);
}

/** Copies numbers to where they stand with some places left out, which ascend. */
function spread(from: Uint32Array, leftOut: readonly number[], to: Uint32Array): void {
  let done = 0;
  for (const [count, place] of [...leftOut, to.length].entries()) {
    to.set(from.subarray(done, place - count), done + count);
    done = place - count;
  }
}

/** Numbers for values, which stay when terms are added. */
class Values {
  readonly #first: unknown;
  readonly #values: Record<Respect, NumberedValues>;
  readonly #facets = new NumberedLists();
  readonly #rowOfQuantity = new Map<number, number>();
  #rowCount = 0;

  constructor(vocabulary: Vocabulary) {
    this.#first = firstPart(vocabulary);
    this.#values = {
      category: new NumberedValues(),
      unit: new NumberedValues(),
      datatype: new NumberedValues(),
      deprecated: new NumberedValues(),
    };
  }

  /** Whether a version has the table of this one with some more: its numbers of terms are the same. */
  isOf(vocabulary: Vocabulary): boolean {
    return firstPart(vocabulary) === this.#first;
  }

  /** Notes what a term is, at its place. */
  reader(vocabulary: Vocabulary): (term: Term, place: number, numbers: Numbers) => void {
    const measuresOf = measuresByNumber(vocabulary);
    const { category, unit, datatype, deprecated } = this.#values;
    return (term, place, numbers) => {
      const { quantity, facets: iris } = measuresOf(term);
      numbers.rows[place] = quantity === null ? this.#rowCount++ : this.#rowFor(quantity);
      numbers.category[place] = category.add(term.category);
      numbers.unit[place] = unit.add((term.unit === null ? null : unitOfName(term.name)) ?? '');
      numbers.datatype[place] = datatype.add(term.datatype);
      numbers.deprecated[place] = deprecated.add(String(term.deprecated));
      numbers.facets[place] = this.#facets.add(iris);
    };
  }

  columns(terms: readonly Term[], { rows, ...numbers }: Numbers): ListColumns {
    const column = (respect: Respect): Column => {
      const values = this.#values[respect];
      return { numbers: numbers[respect], values: values.list, numberOf: (value) => values.find(value) };
    };
    const isQuantity = new Uint8Array(this.#rowCount);
    for (const row of this.#rowOfQuantity.values()) isQuantity[row] = 1;
    return {
      terms,
      rows,
      rowCount: this.#rowCount,
      isQuantity,
      category: column('category'),
      unit: column('unit'),
      datatype: column('datatype'),
      deprecated: column('deprecated'),
      facets: {
        numbers: numbers.facets,
        lists: this.#facets.all,
        numberOf: (value) => this.#facets.texts.find(value),
      },
      rowOfQuantity: this.#rowOfQuantity,
    };
  }

  #rowFor(quantity: number): number {
    let row = this.#rowOfQuantity.get(quantity);
    if (row === undefined) this.#rowOfQuantity.set(quantity, (row = this.#rowCount++));
    return row;
  }
}

function firstPart({ triples }: Vocabulary): unknown {
  return triples.columns.terms[0];
}
