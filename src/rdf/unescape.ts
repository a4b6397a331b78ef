import { SHORT_ESCAPES } from './escape.ts';

/** The text that `escapeTriplesText` made such a text of. */
export function unescapeTriplesText(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:u[0-9A-F]{4}|.)/g,
    (escaped) => SHORT_UNESCAPES.get(escaped) ?? String.fromCharCode(Number.parseInt(escaped.slice(2), 16)),
  );
}

const SHORT_UNESCAPES: ReadonlyMap<string, string> = new Map(
  Array.from(SHORT_ESCAPES, ([character, escaped]) => [escaped, character] as const),
);
