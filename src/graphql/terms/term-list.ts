import { HubError } from '../../errors.ts';
import { didYouMean } from '../../vocabulary/search/find-terms.ts';
import { orderKeyAt, orderOf } from '../../vocabulary/search/order-terms.ts';
import { selectTerms, type TermCriteria } from '../../vocabulary/search/select-terms.ts';
import { inSlices } from '../../vocabulary/thread-slices.ts';
import type { Term } from '../../vocabulary/vocabulary.ts';
import type { GraphqlContext } from '../request/context.ts';
import { DEFAULT_PAGE_LENGTH, pageOfNumbers, type Connection, type Edge, type Place } from '../shared/connection.ts';
import { OrderDirection, type TermFilterInput, type TermListArgs } from './term-list.type.ts';

/** A page of terms as the type `TermConnection` shows it. */
export interface TermPage extends Connection<Term> {
  readonly edges: ReadonlyArray<Edge<Term> & { readonly score: number | null }>;
  /** Called when it is asked for: it takes longer than the search. */
  readonly didYouMean: () => Promise<string | null>;
}

/**
 * The page of terms that the arguments ask for.
 *
 * @param fixed criteria that come from where the list stands, e.g. the terms of one category
 * @throws HubError `invalid-option`
 */
export async function listTermPage(
  { vocabulary: current, caller }: Pick<GraphqlContext, 'vocabulary' | 'caller'>,
  args: TermListArgs,
  fixed: TermCriteria = {},
): Promise<TermPage> {
  const vocabulary = current();
  const { filter, orderBy } = args;
  const text = args.search ?? undefined;
  const order = orderBy?.field ?? (text === undefined ? 'name' : 'relevance');
  if (order === 'relevance' && text === undefined) {
    throw new HubError('invalid-option', 'orderBy is RELEVANCE, and nothing is searched.', { key: 'orderBy' });
  }
  const { category } = args;
  const criteria = { ...criteriaOf(filter, text), ...fixed };
  const selected = await selectTerms(vocabulary, criteria, caller);
  const { columns, places, scores } = selected;
  const termAt = (number: number): Term => columns.terms[places[number]!]!;
  const all = new Uint32Array(places.length).map((_, number) => number);
  const numbers = category == null ? all : all.filter((number) => termAt(number).category === category);
  const placeOf = (number: number): Place => ({
    key: orderKeyAt(selected, number, order),
    name: termAt(number).name,
  });
  const page = await inSlices(caller, async (rest) =>
    pageOfNumbers(numbers, placeOf, await orderOf(selected, order, rest), rest, {
      order,
      isDescending: orderBy?.direction === OrderDirection.DESC,
      first: args.first ?? DEFAULT_PAGE_LENGTH,
      after: args.after,
    }),
  );
  return {
    ...page,
    edges: page.edges.map(({ cursor, node }) => ({ cursor, node: termAt(node), score: scores?.[node] ?? null })),
    nodes: page.nodes.map(termAt),
    didYouMean: async () => (text === undefined ? null : didYouMean(vocabulary, text, caller)),
  };
}

/** What the filter and the searched text ask for. */
export function criteriaOf(filter: TermFilterInput | null | undefined, text: string | undefined): TermCriteria {
  return withoutNulls({
    category: filter?.category,
    datatype: filter?.datatype,
    unit: filter?.unit,
    quantityKind: filter?.quantityKind,
    quantity: filter?.quantity,
    facets: filter?.facets,
    prefix: filter?.prefix,
    isDeprecated: filter?.deprecated,
    hasSemantics: filter?.hasSemantics,
    text,
  });
}

/** What a client leaves out and what it sets to null are the same here. */
function withoutNulls(criteria: Record<string, unknown>): TermCriteria {
  return Object.fromEntries(Object.entries(criteria).filter(([, value]) => value != null));
}
