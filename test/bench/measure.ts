/** Rounds, medians and the table. */

/** What one run of a row made. */
export interface Made {
  /** Triples that were written; 0 where that means nothing. */
  readonly triples: number;
  /** Bytes that were written, or read where nothing is written. */
  readonly bytes: number;
}

/** A run and its time per repeat. */
export interface Ran {
  readonly ms: number;
  readonly made: Made;
}

/** Something that is measured. */
export interface Subject {
  readonly name: string;
  readonly run: (repeats: number) => Promise<Ran>;
  /** Most rounds that it takes part in, for what needs seconds. */
  readonly maxRounds?: number;
}

/** A subject that runs in this process. */
export function inProcess(name: string, run: () => Made): Subject {
  return { name, run: (repeats) => runTimes(run, repeats) };
}

export async function runTimes(run: () => Made | Promise<Made>, repeats: number): Promise<Ran> {
  const start = performance.now();
  let made = await run();
  for (let i = 1; i < repeats; i++) made = await run();
  return { ms: (performance.now() - start) / repeats, made };
}

/** What was measured of a subject. */
export interface Measured extends Made {
  readonly name: string;
  readonly medianMs: number;
  readonly minMs: number;
}

/** A line of the table. Null where there is nothing to say. */
export interface Line {
  readonly what: string;
  readonly medianMs: number | null;
  readonly minMs: number | null;
  readonly triplesPerSecond: number | null;
  readonly bytesPerSecond: number | null;
  /** What the reach is about, e.g. `1.9 × byte writer`. */
  readonly figure: string;
  readonly reach: string;
  readonly isReached: boolean | null;
}

