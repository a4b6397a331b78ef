import { readConfig, type Config } from '../../config.ts';
import { CommandError, EXIT } from '../shared/exit-codes.ts';
import type { CliContext } from '../shared/cli-context.ts';

/** The settings of the hub, as commands of operators read them. @throws CommandError that names what is wrong */
export function readSettings({ env, cores }: Pick<CliContext, 'env' | 'cores'>): Config {
  try {
    return readConfig(env, cores);
  } catch (error) {
    throw new CommandError(EXIT.usage, (error as Error).message, error);
  }
}
