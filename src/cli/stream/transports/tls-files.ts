import { readFile } from 'node:fs/promises';
import { cannotRead } from '../../shared/read-input.ts';

/** Paths of files in PEM. */
export interface TlsPaths {
  readonly tlsCa: string | undefined;
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
}

/** The files as Node's TLS takes them; a key is there only for a file that was named. @throws CommandError */
export async function readTls({
  tlsCa,
  tlsCert,
  tlsKey,
}: TlsPaths): Promise<{ ca?: Buffer; cert?: Buffer; key?: Buffer }> {
  const [ca, cert, key] = await Promise.all([tlsCa, tlsCert, tlsKey].map(readPem));
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

async function readPem(path: string | undefined): Promise<Buffer | undefined> {
  if (path === undefined) return undefined;
  return readFile(path).catch((error: unknown) => {
    throw cannotRead(path)(error);
  });
}
