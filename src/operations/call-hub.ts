import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { HubError } from '../errors.ts';
import { controlPath } from './control-socket.ts';

/** Whether a hub that has this data folder runs and can be asked. */
export function isHubRunning(dataFolder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(controlPath(dataFolder));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * The bytes that the hub that has this data folder answers to a command: JSON from those that answer with an object.
 *
 * @throws HubError with the hub's words
 */
export async function callHub(dataFolder: string, command: string, input: Readable): Promise<Readable> {
  const call = request({ socketPath: controlPath(dataFolder), method: 'POST', path: `/${command}` });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject);
  });
  // The hub may answer before it has read everything.
  pipeline(input, call).catch(() => {});
  let answer: IncomingMessage;
  try {
    answer = await answered;
  } catch (error) {
    throw new HubError('internal', `The hub that runs does not answer: ${(error as Error).message}.`, {}, error);
  }
  if (answer.statusCode === 200) return answer;
  throw new HubError('invalid-option', wordsOf(await text(answer)));
}

function wordsOf(body: string): string {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // It is reported as it came.
  }
  return body.slice(0, 1000);
}
