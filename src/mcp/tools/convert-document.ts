import { z } from 'zod';
import { documentBytes } from '../../mapping/json/text.ts';
import { askedSource, documentArguments, mappingArguments, readMapping, readShort } from './document-arguments.ts';
import { MAX_KEYS } from './limits.ts';
import { defineTool, linksSchema } from './tool.ts';

const input = z.strictObject({
  ...documentArguments,
  format: z.enum(['ttl', 'nt', 'rdf', 'jsonld']).default('ttl').describe('Turtle, N-Triples, RDF/XML or JSON-LD.'),
  semantics: z
    .enum(['block', 'registry'])
    .optional()
    .describe(
      'Where the meaning stands: `block` in the @semantic of the document, `registry` in the vocabulary, of which every key has to be a term. By default what the document shows.',
    ),
  ...mappingArguments,
  skolemize: z.boolean().default(false).describe('IRIs in place of blank nodes, the same for the same document.'),
});

export const convertDocument = defineTool({
  name: 'convert_document',
  title: 'Convert a document to RDF',
  description: 'Converts a JSON document to RDF. Check it with validate_document first; it stores nothing.',
  input,
  output: z.object({
    rdf: z.string().nullable().describe('The graph; null when it is longer than 64 KiB.'),
    triples: z.number(),
    source: z.string().nullable(),
    unmapped: z.array(z.string()).describe('Keys that stay plain literals, the first hundred.'),
    warnings: z.array(
      z.object({
        code: z.string(),
        key: z.string().nullable(),
        pointer: z.string(),
        count: z.number(),
        message: z.string(),
      }),
    ),
    links: linksSchema,
  }),
  async call({ document, source, format, semantics, units, base, skolemize }, call) {
    const asked = semantics ?? (source === undefined && carriesSemantic(document) ? 'block' : 'registry');
    const options = {
      format,
      semantics: asked,
      ...readMapping({ units, base }),
      skolemize,
      source: askedSource(source, call),
      maxListed: MAX_KEYS,
    };
    const converted = await call.documents.convert(documentBytes(document, 'document'), options, call.caller);
    const rdf = await readShort(converted.output);
    const path = asked === 'block' ? '/api/rdf' : '/api/json-to-rdf';
    const query = new URLSearchParams({
      format,
      ...(source === undefined ? {} : { source }),
      ...(units === undefined ? {} : { units }),
      ...(base === undefined ? {} : { base }),
      ...(skolemize ? { skolemize: 'true' } : {}),
    });
    const whole = { title: 'The whole graph', method: 'POST' as const, href: `${call.baseUrl}${path}?${query}` };
    return {
      rdf,
      triples: converted.triples,
      source: converted.source?.name ?? null,
      unmapped: [...converted.unmapped],
      warnings: converted.warnings.map(({ code, key, pointer, count, message }) => ({
        code,
        key,
        pointer,
        count,
        message,
      })),
      links: rdf === null ? [whole] : [],
    };
  },
});

/** Whether a document has a key `@semantic` of its own. Of what is no JSON the conversion tells. */
function carriesSemantic(document: string): boolean {
  if (!/@semantic|\\u/.test(document)) return false;
  try {
    const value: unknown = JSON.parse(document.replace(/^\uFEFF/, ''));
    return value !== null && Object.hasOwn(Object(value) as object, '@semantic');
  } catch {
    return false;
  }
}
