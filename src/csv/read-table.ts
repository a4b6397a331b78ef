import { CsvScanner } from './csv-scanner.ts';
import { readRecords } from './read-records.ts';
import { separatorNamedBy } from './separator-line.ts';

/** The records of a whole table from its header on, and what reads them. A line before the header may name another delimiter. */
export function readTable(
  bytes: Uint8Array,
  delimiter: string,
): { readonly scanner: CsvScanner; readonly records: ReturnType<typeof readRecords>; readonly isNamed: boolean } {
  const named = separatorNamedBy(bytes);
  const scanner = new CsvScanner(named ?? delimiter);
  const records = readRecords(bytes, scanner);
  if (named !== null) records.next();
  return { scanner, records, isNamed: named !== null };
}
