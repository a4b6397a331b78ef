import { z } from 'zod';
import type { AskedSource } from '../../documents/documents.ts';
import { checkBase } from '../../rdf/check-base.ts';
import type { Output } from '../../streaming/output.ts';
import { MAX_TEXT_BYTES } from './limits.ts';
import type { ToolCall } from './tool.ts';

/** What tools take that are about a document. */
export const documentArguments = {
  document: z
    .string()
    .describe('The JSON document as a text, not as an object: so every digit of its numbers stays as it is.'),
  source: z
    .string()
    .max(100)
    .optional()
    .describe('The source of the document, e.g. `solaredge`, whose own keys it has; `auto` finds it by the keys.'),
};

/** What tools take that convert a document, or check what a conversion makes of it. */
export const mappingArguments = {
  units: z.string().max(1_000).optional().describe('In which units values are wanted, e.g. `MW` or `si`.'),
  base: z.string().max(2_000).optional().describe('Namespace in which things get their IRIs; ends in / or #.'),
};

/** The options that these arguments stand for. @throws HubError `invalid-option` */
export function readMapping({
  units,
  base,
}: {
  readonly units?: string | undefined;
  readonly base?: string | undefined;
}) {
  return {
    base: base === undefined ? null : checkBase(base),
    align: true,
    maxArrayItems: 0,
    ...(units === undefined ? {} : { units }),
  };
}

/** The source that a document is said to be of; null for none. @throws HubError `invalid-option` */
export function askedSource(source: string | undefined, { documents }: ToolCall): AskedSource | null {
  if (source === undefined) return null;
  documents.checkSource(source);
  return { name: source, restructure: true };
}

/** The text of an output; null of one that is longer than a result may hold, which is freed then. */
export async function readShort(output: Output): Promise<string | null> {
  if (output.size <= MAX_TEXT_BYTES) return output.text(MAX_TEXT_BYTES);
  output.dispose();
  return null;
}
