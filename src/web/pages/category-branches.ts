import { append } from '../../append.ts';
import { describeResource, findText, type LocalText } from '../../vocabulary/describe/descriptions.ts';
import { quantityOfTerm } from '../../vocabulary/describe/quantities.ts';
import { listCategories, listTerms } from '../../vocabulary/terms.ts';
import { inSlices, TERMS_BETWEEN_RESTS, type Rest } from '../../vocabulary/thread-slices.ts';
import type { Term, Vocabulary } from '../../vocabulary/vocabulary.ts';

/** Categories of one page, some 250 bytes of HTML each. */
export const MOST_CATEGORIES = 100;
/** What is in a category, some 110 bytes of HTML each; its own page and the search have the rest. */
const MOST_SHOWN = 800;
/** To sort so many takes less than a millisecond. */
const SORTED_AT_ONCE = 1024;

type Labelled = Pick<Term, 'iri' | 'label'>;

/** A category in a language, where there are texts in it; else in English. */
export interface Branch {
  readonly name: string;
  readonly iri: string;
  readonly label: LocalText;
  /** Of terms. */
  readonly count: number;
}

/** What is in a category. */
export interface OpenBranch {
  readonly name: string;
  readonly description: LocalText;
  /** Quantities and terms in order of their labels, the first by their English ones. */
  readonly shown: ReadonlyArray<{ readonly iri: string; readonly label: LocalText }>;
  /** How many are not shown. */
  readonly hidden: number;
}

/** The categories in a language. */
export interface CategoryTree {
  readonly language: string;
  /** In order of their labels. */
  readonly branches: readonly Branch[];
  /** The one of which is shown what is in it. */
  readonly open: OpenBranch | null;
}

/** Quantities and terms by their category. */
type Members = ReadonlyMap<string, readonly Labelled[]>;

const membersOf = new WeakMap<Vocabulary, Promise<Members>>();

/**
 * The categories with their numbers of terms, and what is in one of them: the quantities that are measured in it, and its other terms.
 *
 * @param open name of that one; null, or one that there is not, for none
 * @param rest between the steps
 */
export async function categoryTreeOf(
  vocabulary: Vocabulary,
  language: string,
  open: string | null,
  rest: Rest,
): Promise<CategoryTree> {
  const { compare } = new Intl.Collator(language);
  const byLabel = (a: { readonly label: LocalText }, b: { readonly label: LocalText }): number =>
    compare(a.label.text, b.label.text);
  const speak = (texts: readonly LocalText[], english: string): LocalText =>
    findText(texts, [language]) ?? { text: english, language: 'en' };
  const branches: Branch[] = [];
  let openBranch: OpenBranch | null = null;
  for (const { name, iri, label, description } of listCategories(vocabulary)) {
    await rest();
    const { labels, definitions } = describeResource(vocabulary, iri);
    branches.push({ name, iri, label: speak(labels, label), count: listTerms(vocabulary, name).length });
    if (name !== open) continue;
    const members = (await membersIn(vocabulary)).get(name) ?? [];
    const shown: { readonly iri: string; readonly label: LocalText }[] = [];
    for (const item of await firstByLabel(members, rest)) {
      await rest();
      shown.push({ iri: item.iri, label: speak(describeResource(vocabulary, item.iri).labels, item.label) });
    }
    openBranch = {
      name,
      description: speak(definitions, description),
      shown: shown.sort(byLabel),
      hidden: members.length - shown.length,
    };
  }
  return { language, branches: branches.sort(byLabel), open: openBranch };
}

function membersIn(vocabulary: Vocabulary): Promise<Members> {
  let members = membersOf.get(vocabulary);
  // For all who ask, so that nobody who leaves can end it.
  if (members === undefined)
    membersOf.set(vocabulary, (members = inSlices({ client: 'categories' }, (rest) => collect(vocabulary, rest))));
  return members;
}

async function collect(vocabulary: Vocabulary, rest: Rest): Promise<Members> {
  const members = new Map<string, Labelled[]>();
  const quantities = new Set<Labelled>();
  for (const [at, term] of listTerms(vocabulary).entries()) {
    if (at % TERMS_BETWEEN_RESTS === 0) await rest();
    // A quantity stands where the first of its terms does.
    const quantity = quantityOfTerm(vocabulary, term);
    if (quantity !== null && quantities.size === quantities.add(quantity).size) continue;
    append(members, term.category, quantity ?? term);
  }
  return members;
}

/** In pieces: to sort thousands at once holds the thread. */
async function firstByLabel(items: readonly Labelled[], rest: Rest): Promise<Labelled[]> {
  let first: Labelled[] = [];
  for (let from = 0; from < items.length; from += SORTED_AT_ONCE) {
    await rest();
    const more = [...first, ...items.slice(from, from + SORTED_AT_ONCE)];
    first = more.sort((a, b) => (a.label < b.label ? -1 : 1)).slice(0, MOST_SHOWN);
  }
  return first;
}
