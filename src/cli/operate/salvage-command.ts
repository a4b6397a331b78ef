import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pino } from 'pino';
import { createCoreServices, storeFolderOf } from '../../core-services.ts';
import { backUp } from '../../operations/back-up.ts';
import { isHubRunning } from '../../operations/call-hub.ts';
import { completeSalvaged, type Completed } from '../../operations/complete-salvaged.ts';
import { salvage } from '../../store/salvage.ts';
import { StoreError } from '../../store/store.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { readSettings } from './read-settings.ts';
import { keepBackup } from './store-command.ts';

/** Writes a backup of what can be read of a damaged store, which is left as it is, and tells what cannot. @throws CommandError */
export async function salvageCommand(path: string, context: CliContext): Promise<ExitCode> {
  const config = readSettings(context);
  const folder = storeFolderOf(config.dataFolder);
  if (config.storeServer !== undefined)
    throw new CommandError(
      EXIT.usage,
      'store salvage reads the files of a store in HUB_DATA; the settings name a server',
    );
  if (await isHubRunning(config.dataFolder))
    throw new CommandError(EXIT.usage, `A hub runs on ${config.dataFolder}: store backup asks it, or end it first`);
  const copy = `${folder}.salvaged`;
  const removeCopy = (): void => rmSync(copy, { recursive: true, force: true });
  removeCopy();
  context.cleanUps.add(removeCopy);
  const log = pino({ level: 'warn' }, context.stderr);
  const core = createCoreServices(config, { log, storeFolder: copy });
  try {
    const losses = await salvage(folder, copy);
    await core.store.open();
    await core.archive.start();
    const completed = await completeSalvaged(core, losses);
    await keepBackup(await backUp(core), path, context);
    tell(completed, { path, folder }, context);
    return EXIT.done;
  } catch (error) {
    if (error instanceof StoreError || (error as NodeJS.ErrnoException).syscall !== undefined)
      throw new CommandError(EXIT.unavailable, (error as Error).message, error);
    throw error;
  } finally {
    await core.close();
    await rm(copy, { recursive: true, force: true });
    context.cleanUps.delete(removeCopy);
  }
}

function tell(
  { losses, vocabulary, uncertain, suggestions, accounts, webhooks }: Completed,
  { path, folder }: { readonly path: string; readonly folder: string },
  { stderr }: CliContext,
): void {
  for (const loss of losses) stderr.write(`Lost: ${loss}.\n`);
  stderr.write(`${vocabulary}\n`);
  stderr.write(
    uncertain.length === 0
      ? 'Nothing else is lost.\n'
      : `These graphs may lack something, or have it as it was before: ${uncertain.join(', ')}. Of others nothing is lost.\n`,
  );
  stderr.write(`${suggestions} suggestions, ${accounts} accounts and ${webhooks} webhooks are there.\n`);
  if (path === '-') return;
  stderr.write(
    `All that is there is in ${path}, with personal data. Move ${folder} away, then: vocabulary-hub store restore ${path}\n`,
  );
}
