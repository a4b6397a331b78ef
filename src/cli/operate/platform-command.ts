import { pino } from 'pino';
import { createPlatform } from '../../platform.ts';
import { activeTraceFields } from '../../traces/request-trace.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { readSettings } from './read-settings.ts';

/** Runs the sign-in alone until the process gets a signal to end. @throws CommandError when it cannot start */
export async function runPlatformCommand(context: CliContext): Promise<ExitCode> {
  const { stdout, cleanUps } = context;
  const config = readSettings(context);
  const platform = createPlatform(config, { log: pino({ level: config.logLevel, mixin: activeTraceFields }, stdout) });
  cleanUps.add(async () => {
    await platform.stop();
    return EXIT.done;
  });
  try {
    await platform.start();
  } catch (error) {
    await platform.stop().catch(() => {});
    throw new CommandError(EXIT.unavailable, `The platform cannot start: ${(error as Error).message}`, error);
  }
  stdout.write(`The platform is ready at ${config.baseUrl}/ (tokens at ${config.baseUrl}/api/v1/token).\n`);
  // Only a signal ends it.
  return new Promise<never>(() => {});
}
