import { Agent, request } from 'node:http';
import { documentOfFiveKeys, smallDocument } from './documents.ts';
import { startHub } from './hub-process.ts';
import { emptyLine, type Line, type Section } from './measure.ts';

const CONNECTIONS = 16;
const REQUESTS_OF_A_TURN = 50 * CONNECTIONS;
/** Before that a hub still does what it begins with, and its code is compiled. */
const WARM_UP_TURNS = 15;
const TURNS_OF_A_ROUND = 20;
/** Of the processor time of a request. */
const MOST_ADDED = 0.03;
const DOCUMENTS = { 'five keys': documentOfFiveKeys, 'ten keys': smallDocument };

/**
 * What metrics add to the processor time of a request, with the log as it is by default: two hubs, one with metrics and one without, take turns, and begin by turns. They
 * share a process, and so their compiled code: that of two processes differs by a tenth and more, whatever they do. Turns are short, for
 * the machine itself becomes faster and slower.
 */
export async function measureMetrics(rounds: number): Promise<Section> {
  const hubs = await startHub(new URL('metrics-hubs.mjs', import.meta.url), { HUB_LOG_LEVEL: 'info' });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  /** In nanoseconds of a request. */
  async function costOfTurn(port: number, body: Uint8Array | string): Promise<number> {
    const before = hubs.cpuNs();
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let i = 0; i < REQUESTS_OF_A_TURN / CONNECTIONS; i++) await convert(agent, port, body);
      }),
    );
    return (hubs.cpuNs() - before) / REQUESTS_OF_A_TURN;
  }
  const lines: Line[] = [];
  for (const [what, documentOf] of Object.entries(DOCUMENTS)) {
    const body = documentOf();
    const costs: (readonly [plain: number, counting: number])[] = [];
    for (let turn = 0; turn < WARM_UP_TURNS + rounds * TURNS_OF_A_ROUND; turn++) {
      const isPlainFirst = turn % 2 === 0;
      const first = await costOfTurn(hubs.port + (isPlainFirst ? 0 : 1), body);
      const second = await costOfTurn(hubs.port + (isPlainFirst ? 1 : 0), body);
      if (turn >= WARM_UP_TURNS) costs.push(isPlainFirst ? [first, second] : [second, first]);
    }
    lines.push(lineOf(what, costs));
  }
  agent.destroy();
  await hubs.stop();
  return {
    title: `Metrics: processor time of the hub for a request, ${CONNECTIONS} connections`,
    lines,
    notes: [
      `Means of ${rounds * TURNS_OF_A_ROUND} turns of ${REQUESTS_OF_A_TURN} requests; ± is the standard error of what is added.`,
    ],
  };
}

function convert(agent: Agent, port: number, body: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request({ agent, port, path: '/api/rdf', method: 'POST', headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a request was answered ${answer.statusCode}`));
      answer.resume().on('end', resolve);
    });
    sent.on('error', reject).end(body);
  });
}

function lineOf(what: string, costs: readonly (readonly [plain: number, counting: number])[]): Line {
  const plain = meanOf(costs.map(([each]) => each));
  const differences = costs.map(([without, counting]) => counting - without);
  const added = meanOf(differences);
  const variance = differences.reduce((sum, each) => sum + (each - added) ** 2, 0) / (differences.length - 1);
  const error = Math.sqrt(variance / differences.length);
  return {
    ...emptyLine(what),
    figure: `${micros(plain)} µs without metrics, which add ${micros(added)} µs ± ${micros(error)}: ${percent(added / plain)} ± ${percent(error / plain)}`,
    reach: `at most ${percent(MOST_ADDED)}`,
    isReached: added / plain <= MOST_ADDED,
  };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const micros = (ns: number): string => (ns / 1000).toFixed(1);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
