import type { CsvScanner } from './csv-scanner.ts';

/** The cells of the records of bytes, with the line on which each record begins. What is malformed about one is the scanner's `fault`. */
export function* readRecords(
  bytes: Uint8Array,
  scanner: CsvScanner,
): Generator<{ readonly cells: readonly string[]; readonly line: number }> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  scanner.take(bytes, true);
  for (let step = scanner.next(); step !== 'more'; step = scanner.next()) {
    if (step === 'blank') continue;
    const cells = scanner.cells.slice(0, scanner.cellCount).map(({ start, end, isEscaped }) => {
      const cell = text.toString('utf8', start, end);
      return isEscaped ? cell.replaceAll('""', '"') : cell;
    });
    yield { cells, line: scanner.recordLine };
    scanner.startRecord();
  }
}
