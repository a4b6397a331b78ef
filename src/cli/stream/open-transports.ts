import { cannotWrite, outputTo, outputToLog } from '../shared/output.ts';
import type { CliContext } from '../shared/cli-context.ts';
import type { Destination } from './stream-loop.ts';
import { knownTopics, systemOf, type OutputTopics, type StreamOptions } from './stream-options.ts';
import type { KafkaTransactions } from './transports/kafka-transactions.ts';
import type { KafkaSettings } from './transports/kafka-connection.ts';
import type { MqttSettings } from './transports/mqtt-connection.ts';
import { LineSource, OutputSink } from './transports/standard-streams.ts';
import type { Source } from './transports/transport.ts';

/** Gets what operators want to know. */
type Tell = (message: string) => void;

/** Where results go, and the transactions in which they go there, if they do. */
interface Results extends Destination {
  readonly transactions: KafkaTransactions | null;
}

/** Where results go. @throws CommandError when a broker cannot be reached */
export async function openResults(
  options: StreamOptions,
  topics: OutputTopics | null,
  { stdout }: CliContext,
  tell: Tell,
): Promise<Results> {
  if (topics === null)
    return { sink: new OutputSink(outputTo(stdout)), topics: null, maxPayloadBytes: null, transactions: null };
  const sink = await openSink(options, topics, tell);
  const transactions = 'transactions' in sink ? sink.transactions : null;
  return { sink, topics: topics.results, maxPayloadBytes: sink.maxPayloadBytes, transactions };
}

async function openSink(options: StreamOptions, topics: OutputTopics, tell: Tell) {
  if (systemOf(options.output) === 'kafka') {
    const { KafkaSink } = await import('./transports/kafka-sink.ts');
    return KafkaSink.open(
      options.output,
      knownTopics(options, topics),
      options.exactlyOnce === true,
      kafkaSettings(options, tell),
    );
  }
  const { MqttSink } = await import('./transports/mqtt-sink.ts');
  return MqttSink.open(options.output, mqttSettings(options, tell));
}

/**
 * Dead letters go where results go, each under its topics; beside standard output they are added to a file, or go to standard error.
 *
 * @throws CommandError when the file cannot be written
 */
export async function openLetters(
  { deadLetters }: StreamOptions,
  topics: OutputTopics | null,
  results: Destination,
  { stderr }: CliContext,
): Promise<Destination> {
  if (topics !== null) return { ...results, topics: topics.deadLetters };
  const output =
    deadLetters === undefined ? outputTo(stderr, cannotWrite('Standard error')) : await outputToLog(deadLetters);
  return { sink: new OutputSink(output), topics: null, maxPayloadBytes: null };
}

/** Where inputs come from. @throws CommandError when a broker cannot be reached */
export async function openSource(
  options: StreamOptions,
  transactions: KafkaTransactions | null,
  { stdin }: CliContext,
  tell: Tell,
): Promise<Source> {
  const { input, inputTopic } = options;
  if (systemOf(input) === 'kafka') {
    const { KafkaSource } = await import('./transports/kafka-source.ts');
    return KafkaSource.open(
      input,
      inputTopic!,
      options.from === 'earliest',
      transactions,
      kafkaSettings(options, tell),
    );
  }
  if (systemOf(input) === null) return new LineSource(stdin);
  const { MqttSource } = await import('./transports/mqtt-source.ts');
  return MqttSource.open(input, inputTopic!, mqttSettings(options, tell));
}

function mqttSettings(options: StreamOptions, tell: Tell): MqttSettings {
  const { clientId, mqttVersion, sessionExpiry, maxInFlight, tlsCa, tlsCert, tlsKey } = options;
  return {
    version: mqttVersion,
    clientId,
    sessionExpirySeconds: sessionExpiry,
    maxInFlight,
    tlsCa,
    tlsCert,
    tlsKey,
    tell,
  };
}

function kafkaSettings(options: StreamOptions, tell: Tell): KafkaSettings {
  const { clientId, group, sasl, sessionTimeout, tlsCa, tlsCert, tlsKey } = options;
  return { clientId, group, sasl, sessionTimeoutMs: sessionTimeout, tlsCa, tlsCert, tlsKey, tell };
}
