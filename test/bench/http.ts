import { type ServerProcess, startHub, startServer } from './hub-process.ts';
import { emptyLine, medianOf, type Line, type Section } from './measure.ts';
import { requestRate, type Load } from './rate.ts';

const CONNECTIONS = 16;
const SECONDS = 2;
/** Of the rate of Koa under the same headers, of that without `Accept-Encoding`, and of REST's. */
const LEAST_OF_KOA = 0.6;
const LEAST_OF_PLAIN = 0.9;
const LEAST_OF_REST = 0.5;

/** What Python's, Java's and Go's clients send, and what browsers and Node's `fetch` send. */
const PROGRAM = { Accept: '*/*', 'Accept-Encoding': 'gzip, deflate', 'User-Agent': 'program/1.0' };
const BROWSER = { ...PROGRAM, 'Accept-Encoding': 'gzip, deflate, br, zstd', Origin: 'https://page.example' };
const HEADERS = {
  'no `Accept-Encoding`': {},
  '`gzip, deflate`': PROGRAM,
  '`gzip, deflate, br, zstd`': BROWSER,
} as const;
const DOCUMENTS = ['five keys', 'ten keys'] as const;

/** What a server did with a load. */
interface Rate {
  readonly perSecond: number;
  /** Of the server's process. */
  readonly cpuMicroseconds: number;
}

/** A load, and what became of it in each round. */
interface Row {
  readonly what: string;
  readonly load: Pick<Load, 'sent'> & Partial<Load>;
  readonly isOfKoa: boolean;
  readonly hub: Rate[];
  readonly koa: Rate[];
}

/** Requests per second with small documents, keep-alive: bare Koa and the hub in turn, REST and GraphQL in turn. */
export async function measureHttp(rounds: number): Promise<Section> {
  const hub = await startHub();
  const koa = await startServer(new URL('koa-constant.ts', import.meta.url));
  const rows = DOCUMENTS.flatMap((sent) =>
    Object.entries(HEADERS).map(([name, headers]) => rowOf(`${sent}, ${name}`, { sent, headers })),
  );
  const graphql = rowOf(
    'ten keys, GraphQL `convertDocument`',
    { sent: 'ten keys in a query', path: '/graphql' },
    false,
  );
  const loads = [...rows, graphql];
  for (let round = 0; round < rounds; round++)
    for (const row of loads) {
      if (row.isOfKoa) row.koa.push(await rateOf(koa, row.load));
      row.hub.push(await rateOf(hub, row.load));
    }
  await Promise.all([hub.stop(), koa.stop()]);

  const [five, ten] = DOCUMENTS.map((sent) => rows.find(({ load }) => load.sent === sent)!);
  const lines = rows.flatMap((row) => {
    const first = shareLine(row.what, row.hub, 'Koa under the same headers', row.koa, LEAST_OF_KOA);
    const plain = row.load.sent === five!.load.sent ? five! : ten!;
    if (row === plain) return [first];
    return [first, shareLine('', row.hub, 'the hub without them', plain.hub, LEAST_OF_PLAIN)];
  });
  return {
    title: `Small documents over HTTP, keep-alive, ${CONNECTIONS} connections`,
    lines: [...lines, shareLine(graphql.what, graphql.hub, 'REST', ten!.hub, LEAST_OF_REST)],
    notes: [
      'Koa parses the document and answers a constant. The load generator runs on the same cores, in a process of its own. The hub logs warnings only, Koa nothing. Rates and CPU times of the server are medians; shares are medians of the shares in each round. Where others use the machine, the share by CPU time says more: without them, a server has a core for itself, and both are the same.',
    ],
  };
}

function rowOf(what: string, load: Row['load'], isOfKoa = true): Row {
  return { what, load, isOfKoa, hub: [], koa: [] };
}

async function rateOf(server: ServerProcess, load: Row['load']): Promise<Rate> {
  const { port } = server;
  const cpuBefore = server.cpuMs();
  const { perSecond, answered } = await requestRate({
    port,
    path: '/api/rdf',
    connections: CONNECTIONS,
    seconds: SECONDS,
    ...load,
  });
  return { perSecond, cpuMicroseconds: ((server.cpuMs() - cpuBefore) / answered) * 1000 };
}

function shareLine(what: string, rates: readonly Rate[], of: string, others: readonly Rate[], least: number): Line {
  const share = medianOf(rates.map(({ perSecond }, round) => perSecond / others[round]!.perSecond));
  const shareOfCpu = medianOf(rates.map(({ cpuMicroseconds }, i) => others[i]!.cpuMicroseconds / cpuMicroseconds));
  const rate = medianOf(rates.map(({ perSecond }) => perSecond));
  const cpu = medianOf(rates.map(({ cpuMicroseconds }) => cpuMicroseconds));
  return {
    ...emptyLine(what),
    figure: `${rate.toFixed(0)} requests/s, ${percent(share)} of ${of}; ${cpu.toFixed(0)} µs of CPU time, ${percent(shareOfCpu)}`,
    reach: `at least ${percent(least)}`,
    isReached: share >= least,
  };
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
