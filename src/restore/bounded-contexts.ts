import { HubError } from '../errors.ts';
import { excerpt, quote } from '../mapping/json/text.ts';
import { MAX_NAMESPACE_CHARACTERS } from '../rdf/iri.ts';

/** What the toolkit for JSON-LD asks for contexts, as far as it is known here. */
export interface ContextResolver {
  resolve(options: object): Promise<readonly ResolvedContext[]>;
}

interface ResolvedContext {
  readonly document: unknown;
  getProcessed(around: unknown): unknown;
  /** Is told what a context means once the toolkit has found it out. */
  setProcessed(around: unknown, processed: { readonly context: ProcessedContext }): void;
}

interface ProcessedContext {
  readonly '@base'?: string | null;
  readonly '@vocab'?: string | null;
  readonly mappings: ReadonlyMap<string, { readonly '@id'?: string | null }>;
}

/** Throws the error. */
type Refuse = (error: HubError) => never;

/**
 * The contexts of one text, whose terms have at most as many characters as a namespace may have. The toolkit makes names of objects of whole IRIs, and
 * those of more than 16,383 characters have one hash for each length in V8: each would be compared with all others.
 *
 * @param refuse throws an error `malformed-rdf` when the toolkit asks for a context with a longer term
 */
export function boundContexts(contexts: ContextResolver, refuse: Refuse): ContextResolver {
  return {
    resolve: async (options) =>
      (await contexts.resolve(options)).map((context) => ({
        document: context.document,
        getProcessed: (around) => context.getProcessed(around),
        setProcessed: (around, processed) => {
          checkTerms(processed.context, refuse);
          context.setProcessed(around, processed);
        },
      })),
  };
}

function checkTerms(context: ProcessedContext, refuse: Refuse): void {
  const terms = Array.from(context.mappings, ([term, mapping]) => [term, mapping['@id']] as const);
  for (const [term, iri] of [['@base', context['@base']] as const, ['@vocab', context['@vocab']] as const, ...terms])
    if (iri != null && iri.length > MAX_NAMESPACE_CHARACTERS) refuse(tooLong(term, iri));
}

function tooLong(term: string, { length }: string): HubError {
  return new HubError(
    'malformed-rdf',
    `The term ${quote(term)} of a context stands for ${length} characters; ${MAX_NAMESPACE_CHARACTERS} are the most, as each of its names becomes as long.`,
    { key: excerpt(term) },
  );
}
