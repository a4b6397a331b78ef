import { Argument, Command, CommanderError, Option } from 'commander';
import { ARTEFACT_KINDS, RML_DIALECTS, type ArtefactKind } from '../artefacts/artefact.ts';
import { LEVELS } from '../check/finding-codes.ts';
import { REPORT_FORMATS } from '../check/write-report.ts';
import { HubError } from '../errors.ts';
import { IMPACT_LEVELS } from '../impact/impact.ts';
import { readRelease } from '../package-folder.ts';
import { statusOf } from '../problem.ts';
import { addAccountCommands } from './operate/account-commands.ts';
import { CommandError, EXIT, type ExitCode } from './shared/exit-codes.ts';
import type { DocumentsArguments } from './documents/documents-command.ts';
import type { RestoreCommandOptions } from './documents/restore-command.ts';
import { addSessionCommands } from './session/session-program.ts';
import type { CliContext } from './shared/cli-context.ts';
import { addStreamCommand } from './stream/stream-program.ts';
import {
  createdOption,
  jobsOption,
  wholeNumber,
  withConversionOptions,
  withSourceOptions,
} from './shared/conversion-options.ts';
import { oneCharacter, withVocabularyOptions } from './shared/vocabulary-options.ts';
import { addVocabularyCommands } from './vocabulary/import-program.ts';
import { addTermsCommands } from './vocabulary/terms-program.ts';
import type { ImpactCommandOptions } from './vocabulary/impact-command.ts';

/**
 * Runs the command line.
 *
 * @param args without the names of node and of this program
 * @returns the exit code
 */
export async function runCommand(args: readonly string[], context: CliContext): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  const program = createProgram(context, (code) => (exitCode = code));
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return tellFailure(error, context);
  }
}

function tellFailure(error: unknown, { stderr, env }: CliContext): ExitCode {
  // Commander has written its words already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof CommandError || error instanceof HubError) {
    stderr.write(`${error.message}\n`);
    if (error instanceof CommandError) return error.exitCode;
    if (error.code === 'internal') return EXIT.internal;
    // What the store, the data folder or the hub is the cause of, and not what the command was given.
    return statusOf(error.code) < 500 ? EXIT.usage : EXIT.unavailable;
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const details = env['DEBUG'] === undefined ? `${message}\nDEBUG=1 tells where.` : (stack ?? message);
  stderr.write(`A mistake of this program, please report it: ${details}\n`);
  return EXIT.internal;
}

function createProgram(context: CliContext, exit: (code: ExitCode) => void): Command {
  const { stdout, stderr } = context;
  const program = new Command('vocabulary-hub')
    .description('Makes energy JSON documents explain themselves and converts them to RDF.')
    .version(readRelease())
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError('(--help tells more)')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 documents failed, 2 usage, 3 input, output or hub unavailable, 4 a mistake of this program, 5 not signed in.',
    );

  const runDocuments = async (documents: DocumentsArguments): Promise<void> => {
    const { runDocumentsCommand } = await import('./documents/documents-command.ts');
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
      const { restoreCommand } = await import('./documents/restore-command.ts');
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
      const { impactCommand } = await import('./vocabulary/impact-command.ts');
      exit(await impactCommand(files, options, context));
    });

  withVocabularyOptions(program.command('mcp'), context)
    .description('Serve an agent over standard input and output, by the Model Context Protocol.')
    .action(async (options: object) => {
      const { mcpCommand } = await import('./mcp/mcp-command.ts');
      exit(await mcpCommand(options, context));
    });

  addTermsCommands(program, context, exit);
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
      const { artefactCommand } = await import('./vocabulary/artefact-command.ts');
      exit(await artefactCommand(kind, keys, options, context));
    });

  addStreamCommand(program, context, exit);
  addVocabularyCommands(program, context, exit);
  const store = program
    .command('store')
    .description(
      "The hub's store: of the hub that runs on the data folder of the settings (HUB_DATA), or of the folder.",
    );
  store
    .command('backup')
    .description('Write everything that the store holds to a file, while the hub runs or not.')
    .argument('<file>', 'N-Quads, compressed with gzip; - is standard output')
    .action(async (file: string) =>
      exit(await (await import('./operate/store-command.ts')).backUpCommand(file, context)),
    );
  store
    .command('restore')
    .description('Put back what a backup holds, in place of everything that is there.')
    .argument('<file>', 'a backup, of this hub or one at another address; - is standard input')
    .action(async (file: string) =>
      exit(await (await import('./operate/store-command.ts')).restoreCommand(file, context)),
    );
  store
    .command('salvage')
    .description('Make a backup of what can be read of a store whose files are damaged, and tell what cannot.')
    .argument('<file>', 'as of backup, to be restored when the damaged store was moved away')
    .action(async (file: string) =>
      exit(await (await import('./operate/salvage-command.ts')).salvageCommand(file, context)),
    );
  store
    .command('load')
    .description("Make Turtle files the vocabulary, instead of the hub's own.")
    .argument('<files...>', 'relative IRIs are resolved against {base_url}/vocabulary/')
    .action(async (files: string[]) =>
      exit(await (await import('./operate/store-command.ts')).loadCommand(files, context)),
    );
  store
    .command('check')
    .description('Try on a SPARQL server what the hub asks of its store, in graphs that are removed again.')
    .argument('[urls...]', 'for queries, updates and the graph store protocol; else those of the settings')
    .addOption(
      new Option('--rounds <n>', 'how often changes that exclude each other are tried')
        .argParser(wholeNumber(1))
        .default(10),
    )
    .action(async (urls: string[], { rounds }: { rounds: number }) => {
      const { checkStoreCommand } = await import('./operate/check-store-command.ts');
      exit(await checkStoreCommand(urls, rounds, context));
    });

  program
    .command('platform')
    .description('Run the sign-in alone, as one environment of the platform; the settings are those of the hub.')
    .action(async () => exit(await (await import('./operate/platform-command.ts')).runPlatformCommand(context)));
  addAccountCommands(program, context, exit);
  addSessionCommands(program, context, exit);
  return program;
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
