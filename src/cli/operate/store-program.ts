import { Option, type Command } from 'commander';
import type { CliContext } from '../shared/cli-context.ts';
import { wholeNumber } from '../shared/conversion-options.ts';
import type { ExitCode } from '../shared/exit-codes.ts';

/** Adds the commands on the store. What they do is loaded when one of them is run. */
export function addStoreCommands(program: Command, context: CliContext, exit: (code: ExitCode) => void): void {
  const store = program
    .command('store')
    .description(
      "The hub's store: of the hub that runs on the data folder of the settings (HUB_DATA), or of the folder.",
    );
  store
    .command('backup')
    .description('Write everything that the store holds to a file, while the hub runs or not.')
    .argument('<file>', 'N-Quads, compressed with gzip; - is standard output')
    .action(async (file: string) => exit(await (await import('./store-command.ts')).backUpCommand(file, context)));
  store
    .command('restore')
    .description('Put back what a backup holds, in place of everything that is there.')
    .argument('<file>', 'a backup, of this hub or one at another address; - is standard input')
    .action(async (file: string) => exit(await (await import('./store-command.ts')).restoreCommand(file, context)));
  store
    .command('salvage')
    .description('Make a backup of what can be read of a store whose files are damaged, and tell what cannot.')
    .argument('<file>', 'as of backup, to be restored when the damaged store was moved away')
    .action(async (file: string) => exit(await (await import('./salvage-command.ts')).salvageCommand(file, context)));
  store
    .command('load')
    .description("Make Turtle files the vocabulary, instead of the hub's own.")
    .argument('<files...>', 'relative IRIs are resolved against {base_url}/vocabulary/')
    .action(async (files: string[]) => exit(await (await import('./store-command.ts')).loadCommand(files, context)));
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
      const { checkStoreCommand } = await import('./check-store-command.ts');
      exit(await checkStoreCommand(urls, rounds, context));
    });
}
