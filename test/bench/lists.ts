import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { accountRecords } from '../../src/accounts/account-records.ts';
import { AccountsGraph } from '../../src/accounts/accounts-graph.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { RemoteStore } from '../../src/store/remote.ts';
import type { Store } from '../../src/store/store.ts';
import { countSuggestions } from '../../src/suggestions/count-suggestions.ts';
import { eraseOldContacts } from '../../src/suggestions/erase-contacts.ts';
import { findByIds, findByReceipts, listPages } from '../../src/suggestions/find-suggestions.ts';
import { SavingSuggestions } from '../../src/suggestions/save-suggestion.ts';
import { partsOfIds, suggestionRecords } from '../../src/suggestions/suggestion-records.ts';
import { reviewedPattern, reviewQuads } from '../../src/suggestions/suggestions.changes.ts';
import type { SuggestionState } from '../../src/suggestions/suggestion.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { CLOSED_AT, fillAccounts, fillSuggestions, type FilledSuggestion } from './fill-lists.ts';
import { cpuMs, measureInto, type Costs, type Measure } from './list-costs.ts';
import type { Section } from './measure.ts';
import { measureVersions } from './version-lists.ts';

const HUB = hubNamespaces('https://hub.example');
const SHORT = 100;
const LONG = Number(process.env['BENCH_LISTS'] ?? 100_000);
/** What a long list may cost, as a multiple of a short one. */
const MOST = 1.5;
const REPEATS = 40;
/** Of one that takes seconds in a long list. */
const FEW = 3;
const PAGE = 50;

/** What lists of 100,000 suggestions, 100,000 accounts and 10,000 versions cost in a store of the hub's own, compared with those of a hundred. */
export async function measureLists(rounds: number): Promise<Section> {
  const rows = [
    ...compared(await measureOwn(SHORT, rounds), await measureOwn(LONG, rounds)),
    ...compared(await measureVersions(SHORT, rounds), await measureVersions(LONG / 10, rounds)),
  ];
  return section(`Lists in a store of the hub's own, of ${LONG / 10} versions`, rows);
}

/** The same of suggestions and accounts in an Oxigraph server. @throws Error when there is none */
export async function measureListsOnServer(rounds: number): Promise<Section> {
  const oxigraph = await findOxigraphServer();
  if (oxigraph.missing !== null) throw new Error(oxigraph.missing);
  const rows = compared(await measureServer(oxigraph, SHORT, rounds), await measureServer(oxigraph, LONG, rounds));
  return section('Lists on an Oxigraph server', rows);
}

function section(title: string, rows: readonly (readonly string[])[]): Section {
  return {
    title: `${title}, of ${LONG} suggestions and ${LONG} accounts: CPU ms`,
    lines: [],
    table: [['', 'reached', String(SHORT), 'long', 'ratio'], ...rows],
    notes: [
      `Asked for is a ratio of at most ${MOST}. Times are CPU time of this process with all its threads, and of the server where there is one; the least of all rounds. BENCH_LISTS is another number of suggestions and accounts.`,
    ],
  };
}

function compared(short: Costs, long: Costs): string[][] {
  return Array.from(short, ([what, least]) => {
    const ratio = long.get(what)! / least;
    const cells = [least, long.get(what)!].map((ms) => ms.toFixed(ms < 10 ? 2 : 0));
    return [what, ratio <= MOST ? 'yes' : 'no', ...cells, ratio.toFixed(2)];
  });
}

