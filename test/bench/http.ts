import { startHub, startServer } from './hub-process.ts';
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

interface Row {
  readonly koa: number[];
  readonly hub: number[];
}

/** Requests per second with small documents, keep-alive: bare Koa and the hub in turn, REST and GraphQL in turn. */
export async function measureHttp(rounds: number): Promise<Section> {
  const hub = await startHub();
  const koa = await startServer(new URL('koa-constant.ts', import.meta.url));
  const names = Object.keys(HEADERS) as (keyof typeof HEADERS)[];
  const rows = DOCUMENTS.flatMap((sent) =>
    names.map((name) => ({ sent, name, headers: HEADERS[name], koa: [] as number[], hub: [] as number[] })),
  );
  const graphql: number[] = [];
  const ask = (port: number, over: Pick<Load, 'sent'> & Partial<Load>): Promise<number> =>
    requestRate({ port, path: '/api/rdf', connections: CONNECTIONS, seconds: SECONDS, ...over });
  for (let round = 0; round < rounds; round++) {
    for (const { sent, headers, ...rates } of rows) {
      rates.koa.push(await ask(koa.port, { sent, headers }));
      rates.hub.push(await ask(hub.port, { sent, headers }));
    }
    graphql.push(await ask(hub.port, { sent: 'ten keys in a query', path: '/graphql' }));
  }
  await Promise.all([hub.stop(), koa.stop()]);

  const lines = rows.flatMap(({ sent, name, ...row }) => {
    const plain = rows.find((other) => other.sent === sent)!;
    return linesOf(`${sent}, ${name}`, row, plain.hub === row.hub ? null : plain.hub);
  });
  const rest = rows.find(({ sent }) => sent === 'ten keys')!.hub;
  return {
    title: `Small documents over HTTP, keep-alive, ${CONNECTIONS} connections`,
    lines: [...lines, shareLine('ten keys, GraphQL `convertDocument`', graphql, "REST's rate", rest, LEAST_OF_REST)],
    notes: [
      'Koa parses the document and answers a constant. The load generator runs on the same cores, in a process of its own. The hub logs warnings only, Koa nothing.',
    ],
  };
}

function linesOf(what: string, { koa, hub }: Row, plain: readonly number[] | null): Line[] {
  const first = shareLine(what, hub, "Koa's rate under the same headers", koa, LEAST_OF_KOA);
  return plain === null ? [first] : [first, shareLine('', hub, 'the rate without them', plain, LEAST_OF_PLAIN)];
}

function shareLine(what: string, rates: readonly number[], of: string, others: readonly number[], least: number): Line {
  const share = medianOf(rates) / medianOf(others);
  return {
    ...emptyLine(what),
    figure: `${medianOf(rates).toFixed(0)} requests/s, ${(share * 100).toFixed(0)} % of ${of}`,
    reach: `at least ${least * 100} %`,
    isReached: share >= least,
  };
}
