/** What people paste that is almost JSON, or something else, with what to do about it. The first that fits counts. */
const ADVICE: ReadonlyArray<readonly [fits: (before: string, rest: string) => boolean, advice: string]> = [
  [
    (before, rest) => before.trim() === '' && rest.startsWith('<'),
    'This looks like XML or HTML; the playground reads JSON, NDJSON and CSV.',
  ],
  [
    (before, rest) => before.trim() === '' && /^[\w "'.-]+:\s/.test(rest),
    'This looks like YAML; the playground reads JSON, NDJSON and CSV.',
  ],
  [(_, rest) => /^(?:\/\/|\/\*|#)/.test(rest), 'JSON has no comments.'],
  [
    (_, rest) => /^[-+]?(?:NaN|Infinity|nan|inf\b)/.test(rest),
    'JSON has no such number: leave the key out, or write null.',
  ],
  [
    (_, rest) => /^(?:None|True|False)\b/.test(rest),
    'JSON writes null, true and false; Python does so by json.dumps().',
  ],
  [
    (_, rest) => rest.startsWith("'"),
    'Keys and texts of JSON stand in double quotes; Python writes them by json.dumps().',
  ],
  [(before, rest) => /,\s*$/.test(before) && /^[}\]]/.test(rest), 'Take away the comma before it.'],
];

/** What to do about JSON that is malformed at a place; empty where nothing is known. */
export function adviceFor(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 200), at);
  const rest = text.slice(at, at + 200);
  return ADVICE.find(([fits]) => fits(at > 200 ? `…${before}` : before, rest))?.[1] ?? '';
}
