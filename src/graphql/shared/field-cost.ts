import { DEFAULT_PAGE_LENGTH, expectedItems } from './connection.ts';

interface Counted {
  readonly args: object;
  /** What is selected in the field, once. */
  readonly childComplexity: number;
}

/** What a field costs that takes so much itself. */
export const fieldCost =
  (own: number) =>
  ({ childComplexity }: Counted): number =>
    own + childComplexity;

/** What a list costs: that of an item, as often as a list is typically long. */
export const listCost =
  (typicalLength: number) =>
  ({ childComplexity }: Counted): number =>
    1 + typicalLength * childComplexity;

/** What a page costs that takes so much itself: besides, that of an item, as often as `first` asks for. */
export const pageCost =
  (own: number, defaultLength = DEFAULT_PAGE_LENGTH) =>
  ({ args, childComplexity }: Counted): number => {
    const { first } = args as { readonly first?: number | null };
    return own + expectedItems(first ?? defaultLength) * childComplexity;
  };
