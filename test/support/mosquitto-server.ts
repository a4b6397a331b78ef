import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectAsync, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import { makeCertificates, type TlsFiles } from './certificates.ts';
import { findProgram, sayMissing } from './programs.ts';
import { freePort } from './sparql-server.ts';

/** Why there is no MQTT broker for a test; null when there is. */
export const MOSQUITTO_MISSING = sayMissing({ mosquitto: 'mosquitto' });
/** The same for one with TLS, whose certificates are made by another program. */
export const MOSQUITTO_TLS_MISSING = sayMissing({ mosquitto: 'mosquitto', openssl: 'openssl' });

/** An MQTT broker of the test's own. */
export interface MosquittoServer {
  readonly url: string;
  readonly pid: number;
  /** Of its clients; null without TLS. */
  readonly tls: TlsFiles | null;
  /** Ends the broker and starts it again: what it keeps on the disk is there again. */
  restart(): Promise<void>;
  /** A client of the test. */
  connect(options?: IClientOptions): Promise<MqttClient>;
  stop(): Promise<void>;
}

/**
 * @param withTls clients have to have a certificate
 * @param isKept sessions and messages are on the disk when it ends in order
 * @param settings lines of its configuration besides
 */
export async function startMosquitto({
  withTls = false,
  isKept = false,
  settings = [],
}: {
  readonly withTls?: boolean;
  readonly isKept?: boolean;
  readonly settings?: readonly string[];
} = {}): Promise<MosquittoServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-mosquitto-'));
  const port = await freePort();
  const tls = withTls ? await makeCertificates(folder) : null;
  const secured =
    tls === null ? [] : [`cafile ${tls.ca}`, `certfile ${tls.cert}`, `keyfile ${tls.key}`, 'require_certificate true'];
  const lines = [`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'max_queued_messages 0', 'user root'];
  const kept = isKept ? ['persistence true', `persistence_location ${folder}/`] : [];
  await writeFile(join(folder, 'mosquitto.conf'), [...lines, ...secured, ...kept, ...settings, ''].join('\n'));
  let child = await startProcess(folder, port);
  const url = `${withTls ? 'mqtts' : 'mqtt'}://localhost:${port}`;
  const clients = new Set<MqttClient>();
  return {
    url,
    get pid() {
      return child.pid!;
    },
    tls,
    async restart() {
      await endProcess(child);
      child = await startProcess(folder, port);
    },
    async connect(options = {}) {
      const client = await connectAsync(url, { protocolVersion: 5, ...options });
      clients.add(client);
      return client;
    },
    async stop() {
      await Promise.all([...clients].map((client) => client.endAsync(true)));
      await endProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startProcess(folder: string, port: number): Promise<ChildProcess> {
  const child = spawn(findProgram('mosquitto')!, ['-c', join(folder, 'mosquitto.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`mosquitto has ended: ${complaints}`);
    await delay(20);
  }
  return child;
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** A message as a subscriber sees it. */
export interface ReadMessage {
  readonly topic: string;
  readonly text: string;
  readonly packet: IPublishPacket;
}

/** What a client of its own reads from now on, in order. */
export async function readTopics(
  server: MosquittoServer,
  filters: readonly string[],
  options?: IClientOptions,
): Promise<readonly ReadMessage[]> {
  const client = await server.connect(options);
  const read: ReadMessage[] = [];
  client.on('message', (topic, payload, packet) => read.push({ topic, text: payload.toString(), packet }));
  await client.subscribeAsync([...filters], { qos: 1 });
  return read;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connectSocket(port, '127.0.0.1');
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return open;
}
