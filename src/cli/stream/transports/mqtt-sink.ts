import { randomUUID } from 'node:crypto';
import type { IClientPublishOptions } from 'mqtt';
import { CommandError, EXIT } from '../../shared/exit-codes.ts';
import type { Sink, StreamOutput } from './transport.ts';
import { connectMqtt, type MqttConnection, type MqttSettings } from './mqtt-connection.ts';

/** Bytes that are on their way to the broker, and not acknowledged. */
const MAX_SENT_BYTES = 16 * 1024 * 1024;
/** Of a packet (MQTT 5 §1.5.5), and what it has besides the payload: topic and headers. */
const MAX_PACKET_BYTES = 268_435_455;
const HEAD_BYTES = 2048;

/** Outputs that were handed over together. */
interface Sending {
  /** That are not delivered. */
  left: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

interface Waiting {
  readonly output: StreamOutput;
  readonly sending: Sending;
}

/** Topics of an MQTT broker. It has a connection of its own: acknowledgements that wait behind inputs would wait for ever. */
export class MqttSink implements Sink {
  readonly #link: MqttConnection;
  readonly #hasHeaders: boolean;
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  #sent = 0;
  #sentBytes = 0;
  #tellReady: Array<() => void> = [];
  #fault: Error | null = null;

  private constructor(link: MqttConnection, settings: MqttSettings) {
    this.#link = link;
    this.#hasHeaders = settings.version === '5';
    this.#most = Math.min(settings.maxInFlight, link.connack.properties?.receiveMaximum ?? 65_535);
    link.refused.catch((error: Error) => this.#giveUp(error));
  }

  /** @throws CommandError when the broker cannot be reached */
  static async open(address: string, settings: MqttSettings): Promise<MqttSink> {
    const clientId = `${settings.clientId ?? 'vocabulary-hub'}-out-${randomUUID().slice(0, 8)}`;
    return new MqttSink(await connectMqtt(address, settings, { clientId, clean: true }), settings);
  }

  /** Bytes of the largest payload that the broker takes. */
  get maxPayloadBytes(): number {
    const most = this.#link.connack.properties?.maximumPacketSize ?? MAX_PACKET_BYTES;
    return Math.max(0, Math.min(most, MAX_PACKET_BYTES) - HEAD_BYTES);
  }

  async send(outputs: readonly StreamOutput[]): Promise<void> {
    if (this.#fault !== null) throw this.#fault;
    await new Promise<void>((resolve, reject) => {
      const sending = { left: outputs.length, resolve, reject };
      for (const output of outputs) this.#waiting.push({ output, sending });
      this.#publish();
    });
  }

  async ready(): Promise<void> {
    while (this.#waiting.length > 0 && this.#fault === null)
      await new Promise<void>((resolve) => this.#tellReady.push(resolve));
  }

  close(): Promise<void> {
    return this.#link.close();
  }

  #publish(): void {
    while (this.#waiting.length > 0 && this.#sent < this.#most && this.#sentBytes < MAX_SENT_BYTES)
      this.#publishOne(this.#waiting.shift()!);
    if (this.#waiting.length === 0) for (const tell of this.#tellReady.splice(0)) tell();
  }

  #publishOne({ output, sending }: Waiting): void {
    const { topic, payload } = output;
    this.#sent++;
    this.#sentBytes += payload.length;
    const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.length);
    this.#link.client.publish(topic!, bytes, this.#optionsOf(output), (error) => {
      this.#sent--;
      this.#sentBytes -= payload.length;
      if (error === null || error === undefined) {
        if (--sending.left === 0) sending.resolve();
      } else {
        const size = payload.length.toLocaleString('en');
        const told = `${this.#link.name} refuses ${size} bytes for the topic ${topic}: ${error.message}.`;
        const fault = new CommandError(EXIT.unavailable, told, error);
        sending.reject(fault);
        this.#giveUp(fault);
      }
      this.#publish();
    });
  }

  #optionsOf({ contentType, headers }: StreamOutput): IClientPublishOptions {
    if (!this.#hasHeaders) return { qos: 1 };
    return { qos: 1, properties: { contentType, userProperties: { ...headers } } };
  }

  /** Nothing more is sent, so that order is kept. */
  #giveUp(fault: Error): void {
    this.#fault ??= fault;
    for (const { sending } of this.#waiting.splice(0)) sending.reject(this.#fault);
    for (const tell of this.#tellReady.splice(0)) tell();
  }
}
