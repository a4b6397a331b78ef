import type { BodyBudget } from '../http/limits/body-budget.ts';
import { readBody, type Exchange } from '../http/read-body.ts';
import { JsonDocument } from '../mapping/json/document.ts';
import { scanJson } from '../mapping/json/scan.ts';

/** A small JSON object that was posted. */
export interface PostedObject {
  readonly members: Readonly<Record<string, unknown>>;
  /** The same as it was written. */
  readonly document: JsonDocument;
}

/**
 * Reads a small JSON object; what is wrong with it is told in the words of the document endpoints, with its place.
 *
 * @throws HubError those of `readBody`, `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`
 */
export async function readPostedObject(
  exchange: Exchange,
  maxBytes: number,
  budget: BodyBudget,
): Promise<PostedObject> {
  const { bytes, release } = await readBody(exchange, maxBytes, budget);
  try {
    const document = new JsonDocument(scanJson(bytes), 0);
    return { members: JSON.parse(new TextDecoder().decode(bytes)) as PostedObject['members'], document };
  } finally {
    release();
  }
}
