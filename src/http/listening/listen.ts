import type { Server } from 'node:http';

/** Resolves when the server listens. @throws Error when the port is taken or the address is not of this machine */
export function listen(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
