import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  IMPORT_LANGUAGES,
  isCategoryName,
  isNamespace,
  isPrefixName,
  SOURCE_FORMATS,
} from '../../import/import-options.ts';
import type { CliContext } from '../shared/cli-context.ts';
import type { ExitCode } from '../shared/exit-codes.ts';
import { oneCharacter, withVocabularyOptions } from '../shared/vocabulary-options.ts';
import type { ImportCommandOptions } from './import-command.ts';

/** Adds `vocabulary import`. What it does is loaded when it is run. */
export function addVocabularyCommands(program: Command, context: CliContext, exit: (code: ExitCode) => void): void {
  const vocabulary = program.command('vocabulary').description('Bring vocabularies of your own.');
  withVocabularyOptions(vocabulary.command('import'), context)
    .description(
      'Make terms of the concepts of SKOS, OWL or a table, checked by all rules of the vocabulary, and tell what was not taken.',
    )
    .argument('<files...>', 'Turtle, N-Triples, RDF/XML, JSON-LD or CSV, also compressed; - is standard input')
    .requiredOption('-o, --output <file>', 'write the terms to a file: N-Triples if its name ends in .nt, else Turtle')
    .addOption(
      new Option('-f, --from <format>', 'format of the files; by default what their names tell').choices(
        SOURCE_FORMATS,
      ),
    )
    .option('--delimiter <character>', 'separates the cells of CSV', oneCharacter, ',')
    .option(
      '--category <name>',
      'category of terms that say none; one that the vocabulary lacks is made',
      categoryName,
      'imported',
    )
    .option(
      '--datatype <name>',
      'datatype of values of which the source says none; by default double with a unit, else string',
    )
    .option('--unit <unit>', 'unit of values of which the source says none: kW, unit:KiloW, kW.h')
    .addOption(
      new Option('--language <tag>', 'language of texts that say none').choices(IMPORT_LANGUAGES).default('en'),
    )
    .addOption(
      new Option('--names-from <part>', 'make names of labels, or of the ends of IRIs')
        .choices(['label', 'iri'])
        .default('label'),
    )
    .option(
      '--prefix <name>',
      'stands before names that the vocabulary has already, and is registered for --namespace',
      prefixName,
    )
    .option(
      '--namespace <iri>',
      'take concepts of this namespace alone; relative IRIs are resolved against it',
      namespaceIri,
    )
    .option('--class <iri...>', 'take what is of these classes, instead of those of SKOS, OWL, RDF Schema and QUDT')
    .option('--below <iri>', 'take what is narrower than this concept alone, directly or not')
    .option('--keep-iris', 'have documents cite the IRIs of the source as the properties that were observed')
    .addOption(new Option('--report <format>', 'how the report is written').choices(['text', 'json']).default('text'))
    .action(async (files: string[], options: ImportCommandOptions) => {
      const { importCommand } = await import('./import-command.ts');
      exit(await importCommand(files, options, context));
    });
}

function categoryName(text: string): string {
  if (isCategoryName(text)) return text;
  throw new InvalidArgumentError(
    'It has to be words of small letters and digits, with underscores between: standard_names.',
  );
}

function prefixName(text: string): string {
  if (isPrefixName(text)) return text;
  throw new InvalidArgumentError('It has to be letters, digits, hyphens and underscores, a letter first.');
}

function namespaceIri(text: string): string {
  if (isNamespace(text)) return text;
  throw new InvalidArgumentError('It has to be an absolute http(s) IRI that ends in / or #.');
}