async function measureOwn(count: number, rounds: number): Promise<Costs> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-lists-'));
  const open = { folder: join(folder, 'store'), baseUrl: HUB.baseUrl };
  const recordGraphs = [...suggestionRecords(HUB), accountRecords(HUB)];
  const costs: Costs = new Map();
  const measure = measureInto(costs, cpuMs);
  try {
    const filling = new EmbeddedStore({ ...open, recordGraphs });
    await filling.open();
    const filled = await fill(filling, count);
    await filling.close();
    for (let round = 0; round < rounds; round += 1) {
      const store = new EmbeddedStore({ ...open, recordGraphs });
      await measure('start', 1, () => store.open());
      await measureUse(store, filled, measure);
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return costs;
}

async function measureServer(
  engine: Extract<Awaited<ReturnType<typeof findOxigraphServer>>, { missing: null }>,
  count: number,
  rounds: number,
): Promise<Costs> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-lists-'));
  const server = await engine.start({ folder });
  const costs: Costs = new Map();
  const store = new RemoteStore({
    ...server,
    authorization: undefined,
    changesGraph: HUB.changesGraph,
    timing: { ...DEFAULT_TIMING, storeMs: 60_000 },
  });
  try {
    const filled = await fill(store, count);
    const measure = measureInto(costs, () => cpuMs() + cpuMsOf(server.pid));
    for (let round = 0; round < rounds; round += 1) await measureUse(store, filled, measure);
  } finally {
    await store.close();
    await server.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
  return costs;
}

interface Filled {
  /** In the order of the list. */
  readonly suggestions: readonly FilledSuggestion[];
  readonly emails: readonly string[];
}

async function fill(store: Store, count: number): Promise<Filled> {
  return { suggestions: await fillSuggestions(store, HUB, count), emails: await fillAccounts(store, HUB, count) };
}

/** What a hub asks of its store. */
async function measureUse(store: Store, { suggestions, emails }: Filled, measure: Measure): Promise<void> {
  const accounts = new AccountsGraph(store, HUB);
  const count = suggestions.length;
  const page = async (after: FilledSuggestion | null, state: SuggestionState | null, first: number): Promise<void> => {
    const [listed] = await listPages(store, HUB, 'term', [{ state, first, after }]);
    if (listed!.ids.length !== first) throw new Error(`A page of ${first} has ${listed!.ids.length}`);
    await findByIds(store, HUB, 'term', listed!.ids);
  };
  const some = (at: number): number => (at * 7_919) % count;
  const middle = (count - PAGE) >> 1;
  await measure('suggestions, first page', REPEATS, () => page(null, null, PAGE));
  await measure('suggestions, page in the middle', REPEATS, () => page(suggestions[middle]!, null, PAGE));
  await measure('suggestions, last page', REPEATS, () => page(suggestions[count - PAGE - 1]!, null, PAGE));
  await measure('suggestions that wait, first five', REPEATS, () => page(null, 'pending', 5));
  await measure('how many suggestions', REPEATS, () => countSuggestions(store, HUB, 'term', ['pending', null]));
  await measure('a suggestion by its receipt', REPEATS, (at) =>
    findByReceipts(store, HUB, 'term', [suggestions[some(at)]!.receipt]),
  );
  await measure('a suggestion by its id', REPEATS, (at) => findByIds(store, HUB, 'term', [suggestions[some(at)]!.id]));
  const made: string[] = [];
  const saving = new SavingSuggestions({ store, hub: HUB, timing: DEFAULT_TIMING, kind: 'term', maxWaiting: Infinity });
  await measure('a new suggestion', REPEATS, async () => void made.push(await suggest(saving)));
  await measure('a rejection', REPEATS, () => reject(store, made.pop()!));
  await measure('e-mails that are not due yet', FEW, () => eraseOldContacts(store, HUB, CLOSED_AT));
  await measure('accounts, first page', REPEATS, () => accounts.listPages([{ first: PAGE, after: null }]));
  await measure('accounts, page in the middle', REPEATS, () =>
    accounts.listPages([{ first: PAGE, after: emails[middle]! }]),
  );
  await measure('how many accounts', REPEATS, () => accounts.count());
  await measure('an account by its address, for a sign-in', REPEATS, (at) => accounts.findByEmail(emails[some(at)]!));
  const { id } = (await accounts.findByEmail(emails[0]!))!;
  await measure('an account by its id, for a token', REPEATS, () => accounts.find(id));
  await measure('a new account', REPEATS, async () => {
    const account = (await accounts.find(id))!;
    await accounts.add({ ...account, id: randomUUID(), email: `${randomUUID()}@example.org` });
  });
  await measure('a change of an account', REPEATS, () =>
    accounts.update(id, (account) => ({ ...account, generation: account.generation + 1 })),
  );
  await measure('registrations that were forgotten', FEW, () => accounts.listUnvalidated(CLOSED_AT));
}

async function suggest(saving: SavingSuggestions): Promise<string> {
  const refused = (): never => {
    throw new Error('A suggestion of the bench was refused');
  };
  const { id } = await saving.save({
    name: `benched_${randomUUID()}`,
    email: 'proposer@example.org',
    createdAt: new Date(),
    said: [],
    taken: { iri: `${HUB.vocabulary}benched`, classIri: `${HUB.ontology}Term` },
    exists: refused,
    waits: refused,
  });
  return id;
}

async function reject(store: Store, id: string): Promise<void> {
  const review = { state: 'rejected', reason: 'It is there.', reviewer: 'ada', reviewedAt: new Date() } as const;
  const quads = reviewQuads('term', id, { ...review, resultIri: null }, HUB);
  const isMade = await store.change({ unless: reviewedPattern(id, HUB), about: partsOfIds([id], HUB), ...quads });
  if (!isMade) throw new Error('A rejection of the bench was refused');
}

/** CPU time of a process, in steps of 10 ms. */
function cpuMsOf(pid: number): number {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields!.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}
