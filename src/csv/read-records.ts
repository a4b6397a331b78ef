import type { CsvScanner } from './csv-scanner.ts';

/** A record of CSV. */
interface CsvRecord {
  readonly cells: readonly string[];
  /** On which it begins. */
  readonly line: number;
  /** The offset of its first byte, and that behind its end. */
  readonly from: number;
  readonly to: number;
}

/** The records of bytes. What is malformed about one is the scanner's `fault`. */
export function* readRecords(bytes: Uint8Array, scanner: CsvScanner): Generator<CsvRecord> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  scanner.take(bytes, true);
  let from = 0;
  for (let step = scanner.next(); step !== 'more'; step = scanner.next()) {
    const to = scanner.at;
    if (step === 'blank') {
      from = to;
      continue;
    }
    const cells = scanner.cells.slice(0, scanner.cellCount).map(({ start, end, isEscaped }) => {
      const cell = text.toString('utf8', start, end);
      return isEscaped ? cell.replaceAll('""', '"') : cell;
    });
    yield { cells, line: scanner.recordLine, from, to };
    from = to;
    scanner.startRecord();
  }
}
