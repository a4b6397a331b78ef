import { startHub } from './hub-process.ts';
import { emptyLine, medianOf, type Line, type Section } from './measure.ts';
import { requestRate, type Sent } from './rate.ts';

const CONNECTIONS = 16;
const SECONDS = 2;
/** Before that a hub still does what it begins with, and its code is compiled. */
const WARM_UP_SECONDS = 15;
/** Of the processor time of a request. */
const MOST_ADDED = 0.03;
const DOCUMENTS = ['five keys', 'ten keys'] as const satisfies readonly Sent[];

/** What metrics add to the processor time of a request: two hubs, one with metrics and one without, take turns, and begin by turns. */
export async function measureMetrics(rounds: number): Promise<Section> {
  const plain = await startHub();
  const counting = await startHub(undefined, { HUB_METRICS_TOKEN: 'a-token-of-the-bench' });
  const loadOf = ({ port }: typeof plain, sent: Sent, seconds: number) =>
    ({ port, path: '/api/rdf', connections: CONNECTIONS, seconds, sent }) as const;
  for (const hub of [plain, counting])
    for (const sent of DOCUMENTS) await requestRate(loadOf(hub, sent, WARM_UP_SECONDS / DOCUMENTS.length));
  const lines: Line[] = [];
  for (const sent of DOCUMENTS) {
    const costs = new Map([plain, counting].map((hub) => [hub, [] as number[]]));
    for (let round = 0; round < rounds; round++)
      for (const hub of round % 2 === 0 ? [plain, counting] : [counting, plain]) {
        const before = hub.cpuMs();
        const { answered } = await requestRate(loadOf(hub, sent, SECONDS));
        costs.get(hub)!.push(((hub.cpuMs() - before) / answered) * 1000);
      }
    lines.push(lineOf(sent, costs.get(plain)!, costs.get(counting)!));
  }
  await Promise.all([plain.stop(), counting.stop()]);
  return {
    title: `Metrics: processor time of the hub for a request, ${CONNECTIONS} connections`,
    lines,
    notes: [
      'What is added is the median of what each round adds; half of the rounds are between the two figures behind it.',
    ],
  };
}

function lineOf(what: string, plain: readonly number[], counting: readonly number[]): Line {
  const added = plain.map((cost, round) => counting[round]! / cost - 1).toSorted((a, b) => a - b);
  const quartiles = [0.25, 0.75].map((part) => percent(added[Math.floor((added.length - 1) * part)]!));
  const figure = `${medianOf(plain).toFixed(1)} µs without, ${medianOf(counting).toFixed(1)} µs with metrics: ${percent(medianOf(added))} more (${quartiles.join(' to ')})`;
  return {
    ...emptyLine(what),
    figure,
    reach: `at most ${percent(MOST_ADDED)}`,
    isReached: medianOf(added) <= MOST_ADDED,
  };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
