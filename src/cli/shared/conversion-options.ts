import { InvalidArgumentError, Option, type Command } from 'commander';

/** The most threads that a command starts, as many as a hub. */
const MAX_JOBS = 256;

/** Adds the options that say how documents are described. */
export function withSourceOptions(command: Command): Command {
  return command
    .option('--base <iri>', 'namespace in which entities are minted; ends in / or #')
    .option('--source <name>', 'the source of the documents, whose keys it describes; auto looks for the one that fits')
    .option('--no-restructure', 'with a source: leave keys as they are, instead of replacing them by their paths');
}

/** Adds the options that say how documents are converted. */
export function withConversionOptions(command: Command): Command {
  return command
    .option('--registry', 'ignore the @semantic of documents: every key has to be a term')
    .option('--lenient', 'keys that are no terms become plain literals')
    .option('--skolemize', 'name anonymous nodes, so that graphs of several documents merge')
    .option('--no-align', 'do not link values to their instants')
    .option('--units <units>', 'in which units values are wanted: si, or names of units with commas')
    .option('--unit <quantity=unit>', 'the unit of one quantity, active_power=MW; may be repeated', collect)
    .option('--max-array-items <count>', 'keep so many items of each array; 0 keeps all', wholeNumber(0), 0);
}

/** The date that `@semantic` states of a document that it is given to. */
export function createdOption(): Option {
  return new Option(
    '--created <date>',
    'dcterms:created of documents that have no @semantic; by default today, in UTC',
  ).argParser(dateOf);
}

/** @throws InvalidArgumentError for what is no day of the calendar */
function dateOf(text: string): Date {
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? text : Number.NaN);
  // JavaScript makes 2 March of 30 February.
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)) return date;
  throw new InvalidArgumentError('It has to be a date like 2026-03-01.');
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  if (/^[^=,]+=[^=,]+$/.test(text)) return [...before, text];
  throw new InvalidArgumentError('It has to be a quantity and its unit: active_power=MW.');
}

/** A whole number from `least` on, up to `most` if there is one, as an option has it. @throws InvalidArgumentError */
export function wholeNumber(least: number, most: number | null = null): (text: string) => number {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= (most ?? number)) return number;
    throw new InvalidArgumentError(`It has to be a whole number from ${least}${most === null ? '' : ` to ${most}`}.`);
  };
}

/** Threads that convert, as `--jobs` says. */
export function jobsOption(cores: number): Option {
  return new Option('-j, --jobs <count>', 'worker threads')
    .argParser(wholeNumber(1, MAX_JOBS))
    .default(Math.min(cores, MAX_JOBS));
}