/** A ratio that was asked for. */
export interface Reach {
  readonly of: string;
  readonly to: string;
  readonly as: keyof typeof RATIOS;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** How two are compared. */
const RATIOS = {
  time: { words: 'the time of', of: (one: Measured, to: Measured) => one.medianMs / to.medianMs },
  'time per triple': { words: 'the time per triple of', of: (one: Measured, to: Measured) => rateOf(to) / rateOf(one) },
  speed: { words: 'as fast as', of: (one: Measured, to: Measured) => to.medianMs / one.medianMs },
  rate: { words: 'the triples/s of', of: (one: Measured, to: Measured) => rateOf(one) / rateOf(to) },
};

const rateOf = ({ triples, medianMs }: Measured): number => (triples / medianMs) * 1000;

/** What is shorter is repeated within a round. */
const LEAST_RUN_MS = 20;
const WARM_UP_MS = 400;

/** Rounds of what needs seconds. */
export const SLOW_ROUNDS = 3;

/**
 * Runs the subjects in turn, round by round, after a warm-up of each. What is quick runs once more, unmeasured, before its turn: it would
 * pay for the memory that the one before it left. (To collect it with `gc()` makes V8 forget compiled code.)
 */
export async function measure(subjects: readonly Subject[], rounds: number): Promise<Map<string, Measured>> {
  const runs = subjects.map((subject) => ({
    subject,
    repeats: 1,
    times: [] as number[],
    made: { triples: 0, bytes: 0 },
  }));
  for (const run of runs) {
    // Takes so long that it warms up in its one round.
    if (run.subject.maxRounds === 1) continue;
    const start = performance.now();
    let { ms } = await run.subject.run(1);
    while (performance.now() - start < WARM_UP_MS) ({ ms } = await run.subject.run(Math.ceil(LEAST_RUN_MS / ms)));
    run.repeats = Math.ceil(LEAST_RUN_MS / ms);
  }
  for (let round = 0; round < rounds; round++) {
    for (const run of runs) {
      const { subject, repeats, times } = run;
      if (round >= (subject.maxRounds ?? rounds)) continue;
      if (subject.maxRounds === undefined) await subject.run(1);
      const ran = await subject.run(repeats);
      times.push(ran.ms);
      run.made = ran.made;
    }
  }
  return new Map(
    runs.map(({ subject: { name }, times, made }) => [
      name,
      { name, medianMs: medianOf(times), minMs: Math.min(...times), ...made },
    ]),
  );
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The lines of what was measured, each with what was asked of it; where nothing was, compared with the yardstick. */
export function compare(measured: ReadonlyMap<string, Measured>, yardstick: string, reaches: readonly Reach[]): Line[] {
  return [...measured.values()].flatMap((one) => {
    const asked = reaches.filter(({ of }) => of === one.name);
    const first = lineOf(one);
    const other = measured.get(yardstick)!;
    if (asked.length === 0)
      return [{ ...first, figure: one === other ? '' : figureOf(one.medianMs / other.medianMs, 'time', yardstick) }];
    return asked.map((reach, i) => {
      const to = measured.get(reach.to)!;
      const ratio = RATIOS[reach.as].of(one, to);
      const { atMost, atLeast } = reach;
      return {
        ...(i === 0 ? first : emptyLine('')),
        figure: figureOf(ratio, reach.as, reach.to),
        reach: atMost === undefined ? `at least ${roundOff(atLeast!)}` : `at most ${atMost}`,
        isReached: ratio <= (atMost ?? Infinity) && ratio >= (atLeast ?? 0),
      };
    });
  });
}

function roundOff(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A line that says nothing yet. */
export function emptyLine(what: string): Line {
  return {
    what,
    medianMs: null,
    minMs: null,
    triplesPerSecond: null,
    bytesPerSecond: null,
    figure: '',
    reach: '',
    isReached: null,
  };
}

function lineOf(one: Measured): Line {
  const { name, medianMs, minMs, triples, bytes } = one;
  return {
    ...emptyLine(name),
    medianMs,
    minMs,
    triplesPerSecond: triples === 0 ? null : rateOf(one),
    bytesPerSecond: bytes === 0 ? null : (bytes / medianMs) * 1000,
  };
}

function figureOf(ratio: number, as: Reach['as'], to: string): string {
  return `${ratio.toFixed(ratio < 10 ? 2 : 0)} × ${RATIOS[as].words} ${to}`;
}

/** The table in Markdown, without the columns that say nothing. */
export function renderTable(lines: readonly Line[]): string {
  const cells = [
    ['', 'ms', 'least ms', 'million triples/s', 'MB/s', 'measured', 'asked for', 'reached'],
    ...lines.map((line) => [
      line.what,
      millisecondsOf(line.medianMs),
      millisecondsOf(line.minMs),
      line.triplesPerSecond === null ? '' : (line.triplesPerSecond / 1e6).toFixed(2),
      line.bytesPerSecond === null ? '' : (line.bytesPerSecond / 1e6).toFixed(0),
      line.figure,
      line.reach,
      line.isReached === null ? '' : line.isReached ? 'yes' : 'no',
    ]),
  ];
  const columns = cells[0]!
    .map((_, column) => column)
    .filter((column) => cells.slice(1).some((row) => row[column] !== ''));
  const isNumber = (column: number) => column >= 1 && column <= 4;
  return renderCells(
    cells.map((row) => columns.map((column) => row[column]!)),
    (at) => isNumber(columns[at]!),
  );
}

/** A table in Markdown, its first row the header. @param isRight the column stands at the right */
export function renderCells(cells: readonly (readonly string[])[], isRight: (column: number) => boolean): string {
  const widths = cells[0]!.map((_, column) => Math.max(4, ...cells.map((row) => row[column]!.length)));
  const render = (row: readonly string[]) => {
    const padded = row.map((cell, column) =>
      isRight(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
    );
    return `| ${padded.join(' | ')} |`;
  };
  const rules = widths.map((width, column) => '-'.repeat(width + 1) + (isRight(column) ? ':' : '-'));
  return [render(cells[0]!), `|${rules.join('|')}|`, ...cells.slice(1).map(render)].join('\n');
}

function millisecondsOf(ms: number | null): string {
  if (ms === null) return '';
  return ms < 1 ? ms.toFixed(3) : ms.toFixed(ms < 100 ? 1 : 0);
}

/** A table with what has to be known to read it. */
export interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
  /** In place of lines: a table of other columns, its header first. */
  readonly table?: readonly (readonly string[])[];
  readonly notes?: readonly string[];
}
