import { searchTerms } from '../../vocabulary/search/find-terms.ts';
import { unitOfName } from '../../vocabulary/terms.ts';
import type { Term } from '../../vocabulary/vocabulary.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { loadVocabulary, type VocabularyChoice } from './load-vocabulary.ts';

interface SearchOptions extends VocabularyChoice {
  readonly limit?: number;
  readonly json?: boolean;
}

/** Tells the terms that a text finds, in the order of a hub's search. @throws HubError, CommandError */
export async function searchTermsCommand(
  text: string,
  options: SearchOptions,
  { stdout, stderr }: CliContext,
): Promise<ExitCode> {
  const vocabulary = await loadVocabulary(options);
  const limit = options.limit ?? 10;
  const matches = await searchTerms(vocabulary, text, Infinity, { client: 'this command' });
  const found = matches.map(({ term }) => term);
  if (options.json === true) stdout.write(`${JSON.stringify(found.slice(0, limit).map(shapeOf), null, 2)}\n`);
  else if (found.length === 0) stderr.write(`No term matches ${JSON.stringify(text)}.\n`);
  else stdout.write(byQuantity(found).slice(0, limit).map(describe).join('\n'));
  return EXIT.done;
}

function shapeOf({ name, label, description, category, datatype, unit }: Term): object {
  return { name, label, description, category, datatype, unit };
}

/** The terms that differ in their unit alone together, each group in the place of its first one. */
function byQuantity(terms: readonly Term[]): Term[][] {
  const groups = new Map<string, Term[]>();
  for (const term of terms) {
    const quantity = unitOfName(term.name) === null ? term.name : term.name.slice(0, term.name.indexOf('-') + 1);
    groups.set(quantity, [...(groups.get(quantity) ?? []), term]);
  }
  return [...groups.values()];
}

function describe([best, ...others]: readonly Term[]): string {
  const { name, label, description, category, datatype } = best!;
  const facts = [label, datatype, category].join(', ');
  const units = others.length === 0 ? '' : `  also ${others.map((other) => other.name).join(', ')}\n`;
  return `${name}\n  ${facts}\n  ${description}\n${units}`;
}
