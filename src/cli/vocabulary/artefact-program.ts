import { Argument, Option, type Command } from 'commander';
import { ARTEFACT_KINDS, RML_DIALECTS, type ArtefactKind } from '../../artefacts/artefact.ts';
import type { CliContext } from '../shared/cli-context.ts';
import type { ExitCode } from '../shared/exit-codes.ts';
import { withVocabularyOptions } from '../shared/vocabulary-options.ts';

/** Adds `artefact`. */
export function addArtefactCommand(program: Command, context: CliContext, exit: (code: ExitCode) => void): void {
  withVocabularyOptions(program.command('artefact'), context)
    .description('Write what a set of keys is in another standard: a schema, types, shapes.')
    .addArgument(new Argument('<kind>', 'the standard').choices(ARTEFACT_KINDS))
    .argument('[keys...]', 'the keys of the documents, all at once')
    .option('--sample <file>', 'a JSON document that has the keys, and the forms of the values')
    .option('--base <iri>', 'namespace in which entities are minted; ends in / or #')
    .option('--no-align', 'do not link values to their instants')
    .option('--lenient', 'documents may have keys that are no terms')
    .addOption(new Option('--dialect <name>', 'how a mapping of the kind rml is spelled').choices(RML_DIALECTS))
    .option('-o, --output <file>', 'write to a file')
    .option('--report <file>', 'write what the artefact does for each key, as JSON')
    .action(async (kind: ArtefactKind, keys: string[], options: object) => {
      const { artefactCommand } = await import('./artefact-command.ts');
      exit(await artefactCommand(kind, keys, options, context));
    });
}
