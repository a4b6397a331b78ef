import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// What each room of src/ may import. A room is a folder, or a file beside the rooms; a row counts for its own folder alone.
// `name/*` stands for a room and all rooms in it. The linter refuses an import that is not listed, a room without a row, and a table
// that has a circle: so no two rooms can ever import each other, directly or by way of others.

const MAPPING = 'mapping mapping/lexicon mapping/units mapping/records mapping/semantic rdf/write';
const VOCABULARY = 'vocabulary vocabulary/describe vocabulary/search vocabulary/versions vocabulary/event-stream';
const HTTP = 'problem.ts http http/headers http/limits';

/** @type {Readonly<Record<string, string>>} */
const TABLE = {
  'build.mjs': '',
  'bundle.mjs': 'licences.mjs',
  'licences.mjs': '',
  'main.ts': 'app.ts config.ts log-output.ts queries rdf traces vocabulary/registry web/pages',
  'app.ts':
    'services.ts apis.ts lifecycle.ts memory-at-rest.ts prepare-reads.ts config.ts http/listening vocabulary vocabulary/versions',
  'apis.ts': `services.ts lifecycle.ts serve-metrics.ts own-queries.ts config.ts rest graphql sparql mcp web web/pages http http/listening
    dumps package-folder.ts streaming`,
  'services.ts': `lifecycle.ts core-services.ts version-services.ts query-services.ts join-peers.ts readiness.ts serve-metrics.ts config.ts graphql http/limits documents impact queries suggestions
    accounts operations metrics traces package-folder.ts streaming webhooks workers vocabulary/*`,
  'version-services.ts': 'config.ts vocabulary/* rdf log.ts',
  'query-services.ts': 'config.ts queries streaming vocabulary vocabulary/versions rdf',
  'lifecycle.ts': '',
  'memory-at-rest.ts': 'workers',
  'prepare-reads.ts': 'rest vocabulary vocabulary/describe vocabulary/search',
  'serve-metrics.ts': 'config.ts metrics rest http http/listening',
  'join-peers.ts': 'config.ts http/limits peers',
  'own-queries.ts': 'cli/vocabulary web/browser/admin',
  'readiness.ts': 'lifecycle.ts rest peers vocabulary/registry vocabulary/versions workers',
  'platform.ts': 'core-services.ts config.ts rest web web/pages http/* operations package-folder.ts',
  'core-services.ts': 'config.ts accounts suggestions operations webhooks vocabulary/* store rdf',
  'config.ts': 'settings.ts timing.ts',
  'settings.ts': 'rdf end-slashes.ts find-url.ts',
  'timing.ts': '',
  'problem.ts': 'errors.ts',
  'errors.ts': '',
  'package-folder.ts': '',
  'end-slashes.ts': '',
  'find-url.ts': '',
  'http-date.ts': '',
  'retry-after.ts': 'http-date.ts',
  'group-by.ts': 'append.ts',
  'join-bytes.ts': '',
  'log-output.ts': '',
  'append.ts': '',
  'not-text.ts': '',
  'is-late.ts': '',
  'log.ts': '',
  'turns.ts': '',
  'window-counter.ts': '',

  cli: 'cli/documents cli/stream cli/operate cli/session cli/vocabulary cli/mcp cli/shared package-folder.ts problem.ts errors.ts',
  'cli/documents': `check restore package-folder.ts cli/vocabulary cli/shared workers sources csv mapping/copies mapping/sources ${MAPPING} mapping/json rdf errors.ts join-bytes.ts`,
  'cli/stream':
    'cli/stream/transports cli/documents cli/shared cli/vocabulary metrics mapping/lexicon mapping/json rdf/write errors.ts find-url.ts join-bytes.ts',
  'cli/stream/transports': 'cli/documents cli/shared join-bytes.ts',
  'cli/operate':
    'cli/vocabulary cli/shared traces platform.ts core-services.ts config.ts operations store/contract store rdf',
  'cli/mcp':
    'cli/shared cli/vocabulary config.ts mcp mcp/tools documents queries streaming workers vocabulary rdf package-folder.ts',
  'cli/session': 'cli/shared client',
  'cli/vocabulary':
    'cli/shared artefacts documents impact import rdf/write rdf vocabulary vocabulary/seeds vocabulary/registry vocabulary/search vocabulary/describe vocabulary/versions mapping/lexicon package-folder.ts errors.ts end-slashes.ts find-url.ts group-by.ts retry-after.ts',
  'cli/shared': 'rdf join-bytes.ts',
  client: '',
  csv: 'join-bytes.ts',

  openapi:
    'check mapping/records impact restore artefacts rest sparql suggestions http mapping/json problem.ts errors.ts',
  rest: `check impact ${HTTP} http/listening restore artefacts dumps documents suggestions accounts sources ${VOCABULARY} vocabulary/registry ${MAPPING} mapping/json rdf package-folder.ts errors.ts`,
  sparql: `${HTTP} queries rdf/write rdf errors.ts`,
  mcp: `mcp/tools accounts artefacts vocabulary vocabulary/describe ${HTTP} mapping/json errors.ts`,
  'mcp/tools': `check documents accounts queries suggestions sources streaming ${VOCABULARY} mapping/json rdf errors.ts`,
  web: `licences.mjs check suggestions sources streaming mapping/lexicon mapping/records web/pages web/parts web/reference ${HTTP} accounts ${VOCABULARY} rdf package-folder.ts errors.ts`,
  'web/pages': `check mapping/records artefacts suggestions web/playground web/parts web/picture web/reference sources mapping mapping/lexicon mapping/units problem.ts ${VOCABULARY} rdf/write rdf append.ts group-by.ts errors.ts`,
  'web/browser':
    'suggestions/term-name.ts web/browser/page web/browser/picture web/browser/reference web/browser/sparql web/browser/graphiql web/browser/playground web/browser/admin web/parts web/picture web/playground',
  'web/browser/page': '',
  'web/browser/graphiql': 'web/browser/page web/parts',
  'web/browser/picture': 'web/picture',
  'web/browser/sparql': 'web/browser/page web/browser/editor web/browser/picture web/parts web/picture rdf/write rdf',
  'web/browser/editor': '',
  'web/browser/playground':
    'artefacts web/browser/page web/browser/editor web/browser/picture web/parts web/playground web/picture rdf/write',
  'web/browser/reference': 'web/browser/page web/parts',
  'web/browser/admin': 'web/browser/page web/parts web/picture suggestions/expand-name.ts rdf',
  'web/reference': 'web/parts',
  'web/playground': `artefacts check web/picture mapping/sources ${MAPPING} mapping/json vocabulary vocabulary/search csv rdf errors.ts join-bytes.ts group-by.ts not-text.ts`,
  'web/parts': '',
  'web/picture': 'rdf',
  graphql: `impact mapping/json graphql/federation graphql/accounts graphql/documents graphql/suggestions graphql/terms graphql/versions graphql/webhooks graphql/request
    ${HTTP} http/listening accounts documents suggestions webhooks ${VOCABULARY} store errors.ts`,
  'graphql/federation': 'graphql/request graphql/terms vocabulary/describe errors.ts',
  'graphql/accounts': 'graphql/request graphql/shared accounts errors.ts',
  'graphql/documents': `mapping/json check package-folder.ts restore graphql/request graphql/shared artefacts documents vocabulary vocabulary/describe sources ${MAPPING} rdf errors.ts`,
  'graphql/suggestions': `impact graphql/terms graphql/documents graphql/accounts graphql/request graphql/shared sources suggestions accounts ${VOCABULARY} rdf/write rdf errors.ts`,
  'graphql/terms': `graphql/request graphql/shared ${VOCABULARY} vocabulary/registry mapping/units errors.ts`,
  'graphql/versions': `graphql/request graphql/shared ${VOCABULARY} errors.ts`,
  'graphql/webhooks': 'graphql/request graphql/shared webhooks errors.ts',
  'graphql/request': `impact ${HTTP} mapping/json accounts documents suggestions webhooks ${VOCABULARY} store errors.ts`,
  'graphql/shared': `${VOCABULARY} errors.ts`,
  'http/listening': `${HTTP} traces errors.ts`,
  http: 'http/headers http/limits traces problem.ts errors.ts end-slashes.ts http-date.ts',
  'http/limits': 'http/headers window-counter.ts errors.ts',
  'http/headers': 'errors.ts',

  operations: 'accounts vocabulary/* workers store rdf log.ts errors.ts group-by.ts',
  restore: `${MAPPING} mapping/walk mapping/rows mapping/templates mapping/json mapping/bytes rdf append.ts errors.ts join-bytes.ts is-late.ts`,
  sources: 'mapping/sources mapping/lexicon mapping/json vocabulary/seeds package-folder.ts errors.ts',
  documents: `check csv mapping/sources ${VOCABULARY} restore sources workers streaming ${MAPPING} mapping/json mapping/units errors.ts`,
  check: `artefacts restore mapping/sources mapping/templates mapping/walk mapping/nodes mapping/rdf-terms ${MAPPING} mapping/json rdf problem.ts errors.ts join-bytes.ts`,
  artefacts: 'mapping mapping/units mapping/templates mapping/lexicon mapping/json rdf group-by.ts errors.ts',
  suggestions: `${VOCABULARY} sources vocabulary/seeds mapping/json mapping/lexicon vocabulary/registry vocabulary/shapes store rdf window-counter.ts turns.ts is-late.ts log.ts errors.ts`,
  accounts: 'store rdf window-counter.ts log.ts errors.ts',
  webhooks: 'vocabulary vocabulary/versions store rdf log.ts errors.ts retry-after.ts find-url.ts',
  queries: `${VOCABULARY} vocabulary/registry workers streaming rdf/write rdf errors.ts find-url.ts`,
  dumps: 'vocabulary vocabulary/versions workers streaming store rdf/write rdf package-folder.ts log.ts errors.ts',
  peers: 'log.ts errors.ts',
  traces: '',
  metrics: 'http documents store webhooks errors.ts',

  'vocabulary/registry': `vocabulary/seeds vocabulary/shapes vocabulary/versions vocabulary/describe vocabulary/search vocabulary workers store
    mapping/lexicon rdf/write rdf package-folder.ts append.ts group-by.ts log.ts errors.ts`,
  'vocabulary/search': 'vocabulary/describe vocabulary append.ts turns.ts',
  'vocabulary/describe': `vocabulary/versions vocabulary ${MAPPING} rdf end-slashes.ts append.ts errors.ts join-bytes.ts`,
  'vocabulary/shapes':
    'vocabulary vocabulary/seeds workers store rdf/write rdf package-folder.ts append.ts group-by.ts errors.ts',
  'vocabulary/versions':
    'vocabulary workers streaming store rdf/write rdf append.ts join-bytes.ts turns.ts is-late.ts log.ts errors.ts',
  'vocabulary/event-stream': 'vocabulary vocabulary/versions workers store rdf turns.ts log.ts errors.ts',
  'vocabulary/seeds': 'csv rdf package-folder.ts',
  vocabulary: 'vocabulary/seeds store mapping/lexicon rdf package-folder.ts group-by.ts errors.ts',

  import:
    'restore csv suggestions vocabulary/registry vocabulary/shapes vocabulary/text-bounds.ts mapping/json rdf package-folder.ts errors.ts append.ts group-by.ts not-text.ts',
  impact:
    'artefacts streaming workers vocabulary/registry mapping mapping/templates mapping/lexicon mapping/records mapping/json rdf group-by.ts package-folder.ts errors.ts',

  workers: `check restore sources streaming mapping/sources mapping/bytes mapping/json ${MAPPING} rdf package-folder.ts errors.ts join-bytes.ts`,
  streaming: 'errors.ts join-bytes.ts',
  'store/contract': 'store rdf',
  store: 'rdf group-by.ts turns.ts errors.ts',

  mapping: `mapping/walk mapping/nodes mapping/lexicon mapping/units mapping/records mapping/semantic rdf/write mapping/json mapping/bytes
    rdf errors.ts join-bytes.ts`,
  'mapping/sources':
    'mapping mapping/units mapping/records mapping/semantic mapping/lexicon mapping/json rdf errors.ts join-bytes.ts',
  'mapping/copies': `mapping mapping/walk mapping/rows mapping/nodes rdf/write mapping/lexicon mapping/records mapping/semantic
    mapping/rdf-terms mapping/json mapping/bytes join-bytes.ts errors.ts`,
  'mapping/walk': `mapping/rows rdf/write mapping/nodes mapping/records mapping/semantic mapping/rdf-terms
    mapping/json mapping/bytes rdf errors.ts`,
  'mapping/rows': `rdf/write mapping/nodes mapping/records mapping/semantic mapping/rdf-terms mapping/json
    mapping/bytes rdf`,
  'mapping/nodes': 'mapping/records mapping/semantic mapping/rdf-terms mapping/json mapping/bytes rdf',
  'mapping/records': 'mapping/semantic mapping/rdf-terms mapping/json mapping/bytes rdf',
  'mapping/templates': 'mapping/semantic mapping/lexicon mapping/json rdf errors.ts',
  'mapping/semantic': 'mapping/lexicon mapping/rdf-terms mapping/json rdf errors.ts',
  'mapping/units':
    'mapping/records mapping/semantic mapping/rdf-terms mapping/lexicon mapping/json rdf append.ts errors.ts',
  'mapping/lexicon': 'rdf errors.ts end-slashes.ts',
  'mapping/rdf-terms': 'mapping/json mapping/bytes rdf',
  'mapping/json': 'mapping/bytes rdf errors.ts',
  'mapping/bytes': '',
  'rdf/write': 'rdf join-bytes.ts errors.ts',
  rdf: 'errors.ts end-slashes.ts find-url.ts',
};

