import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../src/cli/documents/batch.ts';
import { readCsv } from '../../src/cli/documents/csv-batches.ts';
import { readRows } from '../../src/cli/documents/csv-rows.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';

interface Read {
  /** The documents as JSON, with their lines and slots. */
  readonly rows: ReadonlyArray<{ readonly json: string; readonly line: number; readonly slot: number }>;
  readonly failures: readonly Failure[];
  /** The records that failed. */
  readonly dropped: readonly string[];
  /** Documents and failures in their order: a line, or a code. */
  readonly order: readonly (number | string)[];
}

/** The text, with a byte that UTF-8 does not have for half of a surrogate pair. */
function inUtf8(text: string): Buffer {
  const parts = text.split(/(\p{Surrogate})/u);
  return Buffer.concat(parts.map((part, i) => (i % 2 === 0 ? Buffer.from(part) : Buffer.of(0xff))));
}

/** Reads CSV in pieces of so many bytes. Each record has to stand in the text where it is said to. */
async function read(text: string | Buffer, pieceBytes: number, keepsGoing = false, delimiter = ','): Promise<Read> {
  const bytes = Buffer.from(text);
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  const inOrder = isBigEndian ? Buffer.from(bytes).swap16() : bytes;
  const held = isUtf16 || isBigEndian ? inUtf8(inOrder.toString('utf16le').slice(1)) : bytes;
  const expectInPlace = (record: Uint8Array | null, offset: number): void =>
    expect(held.subarray(offset, offset + record!.length).equals(record!)).toBe(true);
  const rows: { json: string; line: number; slot: number }[] = [];
  const failures: Failure[] = [];
  const dropped: string[] = [];
  const order: (number | string)[] = [];
  for await (const piece of readCsv('a.csv', source(), 7, { marks: { delimiter, decimal: '.' }, keepsGoing })) {
    if ('failure' in piece) {
      expectInPlace(piece.text, piece.offset);
      failures.push(piece.failure);
      dropped.push(Buffer.from(piece.text!).toString());
      order.push(piece.failure.code);
      continue;
    }
    const { batch, slots } = piece;
    const found = [...readRows(batch, batch.table!, EMPTY_LEXICON, null)];
    expect(found).toHaveLength(slots);
    found.forEach(({ document, line, fault, text: record, offset }, i) => {
      expectInPlace(record, offset);
      if (fault !== null) {
        order.push(fault.code);
        return;
      }
      if (document === null) return;
      rows.push({ json: Buffer.from(document).toString(), line, slot: batch.firstSlot + i });
      order.push(line);
    });
  }
  return { rows, failures, dropped, order };
}

/** What csv-parse reads, an implementation that shares no code with ours. */
function readByOthers(
  text: string,
  keepsGoing: boolean,
): { rows: string[]; places: number[]; fault: string | null; faults: number } {
  let faults = 0;
  let records: string[][] = [];
  let fault: string | null = null;
  try {
    records = parse(text, {
      bom: true,
      skip_empty_lines: true,
      skip_records_with_error: keepsGoing,
      on_skip: () => void faults++,
    }) as string[][];
  } catch (error) {
    fault = (error as Error).message;
  }
  const [header = [], ...others] = records;
  // A row without a value is none, and has a place.
  const places = others.flatMap((cells, i) => (cells.some((cell) => cell !== '') ? [i] : []));
  const rows = places.map((place) => {
    const members = header.map((name, i) => [name, others[place]![i]]);
    return JSON.stringify(Object.fromEntries(members.filter(([, cell]) => cell !== '')));
  });
  return { rows, places, fault, faults };
}

const pieces = ['a', 'b', ',', '"', '""', 'é', '🔋', ' ', '\t'];
const bodyOf = (lineEnd: string) =>
  fc.array(fc.constantFrom(...pieces, ',', lineEnd, lineEnd, '"x"', `"y${lineEnd}z"`), { maxLength: 40 });
const sizes = fc.constantFrom(1, 2, 3, 7, 1000);

