import { Option, type Command } from 'commander';
import { LEVELS } from '../../check/finding-codes.ts';
import { REPORT_FORMATS } from '../../check/write-report.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { createdOption, jobsOption, withConversionOptions, withSourceOptions } from '../shared/conversion-options.ts';
import type { ExitCode } from '../shared/exit-codes.ts';
import { oneCharacter, withVocabularyOptions } from '../shared/vocabulary-options.ts';
import type { DocumentsArguments } from './documents-command.ts';
import type { RestoreCommandOptions } from './restore-command.ts';

/** Adds `convert`, `restore`, `embed` and `validate`. What they do is loaded when one of them is run. */
export function addDocumentsCommands(program: Command, context: CliContext, exit: (code: ExitCode) => void): void {
  const runDocuments = async (documents: DocumentsArguments): Promise<void> => {
    const { runDocumentsCommand } = await import('./documents-command.ts');
    exit(await runDocumentsCommand(documents, context));
  };

  withConversionOptions(withDocumentOptions(program.command('convert'), context))
    .description('Convert documents to RDF.')
    .addOption(
      new Option(
        '--residue <grade>',
        'have each graph lead back to its document, which restore makes of it: to its value, or to its bytes',
      ).choices(['value', 'bytes']),
    )
    .addOption(
      new Option('-t, --to <format>', 'format; by default what the name of --output tells, else Turtle').choices([
        'ttl',
        'nt',
        'rdf',
        'jsonld',
      ]),
    )
    .option('-o, --output <file>', 'write to a file, which is there when it is complete')
    .option('--dead-letters <file>', 'go on, and write each document that fails to a file, as it came, with the reason')
    .option('--failures-ok', 'with -k or --dead-letters: documents that fail do not change the exit code')
    .option('--summary <file>', 'write counts and the version of the vocabulary to a file, as JSON')
    .addOption(createdOption())
    .action((files: string[], options: object) => runDocuments({ work: 'convert', files, options }));

  withVocabularyOptions(program.command('restore'), context)
    .description('Restore the JSON documents that RDF of the hub was made of.')
    .argument('[files...]', 'graphs; standard input when there are none, or for -')
    .addOption(
      new Option('-f, --from <format>', 'format of the graphs; by default what their names tell, else nt').choices([
        'ttl',
        'nt',
        'rdf',
        'jsonld',
      ]),
    )
    .option('--vocabulary <version...>', 'versions that graphs may name besides: of --hub, or files of Turtle')
    .option('--semantic <file>', 'the @semantic object of the documents, where they had one of their own')
    .option('--base <iri>', 'namespace in which entities were minted; by default found in the graph')
    .option('--whole', 'read each graph whole before documents are written, up to 2,000,000 triples')
    .option('--by-value', 'take documents whose digest differs, because a store has rewritten numbers')
    .option('-o, --output <file>', 'write to a file, which is there when it is complete')
    .option('-q, --quiet', 'do not tell what is proved and what is not known')
    .action(async (files: string[], options: RestoreCommandOptions) => {
      const { restoreCommand } = await import('./restore-command.ts');
      exit(await restoreCommand(files, options, context));
    });

  withDocumentOptions(program.command('embed'), context)
    .description('Embed @semantic in documents.')
    .addOption(createdOption())
    .option('-o, --output <file>', 'write to a file, which is there when it is complete')
    .action((files: string[], options: object) => runDocuments({ work: 'embed', files, options }));

  withConversionOptions(withDocumentOptions(program.command('validate'), context))
    .description('Check documents: what a conversion would refuse or warn of, and what else may be wrong.')
    .addOption(
      new Option('--format <format>', 'how findings are written').choices(REPORT_FORMATS).default(undefined, 'text'),
    )
    .addOption(
      new Option('--fail-on <level>', 'exit with 1 for findings of this level, or worse')
        .choices(LEVELS)
        .default(undefined, 'error'),
    )
    .option('--strict', 'as --fail-on note')
    .option('-o, --output <file>', 'write to a file, which is there when it is complete')
    .action((files: string[], options: object) => runDocuments({ work: 'validate', files, options }));
}

function withDocumentOptions(command: Command, context: CliContext): Command {
  return withSourceOptions(withVocabularyOptions(command, context))
    .option('--vocabulary-file <file>', 'read the vocabulary from a file, as GET /api/lexicon of a hub answers it')
    .argument('[files...]', 'inputs; standard input when there are none, or for -')
    .addOption(
      new Option('-f, --from <kind>', 'what the inputs hold; by default what their names tell, else json').choices([
        'json',
        'ndjson',
        'csv',
      ]),
    )
    .option('--delimiter <character>', 'separates the cells of CSV', oneCharacter, ',')
    .addOption(
      new Option('--decimal <character>', 'stands before the fraction of numbers in CSV')
        .choices(['.', ','])
        .default('.'),
    )
    .option('--report <file>', 'write warnings and failures as JSON lines; - is standard output')
    .option('-k, --keep-going', 'go on behind a document that fails')
    .addOption(jobsOption(context.cores))
    .option('-q, --quiet', 'no progress and no summary');
}
