/** Members of a source's file that give keys terms. */
const SECTIONS = ['keys', 'also', 'alike'];

/** The keys of a source's file with their terms; none of a text that is no file of a source yet. */
export function keysOf(file: string): (readonly [key: string, term: string])[] {
  try {
    const parsed: unknown = JSON.parse(file);
    return SECTIONS.flatMap((section) => Object.entries(memberOf(parsed, section))).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
  } catch {
    return [];
  }
}

function memberOf(value: unknown, name: string): object {
  if (typeof value !== 'object' || value === null) return {};
  const member = Object.entries(value).find(([key]) => key === name)?.[1] as unknown;
  return typeof member === 'object' && member !== null ? member : {};
}
