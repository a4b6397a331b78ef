import { InvalidArgumentError, type Command } from 'commander';
import type { CliContext } from '../shared/cli-context.ts';
import { wholeNumber } from '../shared/conversion-options.ts';
import type { ExitCode } from '../shared/exit-codes.ts';
import { withVocabularyOptions } from '../shared/vocabulary-options.ts';

/** Adds the commands that look into the vocabulary. */
export function addTermsCommands(program: Command, context: CliContext, exit: (code: ExitCode) => void): void {
  const terms = program.command('terms').description('Look into the vocabulary.');
  withVocabularyOptions(terms.command('search'), context)
    .description(
      'Find terms by words of their names, also those of other languages and data sets, and of their descriptions.',
    )
    .argument('<text...>', 'what to look for; letters may be wrong')
    .option('-n, --limit <count>', 'at most so many terms', wholeNumber(1), 10)
    .option('--json', 'answer as JSON')
    .action(async (words: string[], options: object) => {
      const { searchTermsCommand } = await import('./terms-command.ts');
      exit(await searchTermsCommand(words.join(' '), options, context));
    });
  withVocabularyOptions(terms.command('map'), context)
    .description('Tell the terms that keys may mean, the likeliest first: all keys of a document or a table at once.')
    .argument('[keys...]', 'the keys, behind -- if one begins with a dash')
    .option('--sample <file>', 'a JSON document, or CSV, that has the keys; - is standard input')
    .option('--source <name>', 'the source of the data; auto looks for the one that fits', 'auto')
    .option('--unit <key=unit>', 'the unit that stands beside the values of a key; may be repeated', collectUnit)
    .option('--most <count>', 'at most so many terms for a key', wholeNumber(1), 3)
    .option('--json', 'answer as JSON')
    .action(async (keys: string[], options: object) => {
      const { mapKeysCommand } = await import('./map-command.ts');
      exit(await mapKeysCommand(keys, options, context));
    });
  withVocabularyOptions(terms.command('related'), context)
    .description('Tell what a term is related to: its other units, what replaces it, what it cites and what cites it.')
    .argument('<name>', 'the name of the term')
    .option('--json', 'answer as JSON')
    .action(async (name: string, options: object) => {
      const { relatedTermsCommand } = await import('./related-command.ts');
      exit(await relatedTermsCommand(name, options, context));
    });
  terms
    .command('new')
    .description(
      "Make blocks of the vocabulary's source of a table of new terms, checked by all rules of the vocabulary.",
    )
    .argument('<file>', 'CSV: a row per quantity, with columns as docs/command-line.md says')
    .action(async (path: string) => {
      const { newTermsCommand } = await import('./new-terms-command.ts');
      exit(await newTermsCommand(path, context));
    });
}

/** Keys may have an equals sign, units have none. */
function collectUnit(text: string, before: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  const at = text.lastIndexOf('=');
  if (at > 0 && at < text.length - 1) return new Map([...before, [text.slice(0, at), text.slice(at + 1)]]);
  throw new InvalidArgumentError('It has to be a key and its unit: power=W.');
}