describe.each([
  ['\\n', '\n'],
  ['\\r\\n', '\r\n'],
  ['\\r', '\r'],
])('with line ends %s', (_, lineEnd) => {
  /** csv-parse counts a line end of two characters within quotes twice. */
  const toldOf = (message: string): string =>
    (lineEnd === '\r\n' ? message.replace(/line \d+/, 'line') : message).replace(/\.+$/, '');

  test('any text is read as csv-parse reads it, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(lineEnd), sizes, fc.boolean(), async (body, pieceBytes, keepsGoing) => {
        const text = `k,l${lineEnd}${body.join('')}`;
        const expected = readByOthers(text, keepsGoing);
        const { rows, failures } = await read(text, pieceBytes, keepsGoing);
        expect(failures.length > 0).toBe(expected.fault !== null || expected.faults > 0);
        if (expected.fault === null) expect(rows.map(({ json }) => json)).toEqual(expected.rows);
        if (expected.fault !== null) expect(toldOf(failures[0]!.message)).toBe(toldOf(expected.fault));
        const slots = rows.map(({ slot }) => slot);
        expect(slots).toEqual([...new Set(slots)].toSorted((one, other) => one - other));
        if (expected.fault === null) expect(slots).toEqual(expected.places.map((place) => 7 + place));
      }),
      { numRuns: 500 },
    );
  });

  test('pieces of any size give the same rows, lines and failures in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(lineEnd), sizes, async (body, pieceBytes) => {
        const text = `\uFEFFk,l${lineEnd}${body.join('')}`;
        expect(await read(text, pieceBytes, true)).toEqual(await read(text, 100_000, true));
      }),
      { numRuns: 300 },
    );
  });
});

test.each([1, 4, 100])(
  'a line that names the separator is no header, whatever was given, in pieces of %i bytes',
  async (bytes) => {
    for (const line of ['sep=;', 'SEP=;', '"sep=;"']) {
      const { rows, failures } = await read(`\ufeff${line}\r\na;b\r\n1;"2,5"\r\n\r\n3;4\r\n`, bytes);
      expect(failures).toEqual([]);
      expect(rows.map(({ json, line: at }) => [json, at])).toEqual([
        ['{"a":"1","b":"2,5"}', 3],
        ['{"a":"3","b":"4"}', 5],
      ]);
    }
    // Further down it is a cell.
    expect((await read('a\nsep=;\n', bytes)).rows.map(({ json }) => json)).toEqual(['{"a":"sep=;"}']);
  },
);

test.each([1, 4, 1000])(
  'lines end with CRLF, too, where the header ends with LF, in pieces of %i bytes',
  async (bytes) => {
    const text = 'k,l\n1,a\r\n\r\n2,"b\r\nc"\r\n3\r\n4,d\n5,e\r\n';
    const { rows, dropped } = await read(text, bytes, true);
    expect(rows.map(({ json, line }) => [json, line])).toEqual([
      ['{"k":"1","l":"a"}', 2],
      ['{"k":"2","l":"b\\r\\nc"}', 4],
      ['{"k":"4","l":"d"}', 7],
      ['{"k":"5","l":"e"}', 8],
    ]);
    expect(dropped).toEqual(['3']);
  },
);

test('rows have the line on which they begin, failures their own, in the order of the file', async () => {
  const text = 'k,l\n1,"a\nb"\n\n2,c\n3\n4,"d\r\ne"\n5,f"\n6,g\n';
  for (const pieceBytes of [1, 5, 1000]) {
    const { rows, failures, dropped, order } = await read(text, pieceBytes, true);
    expect(rows.map(({ line, json }) => [line, (JSON.parse(json) as { k: string }).k])).toEqual([
      [2, '1'],
      [5, '2'],
      [7, '4'],
      [10, '6'],
    ]);
    expect(failures.map(({ line }) => line)).toEqual([6, 9]);
    expect(dropped).toEqual(['3', '5,f"']);
    expect(order).toEqual([2, 5, 'malformed-csv', 7, 'malformed-csv', 10]);
  }
});

test('a record with many faults is one failure, whose message stays short', async () => {
  const { rows, failures } = await read(`k,l\n1,2\n${'a"'.repeat(100_000)},3\n4,5\n`, 65_536, true);
  expect(rows.map(({ json }) => json)).toEqual(['{"k":"1","l":"2"}', '{"k":"4","l":"5"}']);
  expect(failures).toHaveLength(1);
  expect(failures[0]!.message).toBe('Invalid Opening Quote: a quote is found on field 0 at line 3, value is "a".');
  const [long] = (await read(`k,l\n${'b'.repeat(5000)}",3\n`, 100)).failures;
  expect(long!.message).toContain(`value is "${'b'.repeat(100)}".`);
});

test('cells may be separated by a character of several bytes', async () => {
  const { rows } = await read('k§l\n1§"a§b"\n', 1, false, '§');
  expect(rows.map(({ json }) => json)).toEqual(['{"k":"1","l":"a§b"}']);
});

