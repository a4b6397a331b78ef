import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ERROR_CODES, HubError } from '../errors.ts';
import { openControl } from './control-socket.ts';

/** Whether a hub that has this data folder runs and can be asked. */
export async function isHubRunning(dataFolder: string): Promise<boolean> {
  const way = await openControl(dataFolder).catch(() => null);
  if (way === null) return false;
  const isRunning = await new Promise<boolean>((resolve) => {
    const socket = connect(way.path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
  await way.close();
  return isRunning;
}

/**
 * The bytes that the hub that has this data folder answers to a command: JSON from those that answer with an object.
 *
 * @throws HubError with the hub's words; `not-saved` when it ends before it answers
 */
export async function callHub(dataFolder: string, command: string, input: Readable): Promise<Readable> {
  const way = await openControl(dataFolder);
  const call = request({ socketPath: way.path, method: 'POST', path: `/${command}` });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject);
  });
  // The hub may answer before it has read everything.
  pipeline(input, call).catch(() => {});
  let answer: IncomingMessage;
  try {
    answer = await answered;
  } catch (error) {
    const said = `The hub that runs has not answered: ${(error as Error).message}.`;
    const then = 'It may have done what it was asked for: look before you try again.';
    throw new HubError('not-saved', `${said} ${then}`, {}, error);
  } finally {
    await way.close();
  }
  if (answer.statusCode === 200) return answer;
  throw refusalOf(await text(answer));
}

function refusalOf(body: string): HubError {
  try {
    const { error, code } = JSON.parse(body) as { readonly error?: unknown; readonly code?: unknown };
    if (typeof error === 'string')
      return new HubError(ERROR_CODES.find((one) => one === code) ?? 'invalid-option', error);
  } catch {
    // It is reported as it came.
  }
  return new HubError('invalid-option', body.slice(0, 1000));
}
