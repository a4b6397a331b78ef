import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CliContext } from './cli-context.ts';

/** Adds the options that say which vocabulary a command works with. */
export function withVocabularyOptions(command: Command, { env }: CliContext): Command {
  return command
    .addOption(new Option('--hub <url>', 'read the vocabulary from a hub, instead of that of this package'))
    .addOption(
      new Option(
        '--base-url <url>',
        "address that the package's vocabulary belongs to; HUB_BASE_URL sets it too",
      ).default(env['HUB_BASE_URL']?.trim() || undefined, 'http://localhost:4000'),
    );
}

/** The one character that separates cells; `\t` and `tab` are a tab. @throws InvalidArgumentError */
export function oneCharacter(text: string): string {
  if (text === '\\t' || text === 'tab') return '\t';
  if (text.length === 1 && !/["\r\n]/.test(text)) return text;
  throw new InvalidArgumentError('It has to be one character, or \\t.');
}
