import { locate, type LocatedDocument } from './locate.ts';
import type { ShapeViolation } from './shape-violation.ts';

/** How many violations a message names. */
export const NAMED = 10;
/** Of what is longer a message has the beginning: it may be as long as a page. */
const SHOWN_CHARACTERS = 300;

/** The first violations with where they stand, each on a line. @param others the last line where there are more than are named */
export async function tellViolations(
  violations: readonly ShapeViolation[],
  readSources: (() => Promise<readonly LocatedDocument[]>) | undefined,
  others: string,
): Promise<string> {
  const named = violations.slice(0, NAMED);
  // The lines are a comfort: without them the refusal stands.
  const sources = (await readSources?.().catch(() => [])) ?? [];
  const lines = (await locate(named, sources)).map(
    (place, index) => `${place === null ? '' : `${place}: `}${written(named[index]!)}`,
  );
  return [...lines, ...(violations.length > NAMED ? [others] : [])].join(';\n');
}

function written({ message, focusNode, path, value }: ShapeViolation): string {
  const size =
    value === null || value.length <= SHOWN_CHARACTERS ? '' : ` of ${value.length.toLocaleString('en')} characters`;
  const fault = value === null || value === focusNode ? '' : ` has ${JSON.stringify(beginningOf(value))}${size}`;
  return `${message}: <${beginningOf(focusNode)}>${fault}${fault !== '' && path !== null ? ` as <${path}>` : ''}`;
}

function beginningOf(text: string): string {
  // Half of a pair is no character.
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}…`;
}
