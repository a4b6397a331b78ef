import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './programs.ts';
import {
  engineOf,
  freePort,
  installed,
  runProgram,
  startServer,
  type Engine,
  type SparqlServer,
  type SparqlServerOptions,
} from './sparql-server.ts';

const VERSION = '5.0.3';
const JETTY = '9.4.58.v20250814';
const REPOSITORY = '/repositories/ds';
/** Its own store on the disk, which syncs each change. */
const CONFIGURATION = `@prefix config: <tag:rdf4j.org,2023:config/> .
[] a config:Repository ;
  config:rep.id "ds" ;
  config:rep.impl [
    config:rep.type "openrdf:SailRepository" ;
    config:sail.impl [
      config:sail.type "openrdf:NativeStore" ;
      config:native.tripleIndexes "spoc,posc,cspo" ;
      config:native.forceSync true
    ]
  ] .`;

/** Eclipse RDF4J with its native store: the web application that Maven finds, in Jetty. */
export async function findRdf4jServer(): Promise<Engine> {
  if (findProgram('java') === null || findProgram('mvn') === null)
    return { missing: 'Java 17 and Maven, which bring Eclipse RDF4J (apt-get install openjdk-17-jre-headless maven)' };
  return engineOf(locate, start, (why) => `Eclipse RDF4J ${VERSION}, which Maven could not get: ${why}`);
}

/** The folder of the application and of what runs it. */
function locate(): Promise<string> {
  return installed(`rdf4j-${VERSION}`, async (fresh) => {
    for (const artifact of [
      `org.eclipse.rdf4j:rdf4j-http-server:${VERSION}:war`,
      `org.eclipse.jetty:jetty-runner:${JETTY}`,
    ])
      await runProgram(
        'mvn',
        '--quiet',
        '--batch-mode',
        'dependency:copy',
        `-Dartifact=${artifact}`,
        `-DoutputDirectory=${fresh}`,
      );
  });
}

async function start(found: string, { folder, port }: SparqlServerOptions = {}): Promise<SparqlServer> {
  const at = port ?? (await freePort());
  const kept = folder ?? (await mkdtemp(join(tmpdir(), 'hub-rdf4j-')));
  const server = await startServer(
    [
      'java',
      // An update is held whole, as a tree of its terms: 512 MB are too few for the vocabulary.
      '-Xmx1g',
      '-XX:TieredStopAtLevel=1',
      `-Dorg.eclipse.rdf4j.appdata.basedir=${kept}`,
      '-jar',
      join(found, `jetty-runner-${JETTY}.jar`),
      '--host',
      '127.0.0.1',
      '--port',
      String(at),
      join(found, `rdf4j-http-server-${VERSION}.war`),
    ],
    {
      port: at,
      query: REPOSITORY,
      update: `${REPOSITORY}/statements`,
      graphs: `${REPOSITORY}/rdf-graphs/service`,
      isReady: makeRepository,
    },
  );
  return server;
}

/** Whether the server answers; the repository is there then. */
async function makeRepository(url: string): Promise<boolean> {
  const isThere = await fetch(`${url}${REPOSITORY}/size`);
  await isThere.body?.cancel();
  if (isThere.ok) return true;
  const made = await fetch(`${url}${REPOSITORY}`, {
    method: 'PUT',
    headers: { 'content-type': 'text/turtle' },
    body: CONFIGURATION,
  });
  await made.body?.cancel();
  return made.ok;
}
