import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What a request of `request-rate.ts` sends; `nothing` is a GET. */
export type Sent = 'five keys' | 'ten keys' | 'ten keys in a query' | 'series' | 'nothing';

/** Requests that are sent one after the other on each of so many connections. */
export interface Load {
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  readonly seconds: number;
  readonly sent: Sent;
  /** Besides those that describe the body. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What came of a load. */
export interface Answered {
  readonly perSecond: number;
  /** All requests, with those of the time in which it warms up. */
  readonly answered: number;
}

/** Sends a load from a process of its own. @throws Error when an answer is not 200 */
export async function requestRate(load: Load): Promise<Answered> {
  const script = fileURLToPath(new URL('request-rate.ts', import.meta.url));
  const argv = [...process.execArgv, script, JSON.stringify(load)];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  const { failed, ...rate } = JSON.parse(stdout) as Answered & { failed: number };
  if (failed > 0) throw new Error(`${failed} requests to ${load.path} failed`);
  return rate;
}
