import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './programs.ts';

/** Files in PEM. */
export interface TlsFiles {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** An authority, and a certificate of it that servers and clients on this machine have. Needs `openssl`. */
export async function makeCertificates(folder: string): Promise<TlsFiles> {
  const run = promisify(execFile);
  const openssl = findProgram('openssl')!;
  const path = (name: string): string => join(folder, name);
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const request = (name: string, ...more: readonly string[]) =>
    run(openssl, ['req', '-x509', ...key, ...more, '-keyout', path(`${name}.key`), '-out', path(`${name}.pem`)]);
  await request('ca', '-subj', '/CN=test authority');
  await request('own', ...names, '-CA', path('ca.pem'), '-CAkey', path('ca.key'));
  return { ca: path('ca.pem'), cert: path('own.pem'), key: path('own.key') };
}