test('UTF-16 with a byte order mark is read, as spreadsheets write it', async () => {
  const text = Buffer.from('\uFEFFk\tl\r\n1\tÜ🔋\r\n', 'utf16le');
  for (const pieceBytes of [1, 1000])
    for (const bytes of [text, Buffer.from(text).swap16()])
      expect((await read(bytes, pieceBytes, false, '\t')).rows[0]!.json).toBe('{"k":"1","l":"Ü🔋"}');
});

test('a row of UTF-16 with half of a pair fails, and no other; a file that is cut off within a character has a row that fails', async () => {
  const text = Buffer.from('\uFEFFk\tl\r\n1\t\uD83D\r\n2\tb\r\n3\t\uDD0B\uD83D\r\n4\tÜ🔋\r\n5\t🔋', 'utf16le');
  for (const pieceBytes of [1, 5, 1000])
    for (const bytes of [text, Buffer.from(text).swap16()]) {
      const whole = await read(bytes, pieceBytes, true, '\t');
      expect(whole.order).toEqual(['not-utf8', 3, 'not-utf8', 5, 6]);
      expect(whole.rows.at(-1)!.json).toBe('{"k":"5","l":"🔋"}');
    }
});

test('a file of a byte order mark alone has no rows', async () => {
  for (const mark of [
    [0xff, 0xfe],
    [0xfe, 0xff],
    [0xef, 0xbb, 0xbf],
  ])
    expect(await read(Buffer.from(mark), 1000)).toMatchObject({ rows: [], failures: [] });
});

test.each([1, 4, 1000])(
  'a row whose bytes are no UTF-8 fails, and no other, in pieces of %i bytes',
  async (pieceBytes) => {
    const { rows, order } = await read(Buffer.from('k,l\n1,a\n2,B\xe4r\n\n3,c\n', 'latin1'), pieceBytes, true);
    expect(order).toEqual([2, 'not-utf8', 5]);
    expect(rows.map(({ json }) => json)).toEqual(['{"k":"1","l":"a"}', '{"k":"3","l":"c"}']);
  },
);

test('a header whose bytes are no UTF-8 ends the file', async () => {
  for (const keepsGoing of [true, false]) {
    const { rows, failures } = await read(Buffer.from('k,Stra\xdfe\n1,a\n', 'latin1'), 1000, keepsGoing);
    expect(rows).toEqual([]);
    expect(failures).toMatchObject([{ code: 'not-utf8', line: 1 }]);
  }
});

test.each([
  ['semicolons', 'k;l\n1,5;a\n', "say --delimiter ';'"],
  ['semicolons and quotes', '"k";"l"\n1;"a, b"\n', 'Invalid Closing Quote'],
  ['tabs', 'k\tl\n1\ta\n', "say --delimiter '\\t'"],
  ['columns without a name', 'k,,\n1,,\n', 'Two columns have no name'],
])('a header of %s ends the file, and says what to do', async (_, text, advice) => {
  for (const pieceBytes of [1, 1000]) {
    const { rows, failures } = await read(text, pieceBytes, false);
    expect(rows).toEqual([]);
    expect(failures).toMatchObject([{ code: 'malformed-csv', line: 1, message: expect.stringContaining(advice) }]);
  }
});

test('a column may have a name with another mark where the file or the command says what separates cells', async () => {
  expect((await read('sep=,\nk;l\n1\n', 1000)).rows.map(({ json }) => json)).toEqual(['{"k;l":"1"}']);
  expect((await read('k,l\n1,2\n', 1000, false, ';')).rows.map(({ json }) => json)).toEqual(['{"k,l":"1,2"}']);
  expect((await read('k;l,m\n1,2\n', 1000)).rows.map(({ json }) => json)).toEqual(['{"k;l":"1","m":"2"}']);
});

test('a quote that is never closed, and blank lines without end, are read once', async () => {
  const open = `k,l\n1,2\n3,"${'x\n'.repeat(1_000_000)}`;
  const { rows, failures } = await read(open, 65_536, true);
  expect([rows.length, failures.map(({ message }) => message.slice(0, 16))]).toEqual([1, ['Quote Not Closed']]);
  expect((await read(`k,l\n${'\n'.repeat(2_000_000)}1,2`, 65_536)).rows).toEqual([
    { json: '{"k":"1","l":"2"}', line: 2_000_002, slot: 7 },
  ]);
});