/** @type {Readonly<Record<string, readonly string[]>>} */
const ROOMS = Object.fromEntries(Object.entries(TABLE).map(([room, row]) => [room, row.split(/\s+/)]));

/** Packages that only some rooms or files may import: what is private to one room can be replaced there. */
const PACKAGES = [
  {
    package: /^oxigraph(?:\/|$)/,
    only: [
      'store/embedded-engine.ts',
      'queries/engine.ts',
      'impact/prove-migration.ts',
      'web/playground/ask-worker.ts',
    ],
  },
  { package: /^(?:mqtt|kafkajs)(?:\/|$)/, only: ['cli/stream/transports'] },
  { package: /^sparql-http-client/, only: ['store/remote.ts'] },
  { package: /^@modelcontextprotocol\//, only: ['mcp'] },
  { package: /^prom-client$/, only: ['metrics'] },
  { package: /^@opentelemetry\//, only: ['traces'] },
  { package: /^(?:dataloader|type-graphql|@apollo\/.*)$/, only: ['graphql/*', 'main.ts'] },
  { package: /^graphql$/, only: ['graphql/*', 'main.ts', 'web/browser/graphiql'] },
  {
    package: /^(?:koa|@koa\/.*|node:http)$/,
    only: [
      'http/*',
      'rest',
      'graphql/*',
      'sparql',
      'mcp',
      'web',
      'traces',
      'app.ts',
      'apis.ts',
      'platform.ts',
      'webhooks/send-message.ts',
      'cli/stream/serve-metrics.ts',
      'operations/control-socket.ts',
      'operations/call-hub.ts',
      'memory-at-rest.ts',
    ],
  },
];

/** Rooms that run in browsers: without Node's modules, but for these files. */
const WITHOUT_NODE = {
  rooms: [
    'mapping/*',
    'check',
    'rdf',
    'client',
    'web/parts',
    'web/picture',
    'web/reference',
    'web/playground',
    'web/browser/*',
  ],
  but: ['client/node.ts', 'client/owner-only-file.ts'],
};

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

/** @type {(file: string) => string} the room of a file of src/ */
const roomOf = (file) => (dirname(file) === '.' ? file : dirname(file));

/** @type {(list: readonly string[], file: string) => boolean} */
const lists = (list, file) =>
  list.some((entry) =>
    entry.endsWith('/*')
      ? roomOf(file) === entry.slice(0, -2) || file.startsWith(entry.slice(0, -1))
      : entry === file || entry === roomOf(file),
  );

/** @throws Error that names the rooms when some import each other by way of this table */
function checkTable() {
  /** @type {Map<string, 'open' | 'done'>} */
  const seen = new Map();
  const visit = (room, path) => {
    if (seen.get(room) === 'done') return;
    if (seen.get(room) === 'open') throw new Error(`.oxlint/rooms.js has a circle: ${[...path, room].join(' -> ')}`);
    seen.set(room, 'open');
    for (const other of Object.keys(ROOMS)) {
      if (other !== room && lists(ROOMS[room], other.endsWith('.ts') ? other : `${other}/any.ts`))
        visit(other, [...path, room]);
    }
    seen.set(room, 'done');
  };
  for (const room of Object.keys(ROOMS)) visit(room, []);
}
checkTable();

/** Says what is wrong with an import, or null. */
function faultOf(file, specifier) {
  const room = roomOf(file);
  const allowed = ROOMS[room];
  if (allowed === undefined) return `src/${room} has no row in .oxlint/rooms.js.`;
  if (specifier.startsWith('.')) {
    const target = relative(SOURCE, resolve(SOURCE, dirname(file), specifier));
    if (roomOf(target) === room || lists(allowed, target)) return null;
    return `src/${room} may not import src/${target} (.oxlint/rooms.js).`;
  }
  if (specifier.startsWith('node:') && lists(WITHOUT_NODE.rooms, file) && !lists(WITHOUT_NODE.but, file))
    return `src/${room} runs in browsers, too, and may not import ${specifier} (.oxlint/rooms.js).`;
  const bound = PACKAGES.find((row) => row.package.test(specifier));
  if (bound !== undefined && !lists(bound.only, file))
    return `Only ${bound.only.map((entry) => `src/${entry}`).join(', ')} may import ${specifier} (.oxlint/rooms.js).`;
  return null;
}

const imports = {
  create(context) {
    const file = relative(SOURCE, context.filename).replaceAll('\\', '/');
    if (file.startsWith('..')) return {};
    const check = (node) => {
      if (typeof node.source?.value !== 'string') return;
      const message = faultOf(file, node.source.value);
      if (message !== null) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default { meta: { name: 'rooms' }, rules: { imports } };
