import { z } from 'zod';
import { documentBytes } from '../../mapping/json/text.ts';
import { askedSource, documentArguments, readShort } from './document-arguments.ts';
import { MAX_KEYS } from './limits.ts';
import { defineTool, linksSchema } from './tool.ts';

export const describeDocument = defineTool({
  name: 'describe_document',
  title: 'Describe a document',
  description:
    'Embeds the @semantic object into a JSON document: what each key means, by the names of terms or by the source of the document.',
  input: z.strictObject(documentArguments),
  output: z.object({
    document: z.string().nullable().describe('The document with @semantic; null when it is longer than 64 KiB.'),
    source: z.string().nullable(),
    described: z.array(z.string()).describe('Keys that have a meaning, the first hundred.'),
    undescribed: z.array(z.string()).describe('Keys that have none, the first hundred: map_keys finds terms for them.'),
    links: linksSchema,
  }),
  async call({ document, source }, call) {
    const options = { base: null, source: askedSource(source, call), maxListed: MAX_KEYS };
    const embedded = await call.documents.embed(documentBytes(document, 'document'), options, call.caller);
    const text = await readShort(embedded.output);
    const query = source === undefined ? '' : `?${new URLSearchParams({ source })}`;
    const whole = {
      title: 'The whole document',
      method: 'POST' as const,
      href: `${call.baseUrl}/api/semantic${query}`,
    };
    return {
      document: text,
      source: embedded.source?.name ?? null,
      described: [...embedded.report.described],
      undescribed: [...embedded.report.undescribed],
      links: text === null ? [whole] : [],
    };
  },
});
