import { NO_REST } from '../../vocabulary/search/thread-slices.ts';
import { TermSearch, type SearchableTerm } from '../../vocabulary/search/search.ts';
import { EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { loadTerms, type VocabularyChoice } from './load-vocabulary.ts';
import type { CliContext } from '../shared/cli-context.ts';

interface SearchOptions extends VocabularyChoice {
  readonly limit?: number;
  readonly json?: boolean;
}

/** Tells the terms that a text finds. @throws HubError, CommandError */
export async function searchTermsCommand(
  text: string,
  options: SearchOptions,
  { stdout, stderr }: CliContext,
): Promise<ExitCode> {
  const search = await TermSearch.build(await loadTerms(options), NO_REST);
  const found = (await search.find(text, options.limit ?? 10, NO_REST)).map(({ term }) => term);
  if (options.json === true) stdout.write(`${JSON.stringify(found.map(shapeOf), null, 2)}\n`);
  else if (found.length === 0) stderr.write(`No term matches ${JSON.stringify(text)}.\n`);
  else stdout.write(found.map(describe).join('\n'));
  return EXIT.done;
}

function shapeOf({ name, label, description, category, datatype, unit }: SearchableTerm): object {
  return { name, label, description, category, datatype, unit };
}

function describe({ name, label, description, category, datatype }: SearchableTerm): string {
  const facts = [label, datatype, category].filter((fact) => fact !== undefined).join(', ');
  return `${name}\n  ${facts}\n  ${description}\n`;
}
