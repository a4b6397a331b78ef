import { HubError } from '../errors.ts';
import { MAX_NESTING, MAX_PARTS } from './limits.ts';

/** What is known of a query before anything recursive reads it. */
export interface QueryScan {
  /** Where the VALUES behind the query begins, else the end of the text: a LIMIT may stand there. */
  readonly limitAt: number;
}

/**
 * What does not count (comments, texts, IRIs), words, and what does: brackets, separators of patterns, steps of paths. A `<` that
 * begins no IRI is an operator. A text without an end is none in SPARQL, and goes on to where it would have to end: so each character
 * is read once.
 */
const TOKEN =
  /#[^\n\r]*|"""(?:[^"\\]|\\[^]|""?(?!"))*(?:""")?|'''(?:[^'\\]|\\[^]|''?(?!'))*(?:''')?|"(?:[^"\\\n\r]|\\[^])*"?|'(?:[^'\\\n\r]|\\[^])*'?|<[^<>"{}|^`\\\u0000-\u0020]*>|[?$]?[\w\u0080-\uffff](?:[\w\u0080-\uffff.:-]*[\w\u0080-\uffff:-])?|[{}()[\].;/]/g;

/**
 * Looks through the text once, in time that grows with its length alone.
 *
 * @throws HubError `query-too-complex`
 */
export function scanQuery(text: string): QueryScan {
  let nesting = 0;
  let parts = 0;
  let limitAt = text.length;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if ('{.;/'.includes(token)) parts++;
    if ('{(['.includes(token)) nesting++;
    else if ('})]'.includes(token)) nesting--;
    else if (nesting === 0 && /^values$/i.test(token)) limitAt = index;
    if (nesting > MAX_NESTING) throw tooComplex(`Brackets may stand in each other ${MAX_NESTING} times at most`);
    if (parts > MAX_PARTS)
      throw tooComplex(`It may have ${MAX_PARTS} patterns, groups and steps of paths together at most`);
  }
  return { limitAt };
}

/** @param rule a sentence without its full stop */
export function tooComplex(rule: string, cause?: unknown): HubError {
  return new HubError('query-too-complex', `The query is too complex. ${rule}.`, {}, cause);
}
