import type { Logger } from 'pino';

/** The same log, of which each line at the level `error` is counted, whether that level is written or not. */
export function countErrors(log: Logger, count: () => void): Logger {
  const error = (...line: Parameters<Logger['error']>): void => {
    count();
    log.error(...line);
  };
  return Object.create(log, { error: { value: error } }) as Logger;
}
