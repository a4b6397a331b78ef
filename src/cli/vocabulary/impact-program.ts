import { Option, type Command } from 'commander';
import { IMPACT_LEVELS } from '../../impact/impact.ts';
import type { CliContext } from '../shared/cli-context.ts';
import type { ExitCode } from '../shared/exit-codes.ts';
import { withVocabularyOptions } from '../shared/vocabulary-options.ts';
import type { ImpactCommandOptions } from './impact-command.ts';

/** Adds `impact`. */
export function addImpactCommand(program: Command, context: CliContext, exit: (code: ExitCode) => void): void {
  withVocabularyOptions(program.command('impact'), context)
    .description(
      'Tell what a change of the vocabulary does to documents, and write the update for graphs that there are.',
    )
    .argument('[files...]', 'documents: JSON, or NDJSON by the name; standard input when there are none, or for -')
    .option('--shipped', 'try also the documents that come with the package')
    .requiredOption('--from <vocabulary>', 'package, current or a version of --hub, or a file of Turtle')
    .requiredOption('--to <vocabulary>', 'the same of the vocabulary that comes')
    .option('--json', 'answer as JSON')
    .option('--migration <file>', 'write the SPARQL Update that migrates graphs, if there is one')
    .addOption(
      new Option('--fail-on <level>', 'exit with 1 when that happens to a document, or worse')
        .choices([...IMPACT_LEVELS.slice(1), 'never'])
        .default('breaks'),
    )
    .action(async (files: string[], options: ImpactCommandOptions) => {
      const { impactCommand } = await import('./impact-command.ts');
      exit(await impactCommand(files, options, context));
    });
}
