import { listRelatedTerms, type RelatedTerm, type TermRelation } from '../../vocabulary/describe/related-terms.ts';
import { facetsOfTerm, pathOf, quantityOfTerm } from '../../vocabulary/describe/quantities.ts';
import { findTerm } from '../../vocabulary/terms.ts';
import { NO_REST } from '../../vocabulary/thread-slices.ts';
import type { Term, Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { loadVocabulary, type VocabularyChoice } from './load-vocabulary.ts';

interface RelatedOptions extends VocabularyChoice {
  readonly json?: boolean;
}

/** How a relation is told. */
const WORDS: Readonly<Record<TermRelation, string>> = {
  'replaced-by': 'replaced by',
  replaces: 'replaces',
  'other-unit': 'in other units',
  related: 'related',
  cites: 'cites',
  'cited-by': 'cited by',
};

/** Tells what a term is related to: its other units, what replaces it, what it cites and what cites it. @throws HubError, CommandError */
export async function relatedTermsCommand(
  name: string,
  options: RelatedOptions,
  { stdout }: CliContext,
): Promise<ExitCode> {
  const vocabulary = await loadVocabulary(options);
  const term = findTerm(vocabulary, name);
  if (term === null) throw new CommandError(EXIT.usage, `${JSON.stringify(name)} is no term of the vocabulary.`);
  const related = await listRelatedTerms(vocabulary, term, NO_REST);
  stdout.write(
    options.json === true
      ? `${JSON.stringify(shapeOf(term, vocabulary, related), null, 2)}\n`
      : describe(term, vocabulary, related),
  );
  return EXIT.done;
}

function shapeOf(term: Term, vocabulary: Vocabulary, related: readonly RelatedTerm[]): object {
  return {
    name: term.name,
    label: term.label,
    quantity: quantityOfTerm(vocabulary, term)?.name ?? null,
    facets: facetsOfTerm(vocabulary, term).map(pathOf),
    related: related.map((one) => ({
      relation: one.relation,
      name: one.term.name,
      label: one.term.label,
    })),
  };
}

function describe(term: Term, vocabulary: Vocabulary, related: readonly RelatedTerm[]): string {
  const byRelation = new Map<TermRelation, string[]>();
  for (const { relation, term: other } of related)
    byRelation.set(relation, [...(byRelation.get(relation) ?? []), other.name]);
  const quantity = quantityOfTerm(vocabulary, term);
  const facets = facetsOfTerm(vocabulary, term).map(pathOf);
  const lines = [
    `${term.name}: ${term.label}`,
    ...(quantity === null ? [] : [`  quantity: ${quantity.name}`]),
    ...(facets.length === 0 ? [] : [`  facets: ${facets.join(', ')}`]),
    ...Array.from(byRelation, ([relation, names]) => `  ${WORDS[relation]}: ${names.join(', ')}`),
  ];
  return `${lines.join('\n')}\n`;
}
