import type { IClientSubscribeOptions, IPublishPacket, MqttClient } from 'mqtt';
import { CommandError, EXIT } from '../../shared/exit-codes.ts';
import { takeBatch, type Source, type StreamInput } from './transport.ts';
import { connectMqtt, SAME_NAME, type MqttConnection, type MqttSettings } from './mqtt-connection.ts';

/** Bytes that wait for their conversion before nothing more is read. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

interface MqttInput extends StreamInput {
  readonly payload: Uint8Array;
  /** Null at QoS 0, which nobody acknowledges. */
  readonly messageId: number | null;
  /** Number of the connection: another one has other messages under the same numbers. */
  readonly connection: number;
}

/** Subscriptions in succession whose connection was closed before they were answered: so some brokers refuse one. */
const MOST_UNANSWERED = 5;
/** How long a broker may take for its first answer, over connections that are lost before. */
const SUBSCRIBE_MS = 60_000;

/** It keeps the client from acknowledging by itself; it is told to nobody. */
const LATER = new Error('acknowledged later');

/** Subscriptions of an MQTT broker, which keeps what is not acknowledged. */
export class MqttSource implements Source {
  #link!: MqttConnection;
  #connections = 0;
  #waiting: MqttInput[] = [];
  #waitingBytes = 0;
  #hasStopped = false;
  /** Goes on reading; null where nothing holds it. */
  #resume: (() => void) | null = null;
  #wake: () => void = () => {};
  readonly #filters: readonly string[];
  readonly #options: IClientSubscribeOptions;
  #isSubscribed = false;
  #unanswered = 0;
  /** What the broker refuses for good. */
  #fault: Error | null = null;

  private constructor(filters: readonly string[], version: MqttSettings['version']) {
    this.#filters = filters;
    // Of a subscription that the session has, messages that the broker retains do not come again.
    this.#options = { qos: 1, ...(version === '5' ? { rh: 1 } : {}) };
  }

  /** @throws CommandError when the broker cannot be reached, or refuses a subscription */
  static async open(address: string, filters: readonly string[], settings: MqttSettings): Promise<MqttSource> {
    const source = new MqttSource(filters, settings.version);
    const { clientId, sessionExpirySeconds, maxInFlight, version } = settings;
    source.#link = await connectMqtt(
      address,
      settings,
      {
        clientId: clientId!,
        clean: false,
        // Who subscribes anew hears what the broker answers.
        resubscribe: false,
        ...(version === '5'
          ? { properties: { sessionExpiryInterval: sessionExpirySeconds, receiveMaximum: maxInFlight } }
          : {}),
      },
      (client) => source.#listen(client),
    );
    source.#link.refused.catch((error: Error) => source.#giveUp(error));
    const late = setTimeout(() => source.#refuse('no answer within a minute.'), SUBSCRIBE_MS);
    try {
      await source.#until(() => source.#isSubscribed);
    } catch (error) {
      await source.close();
      throw error;
    } finally {
      clearTimeout(late);
    }
    return source;
  }

  async next(): Promise<readonly StreamInput[] | null> {
    await this.#until(() => this.#waiting.length > 0 || this.#hasStopped);
    if (this.#hasStopped) return null;
    const inputs = takeBatch(this.#waiting);
    this.#waitingBytes -= bytesOf(inputs);
    if (this.#waitingBytes < MAX_WAITING_BYTES) this.#goOn();
    return inputs;
  }

  async acknowledge(inputs: readonly StreamInput[]): Promise<void> {
    const { client } = this.#link;
    for (const { messageId, connection } of inputs as readonly MqttInput[]) {
      // The broker sends again what was not acknowledged on the connection before.
      if (messageId === null || connection !== this.#connections || !client.connected) continue;
      // The client has no public way to acknowledge a message that is not the last one.
      client['_sendPacket']({ cmd: 'puback', messageId, reasonCode: 0 });
    }
  }

  /** MQTT has no words for it. */
  async lag(): Promise<null> {
    return null;
  }

  stop(): void {
    this.#hasStopped = true;
    this.#wake();
  }

  close(): Promise<void> {
    return this.#link.close();
  }

  /** @throws CommandError when the broker refuses something for good */
  async #until(isSo: () => boolean): Promise<void> {
    while (this.#fault === null && !isSo()) await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#fault !== null) throw this.#fault;
  }

  #giveUp(fault: Error): void {
    this.#fault ??= fault;
    this.#wake();
  }

  #refuse(reason: string, cause?: unknown): void {
    this.#giveUp(new CommandError(EXIT.unavailable, `${this.#link.name} refuses the subscription: ${reason}`, cause));
  }

  #listen(client: MqttClient): void {
    client.on('connect', ({ sessionPresent }) => {
      this.#connections++;
      // What was not acknowledged comes again.
      if (sessionPresent) this.#waiting = this.#waiting.filter(({ messageId }) => messageId === null);
      this.#waitingBytes = bytesOf(this.#waiting);
      this.#goOn();
      if (!sessionPresent || !this.#isSubscribed) void this.#subscribe(client);
    });
    client.handleMessage = (packet, done) => {
      this.#take(packet);
      const goOn = (): void => done(LATER);
      if (this.#waitingBytes < MAX_WAITING_BYTES) goOn();
      else this.#resume = goOn;
    };
  }

  #take({ topic, payload, qos, messageId, properties }: IPublishPacket): void {
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    this.#waiting.push({
      payload: bytes,
      contentType: properties?.contentType ?? null,
      topic,
      key: topic,
      place: { topic },
      messageId: qos === 0 ? null : messageId!,
      connection: this.#connections,
    });
    this.#waitingBytes += bytes.length;
    this.#wake();
  }

  #goOn(): void {
    const resume = this.#resume;
    this.#resume = null;
    resume?.();
  }

  /** Once for each session. When the connection is lost before the answer, the next one subscribes. */
  async #subscribe(client: MqttClient): Promise<void> {
    this.#isSubscribed = false;
    try {
      const granted = await client.subscribeAsync([...this.#filters], this.#options);
      const refused = granted.find(({ qos }) => qos >= 0x80);
      if (refused !== undefined) return this.#refuse(`of ${refused.topic}.`);
    } catch (error) {
      const { message } = error as Error;
      if (client.connected) return this.#refuse(`${message}.`, error);
      if (++this.#unanswered === MOST_UNANSWERED)
        this.#refuse(`${message}, ${MOST_UNANSWERED} times. ${SAME_NAME}`, error);
      return;
    }
    this.#isSubscribed = true;
    this.#unanswered = 0;
    this.#wake();
  }
}

function bytesOf(inputs: readonly MqttInput[]): number {
  return inputs.reduce((sum, { payload }) => sum + payload.length, 0);
}
