/**
 * JSON with a line for each member and item. Numbers and texts stay as they were written, and a text that was cut off, or that is no JSON,
 * stays readable as far as it goes.
 */
export function indentJson(text: string): string {
  const pieces: string[] = [];
  let depth = 0;
  /** Whether the last token opened an object or an array, in which nothing stands yet. */
  let isOpened = false;
  const breakLine = (): void => void pieces.push(`\n${'  '.repeat(Math.min(depth, 64))}`);
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/gs)) {
    const isOpening = token === '{' || token === '[';
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth = Math.max(0, depth - 1);
    if (isClosing !== isOpened && (isClosing || isOpened)) breakLine();
    pieces.push(token === ':' ? ': ' : token);
    if (isOpening) depth++;
    if (token === ',') breakLine();
    isOpened = isOpening;
  }
  return pieces.join('');
}
