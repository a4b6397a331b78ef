import { findUrl } from '../../find-url.ts';
import type { RdfFormat } from '../../rdf/write/format.ts';
import { readName } from '../shared/compression.ts';
import type { ConversionSettings } from '../documents/plan-of-settings.ts';
import { CommandError, EXIT } from '../shared/exit-codes.ts';
import { comesBack, TopicTemplate, type TopicSystem } from './topic-template.ts';
import type { KafkaSettings } from './transports/kafka-connection.ts';
import type { MqttSettings } from './transports/mqtt-connection.ts';
import type { CloudEventsMode } from './unwrap-payload.ts';

/** `stream` as it was typed, or set by variables. */
export interface StreamOptions extends Partial<ConversionSettings> {
  readonly hub?: string;
  readonly baseUrl?: string;
  readonly refresh: number;
  readonly input: string;
  readonly inputTopic?: readonly string[];
  readonly output: string;
  readonly outputTopic?: string;
  readonly deadLetters?: string;
  readonly to: RdfFormat;
  readonly cloudevents: CloudEventsMode;
  readonly maxResultBytes: number;
  readonly clientId?: string;
  readonly mqttVersion: MqttSettings['version'];
  readonly sessionExpiry: number;
  readonly maxInFlight: number;
  readonly group?: string;
  readonly from: 'earliest' | 'latest';
  readonly sasl: KafkaSettings['sasl'];
  readonly sessionTimeout: number;
  readonly exactlyOnce?: boolean;
  readonly drainTimeout: number;
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly metricsPort?: number;
  readonly metricsHost: string;
  readonly jobs: number;
  readonly quiet?: boolean;
}

/** Topics of outputs; null where the output has none. */
export interface OutputTopics {
  readonly results: TopicTemplate;
  readonly deadLetters: TopicTemplate;
}

/** What an address is of; null where it has no topics. */
export function systemOf(address: string): TopicSystem | null {
  if (/^(?:mqtts?|wss?):\/\/[^/]/.test(address) && findUrl(address) !== null) return 'mqtt';
  return /^kafkas?:\/\/[^/]/.test(address) ? 'kafka' : null;
}

/** @throws CommandError for what is missing, or cannot go together */
export function checkOptions(options: StreamOptions): void {
  const { input, output, inputTopic = [], outputTopic, deadLetters } = options;
  for (const [option, address] of [
    ['--input', input],
    ['--output', output],
  ] as const)
    if (address !== '-' && systemOf(address) === null)
      fail(
        `${option} has to be - or an address that begins with mqtt://, mqtts://, ws://, wss://, kafka:// or kafkas://.`,
      );
  if (systemOf(input) === null && inputTopic.length > 0) fail('--input-topic is for a broker: say --input, too.');
  if (systemOf(output) === null && outputTopic !== undefined)
    fail('--output-topic is for a broker: say --output, too.');
  if (systemOf(output) === null && deadLetters === '-')
    fail('--dead-letters - and the results would both go to standard output: name a file.');
  if (systemOf(output) === null && readName(deadLetters ?? '').compression !== null)
    fail(
      `--dead-letters ${deadLetters}: what waits to be compressed would be lost with the process. Name a file without this ending, and compress it later.`,
    );
  if (options.exactlyOnce === true && (systemOf(input) !== 'kafka' || systemOf(output) !== 'kafka'))
    fail(
      '--exactly-once is for Kafka on both sides: --input and --output have to begin with kafka:// or kafkas://. Anything else is at least once.',
    );
  if (systemOf(input) !== null) checkInput(options);
  if (systemOf(output) !== null && outputTopic === undefined)
    fail('--output-topic is missing: where do results go? For example rdf/{topic}, or with Kafka rdf.{topic}.');
  if (systemOf(output) !== null && deadLetters === undefined)
    fail('--dead-letters is missing: where does go what cannot be converted? For example failed/{topic}.');
}

function checkInput({ input, inputTopic = [], clientId, group }: StreamOptions): void {
  if (inputTopic.length === 0) fail('--input-topic is missing: what is to be read from the broker?');
  if (systemOf(input) === 'mqtt' && clientId === undefined)
    fail(
      '--client-id is missing: the broker keeps under this name what comes while this process is away. Each process needs one of its own.',
    );
  if (systemOf(input) === 'kafka' && group === undefined)
    fail(
      '--group is missing: the broker keeps under this name how far was read, and processes of one group share the partitions.',
    );
  const wrong = systemOf(input) === 'kafka' ? inputTopic.find((topic) => !/^[\w.-]{1,249}$/.test(topic)) : undefined;
  if (wrong !== undefined) fail(`--input-topic ${wrong} is no topic of Kafka, which has no filters: name each topic.`);
}

/** @throws CommandError for templates that make no topics, or topics that would be read again */
export function topicsOf({
  input,
  output,
  inputTopic = [],
  outputTopic,
  deadLetters,
}: StreamOptions): OutputTopics | null {
  const [from, to] = [systemOf(input), systemOf(output)];
  if (to === null) return null;
  const results = new TopicTemplate(outputTopic!, '--output-topic', from, to);
  const letters = new TopicTemplate(deadLetters!, '--dead-letters', from, to);
  if (letters.usesLevels) fail('--dead-letters has {topic} alone: not every topic has all levels.');
  const loop = inputTopic.find((filter) => comesBack(results, filter, to) || comesBack(letters, filter, to));
  if (loop !== undefined && from === to && hostsOf(input) === hostsOf(output))
    fail(
      `What is written would be read again: --input-topic ${loop} takes the topics of --output-topic or --dead-letters, too.`,
    );
  return { results, deadLetters: letters };
}

/** Hosts and ports without credentials. */
function hostsOf(address: string): string {
  return address
    .replace(/^[^:]*:\/\//, '')
    .split('@')
    .at(-1)!
    .split('/', 1)[0]!;
}

/** The topics of outputs, as far as those of the inputs tell. */
export function knownTopics(
  { input, inputTopic = [] }: StreamOptions,
  { results, deadLetters }: OutputTopics,
): string[] {
  // Filters of MQTT are no topics: a template without the topic of the input stands for itself.
  const topics = systemOf(input) === 'kafka' ? inputTopic : [null];
  return topics
    .flatMap((topic) =>
      topic === null ? [results.fixed, deadLetters.fixed] : [results.topicOf(topic), deadLetters.anyTopicOf(topic)],
    )
    .filter((topic) => topic !== null);
}

function fail(message: string): never {
  throw new CommandError(EXIT.usage, message);
}
