import type { connect, IClientOptions, IConnackPacket, MqttClient } from 'mqtt';
import { CommandError, EXIT } from '../../shared/exit-codes.ts';
import { readTls, type TlsPaths } from './tls-files.ts';

/** How brokers are reached. */
export interface MqttSettings extends TlsPaths {
  readonly version: '3.1.1' | '5';
  /** The name under which the broker keeps what comes while nobody is connected; undefined where nothing is read. */
  readonly clientId: string | undefined;
  readonly sessionExpirySeconds: number;
  readonly maxInFlight: number;
  /** Gets what operators want to know. */
  readonly tell: (message: string) => void;
}

/** A connection that is made anew when it is lost. */
export interface MqttConnection {
  readonly client: MqttClient;
  /** What the broker said when the connection was made for the first time. */
  readonly connack: IConnackPacket;
  /** The broker without the credentials of its address. */
  readonly name: string;
  /** Rejects when the broker refuses the connection for good. */
  readonly refused: Promise<never>;
  close(): Promise<void>;
}

export const SAME_NAME = 'Perhaps another process has the same --client-id: each needs one of its own.';

/** Reasons of the broker that another try would not change (MQTT 5 §3.14.2.1). */
const FINAL_REASONS: ReadonlyMap<number, string> = new Map([
  [0x81, 'a packet was malformed'],
  [0x82, 'the protocol was violated'],
  [0x87, 'this client is not authorized'],
  [0x8e, 'another client has taken over the session: each process needs a --client-id of its own'],
  [0x95, 'a packet was too large: lower --max-result-bytes'],
  [0x98, 'an administrator has closed the connection'],
]);

const CONNECT_MS = 20_000;
const RECONNECT_MS = 1000;
/** Connections in succession that were lost so soon are no accident: not every broker tells a client that another one has taken its name. */
const SHORT_MS = 5000;
const MOST_SHORT = 3;

/**
 * @param prepare gets the client before anything comes
 * @throws CommandError when the package of the client is not there, or the broker cannot be reached or refuses
 */
export async function connectMqtt(
  address: string,
  settings: MqttSettings,
  options: IClientOptions,
  prepare: (client: MqttClient) => void = () => {},
): Promise<MqttConnection> {
  const mqtt = await loadPackage();
  const { url, name, ...credentials } = readAddress(address);
  const client = mqtt.connect(url, {
    ...credentials,
    ...(await readTls(settings)),
    protocolVersion: settings.version === '5' ? 5 : 4,
    reconnectPeriod: RECONNECT_MS,
    connectTimeout: CONNECT_MS,
    // It would put texts together for each packet, which nobody reads.
    log: () => {},
    ...options,
  });
  prepare(client);
  const refused = new Promise<never>((_, reject) => watch(client, name, settings.tell, reject));
  refused.catch(() => {});
  const connack = await Promise.race([firstConnack(client, name), refused]).catch(async (error: unknown) => {
    await client.endAsync(true);
    throw error;
  });
  return { client, connack, name, refused, close: () => closeClient(client) };
}

async function loadPackage(): Promise<{ readonly connect: typeof connect }> {
  try {
    return await import('mqtt');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CommandError(
      EXIT.unavailable,
      'MQTT needs the package mqtt, which is not installed: npm install mqtt@5 (with -g, if vocabulary-hub was installed so).',
      error,
    );
  }
}

function readAddress(address: string): { url: string; name: string; username?: string; password?: string } {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  return {
    url: url.href,
    name: url.href.replace(/\/$/, ''),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
}

function firstConnack(client: MqttClient, name: string): Promise<IConnackPacket> {
  return new Promise((resolve, reject) => {
    const fail = (error?: Error): void => {
      const reason = error === undefined || error.message === '' ? 'it closes the connection' : error.message;
      reject(new CommandError(EXIT.unavailable, `${name} cannot be reached: ${reason}.`, error));
    };
    client.once('error', fail);
    client.once('close', fail);
    client.once('connect', (connack) => {
      client.off('error', fail);
      client.off('close', fail);
      resolve(connack);
    });
  });
}

/** Tells that the connection is lost and back, and gives up where another try would not help. */
function watch(
  client: MqttClient,
  name: string,
  tell: (message: string) => void,
  giveUp: (error: Error) => void,
): void {
  let isLost = false;
  let connectedAt = performance.now();
  let short = 0;
  client.on('connect', () => {
    if (isLost) tell(`${name} is back.`);
    isLost = false;
    connectedAt = performance.now();
  });
  client.on('close', () => {
    if (!isLost && !client.disconnecting) {
      short = performance.now() - connectedAt < SHORT_MS ? short + 1 : 0;
      tell(`The connection to ${name} is lost. It is tried again.${short >= MOST_SHORT ? ` ${SAME_NAME}` : ''}`);
    }
    isLost = true;
  });
  client.on('disconnect', ({ reasonCode = 0 }) => {
    const reason = FINAL_REASONS.get(reasonCode);
    if (reason !== undefined) giveUp(new CommandError(EXIT.unavailable, `${name} ended the connection: ${reason}.`));
  });
  // What the network says, the next try may not say any more; what the broker says, it will.
  client.on('error', (error) => {
    if (typeof (error as { code?: unknown }).code === 'number')
      giveUp(new CommandError(EXIT.unavailable, `${name} refuses the connection: ${error.message}.`, error));
  });
}

/** What waits to be sent is sent, unless the broker is away. */
function closeClient(client: MqttClient): Promise<void> {
  return client.endAsync(!client.connected);
}
