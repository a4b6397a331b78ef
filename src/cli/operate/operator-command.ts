import { Readable } from 'node:stream';
import { pino } from 'pino';
import { callHub, isHubRunning } from '../../operations/call-hub.ts';
import { createCoreServices } from '../../core-services.ts';
import { StoreError } from '../../store/store.ts';
import { CommandError, EXIT } from '../shared/exit-codes.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { readSettings } from './read-settings.ts';

/**
 * Has a command done by the hub that runs on the data folder of the settings, or else does it on the folder itself. The bytes of the
 * answer are given to `take`.
 *
 * @throws HubError with what refuses it
 * @throws CommandError `unavailable` when the store can't be used
 */
export async function runOperatorCommand<T>(
  { name, input }: { readonly name: string; readonly input: Readable },
  context: CliContext,
  take: (answer: Readable) => Promise<T>,
): Promise<T> {
  const config = readSettings(context);
  if (await isHubRunning(config.dataFolder)) return takeWhole(await callHub(config.dataFolder, name, input), take);
  const coreServices = createCoreServices(config, { log: pino({ level: 'warn' }, context.stderr) });
  try {
    await coreServices.open();
    const answer = await coreServices.commands.get(name)!(input);
    return await take(answer instanceof Readable ? answer : Readable.from([JSON.stringify(answer)]));
  } catch (error) {
    if (error instanceof StoreError) throw new CommandError(EXIT.unavailable, error.message, error);
    throw error;
  } finally {
    await coreServices.close();
  }
}

async function takeWhole<T>(answer: Readable, take: (answer: Readable) => Promise<T>): Promise<T> {
  try {
    return await take(answer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    throw new CommandError(EXIT.unavailable, 'The hub that runs broke its answer off. Its log says why.', error);
  }
}
