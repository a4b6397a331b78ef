import { z } from 'zod';
import { worstOf } from '../../check/findings.ts';
import { documentBytes } from '../../mapping/json/text.ts';
import { askedSource, documentArguments, mappingArguments, readMapping } from './document-arguments.ts';
import { defineTool, linksSchema } from './tool.ts';

/** Findings that a result holds: more of them tell nobody more. */
const MAX_FINDINGS = 100;

export const validateDocument = defineTool({
  name: 'validate_document',
  title: 'Validate a document',
  description:
    'Tells what is wrong with a JSON document and what may be: JSON, keys, units, values, times, the graph. It converts nothing and stores nothing.',
  input: z.strictObject({
    ...documentArguments,
    ...mappingArguments,
    lenient: z.boolean().default(false).describe('Keys that are no terms are no errors.'),
  }),
  output: z.object({
    worst: z.enum(['error', 'warning', 'note']).nullable().describe('Null when nothing was found.'),
    errors: z.number(),
    warnings: z.number(),
    notes: z.number(),
    triples: z.number().nullable().describe('Of the graph; null for a document that would be refused.'),
    findings: z.array(
      z.object({
        code: z.string(),
        level: z.enum(['error', 'warning', 'note']),
        key: z.string().nullable(),
        message: z.string(),
        help: z.string().nullable(),
        nearestTerm: z.string().nullable(),
        count: z.number(),
        pointer: z.string().nullable(),
        line: z.number().nullable(),
      }),
    ),
    omitted: z.number().describe('Findings that are counted and not told.'),
    links: linksSchema,
  }),
  async call({ document, source, units, base, lenient }, call) {
    const options = {
      semantics: lenient ? ('auto-open' as const) : ('auto' as const),
      ...readMapping({ units, base }),
      source: askedSource(source, call),
    };
    const check = await call.documents.check(documentBytes(document, 'document'), options, call.caller);
    const told = check.findings.slice(0, MAX_FINDINGS);
    const query = new URLSearchParams({
      ...(source === undefined ? {} : { source }),
      ...(units === undefined ? {} : { units }),
      ...(base === undefined ? {} : { base }),
      ...(lenient ? { lenient: 'true' } : {}),
    });
    return {
      worst: worstOf(check),
      errors: check.counts.error,
      warnings: check.counts.warning,
      notes: check.counts.note,
      triples: check.triples,
      findings: told.map(({ code, level, key, message, help, nearestTerm, count, places }) => ({
        code,
        level,
        key,
        message,
        help,
        nearestTerm,
        count,
        pointer: places[0]?.pointer ?? null,
        line: places[0]?.line ?? null,
      })),
      omitted: check.omitted + check.findings.length - told.length,
      links:
        told.length === check.findings.length
          ? []
          : [{ title: 'All findings', method: 'POST' as const, href: `${call.baseUrl}/api/validate?${query}` }],
    };
  },
});
