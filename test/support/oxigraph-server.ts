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

const VERSION = '0.5.13';

/** The Oxigraph server: `oxigraph` on the PATH, or the one that the Python package of that name brings. */
export function findOxigraphServer(): Promise<Engine> {
  const how =
    'Put `oxigraph` on the PATH (cargo install oxigraph-cli, or pip install oxigraph), or let the tests install it';
  return engineOf(locate, start, (why) => `the Oxigraph server. ${how} with python3 and pip; that failed: ${why}`);
}

async function locate(): Promise<string> {
  const found = findProgram('oxigraph');
  if (found !== null) return found;
  const folder = await installed(`oxigraph-${VERSION}`, (fresh) => {
    const quietly = ['--quiet', '--disable-pip-version-check', '--no-deps'];
    return runProgram('python3', '-m', 'pip', 'install', ...quietly, '--target', fresh, `oxigraph==${VERSION}`);
  });
  return join(folder, 'bin', 'oxigraph');
}

async function start(program: string, { folder, port }: SparqlServerOptions = {}): Promise<SparqlServer> {
  const at = port ?? (await freePort());
  const location = folder === undefined ? [] : ['--location', folder];
  return startServer([program, 'serve', ...location, '--bind', `127.0.0.1:${at}`], {
    port: at,
    query: '/query',
    update: '/update',
    graphs: '/store',
  });
}
