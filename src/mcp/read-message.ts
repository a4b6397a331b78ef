import { HubError } from '../errors.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { readBody, type Body, type Exchange } from '../http/read-body.ts';
import { JsonDocument } from '../mapping/json/document.ts';
import { scanJson } from '../mapping/json/scan.ts';
import { nextValue, STRIDE } from '../mapping/json/tape-entry.ts';

/** Bytes of a message. What an agent holds in its context is shorter; longer documents go to the other interfaces. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Values and members in the JSON of a message, of which the parser makes objects. */
export const MAX_MESSAGE_VALUES = 10_000;

/** A message; its room in the budget is taken until `release` is called. */
export interface Message extends Pick<Body, 'release'> {
  readonly json: unknown;
}

/**
 * Reads one message of JSON-RPC. It is parsed when it is known to be JSON that is neither deep nor of many values, for that is done on the
 * thread that answers everybody.
 *
 * @throws HubError those of `readBody`, `malformed-json`, `not-utf8`, `not-an-object` also for a batch, `too-deep`, `body-too-large`
 */
export async function readMessage(exchange: Exchange, budget: BodyBudget): Promise<Message> {
  const body = await readBody(exchange, MAX_MESSAGE_BYTES, budget);
  try {
    const text = new TextDecoder().decode(body.bytes);
    if (text.trimStart().startsWith('['))
      throw new HubError('not-an-object', 'The body is a batch of messages.', {
        hint: 'Send each message in a request of its own.',
      });
    const document = new JsonDocument(scanJson(body.bytes), 0);
    if (nextValue(document.entries, document.root) / STRIDE > MAX_MESSAGE_VALUES)
      throw new HubError('body-too-large', `The message has more than ${MAX_MESSAGE_VALUES} values.`, {
        hint: 'Send documents as texts.',
      });
    return { json: JSON.parse(text) as unknown, release: () => body.release() };
  } catch (error) {
    body.release();
    throw error;
  }
}
