import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

const VERSION = '5.6.0';

/** Apache Jena Fuseki with TDB2, of the jar that Maven finds. */
export async function findFusekiServer(): Promise<Engine> {
  if (findProgram('java') === null || findProgram('mvn') === null)
    return {
      missing: 'Java 17 and Maven, which bring Apache Jena Fuseki (apt-get install openjdk-17-jre-headless maven)',
    };
  return engineOf(locate, start, (why) => `Apache Jena Fuseki ${VERSION}, which Maven could not get: ${why}`);
}

/** The path of its jar. */
async function locate(): Promise<string> {
  const folder = await installed(`fuseki-${VERSION}`, (fresh) => {
    const artifact = `-Dartifact=org.apache.jena:jena-fuseki-server:${VERSION}`;
    return runProgram('mvn', '--quiet', '--batch-mode', 'dependency:copy', artifact, `-DoutputDirectory=${fresh}`);
  });
  return join(folder, `jena-fuseki-server-${VERSION}.jar`);
}

async function start(jar: string, { folder, port }: SparqlServerOptions = {}): Promise<SparqlServer> {
  const at = port ?? (await freePort());
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const kept = folder === undefined ? ['--mem'] : ['--tdb2', `--loc=${folder}`];
  return startServer(
    [
      // Its settings and logs would else be in a folder of the project.
      'env',
      `FUSEKI_BASE=${join(dirname(jar), 'run')}`,
      'java',
      '-Xmx512m',
      '-XX:TieredStopAtLevel=1',
      '-jar',
      jar,
      '--localhost',
      `--port=${at}`,
      '--update',
      ...kept,
      '/ds',
    ],
    { port: at, query: '/ds/sparql', update: '/ds/update', graphs: '/ds/data' },
  );
}
