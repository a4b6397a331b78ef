import type { DocumentKind } from './model.ts';

/** How a text most likely says its records, by the name of its file or by how it begins. */
export function kindOf(name: string, text: string): DocumentKind {
  const plain = name.toLowerCase().replace(/\.gz$/, '');
  const ending = plain.slice(plain.lastIndexOf('.') + 1);
  if (ending === 'csv' || ending === 'tsv') return 'csv';
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson';
  const start = text.slice(0, 100_000).trimStart();
  if (start === '' || start.startsWith('[')) return 'json';
  // Loggers write units in brackets: `Time [s],Power [W]`.
  if (!start.startsWith('{')) return /^(?:[^\n{}[\]]|\[[^\n{}[\]]*\])*[,;\t|]/.test(start) ? 'csv' : 'json';
  const [first = '', second = ''] = start.split('\n', 2).map((line) => line.trim());
  return first.endsWith('}') && second.startsWith('{') ? 'ndjson' : 'json';
}
