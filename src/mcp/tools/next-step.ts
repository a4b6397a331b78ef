import type { ErrorCode } from '../../errors.ts';

/** What an agent does next after an error, by its code, where the message does not say it already. */
const NEXT_STEPS: Partial<Readonly<Record<ErrorCode, string>>> = {
  'not-found': 'Look for it with search_terms, or map a key with map_keys.',
  'not-all-terms':
    'Call map_keys with these keys and rename them, or name the source of the document; then convert again.',
  'missing-semantic': 'Call describe_document first, or convert with semantics registry.',
  'invalid-semantic': 'Correct the @semantic object, or leave it out and convert with semantics registry.',
  'malformed-json': 'Send the document as one JSON text.',
  'not-an-object': 'Send an object; records belong into an array in a member of it.',
  'malformed-query': 'Correct the query. query_vocabulary takes SPARQL 1.1.',
  'query-not-allowed': 'Ask with SELECT, ASK, CONSTRUCT or DESCRIBE; nothing can be changed.',
  'query-too-complex': 'Ask less at a time: fewer patterns, a LIMIT, no nested OPTIONAL.',
  'query-timeout': 'Ask less at a time: name a term or a category, and add a LIMIT.',
  'unknown-unit': 'Take a unit from the name of a term; search_terms finds terms by unit.',
  'unit-families-differ': 'Take a unit of the same quantity; get_term lists the other units of a term.',
  'body-too-large': 'Send a part of the document, or the whole document to the REST interface.',
  'too-many-triples': 'Send a part of the document.',
  'answer-too-large': 'Send a part of the document, or the whole document to the REST interface.',
  'invalid-suggestion': 'Correct the field that is named, then send the suggestion again.',
  'term-exists': 'Use the term that there is: get_term tells all of it.',
  'already-suggested': 'Nothing is to be done: the term waits for its review.',
};

const WAIT = 'Wait, then call the tool again with the same arguments.';
const WAITING: ReadonlySet<ErrorCode> = new Set([
  'rate-limited',
  'registry-unavailable',
  'converter-busy',
  'conversion-timeout',
  'conversion-failed',
  'sparql-busy',
  'suggestions-unavailable',
  'accounts-unavailable',
  'webhooks-unavailable',
  'too-many-streams',
]);

/** What an agent does next after an error. */
export function nextStepAfter(code: ErrorCode): string {
  if (WAITING.has(code)) return WAIT;
  return NEXT_STEPS[code] ?? 'Correct the arguments as the message says, then call the tool again.';
}
