import type { RdfFormat } from '../../rdf/write/format.ts';
import { openDeadLetters } from '../documents/open-outputs.ts';
import { OutputClosed, outputTo } from '../documents/output.ts';
import { checkPlan, planOf, type ConversionSettings } from '../documents/plan-of-settings.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import type { MqttSettings } from './transports/mqtt-connection.ts';
import { LineSource, OutputSink } from './transports/standard-streams.ts';
import { StreamLoop, type Destination } from './stream-loop.ts';
import { comesBack, TopicTemplate } from './topic-template.ts';
import type { Source } from './transports/transport.ts';
import type { CloudEventsMode } from './unwrap-payload.ts';
import { VocabularyWatch } from './vocabulary-watch.ts';

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
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly jobs: number;
  readonly quiet?: boolean;
}

/** Converts documents while they come, until the input ends or a signal comes. @throws HubError, CommandError */
export async function runStreamCommand(options: StreamOptions, context: CliContext): Promise<ExitCode> {
  const tell = (message: string): void => {
    if (options.quiet !== true) context.stderr.write(`${message}\n`);
  };
  checkOptions(options);
  const topics = topicsOf(options);
  const settled = planOf({ skolemize: true, ...options }, options.to);
  const watch = await VocabularyWatch.open(options, (lexicon) => checkPlan(settled, lexicon), tell);
  const open: Array<{ close(): Promise<void> }> = [];
  try {
    const results = await openResults(options, topics.results, context, tell);
    open.push(results.sink);
    const deadLetters = await openLetters(options, topics.deadLetters, results, context);
    if (deadLetters.sink !== results.sink) open.push(deadLetters.sink);
    const source = await openSource(options, context, tell);
    open.unshift(source);
    const plan = {
      ...settled,
      keepsGoing: true,
      messages: { maxResultBytes: Math.min(options.maxResultBytes, results.maxPayloadBytes ?? Infinity) },
    };
    const loop = new StreamLoop({
      source,
      results,
      deadLetters,
      plan,
      threads: options.jobs,
      cloudEvents: options.cloudevents,
      lexicon: () => watch.lexicon,
    });
    watch.start(options.refresh);
    const running = loop.run();
    await untilInterrupted(running, source, context, open);
    tell(`${counted(loop.documents, 'document')}, ${counted(loop.deadLetters, 'dead letter')}`);
  } catch (error) {
    // A closed pipe is no failure: its reader needs no more.
    if (!(error instanceof OutputClosed)) throw error;
  } finally {
    watch.stop();
    await Promise.allSettled(open.map((end) => end.close()));
  }
  return EXIT.done;
}

/** Waits for the end of a run. A signal ends it, too: what has begun is delivered first. */
async function untilInterrupted(
  running: Promise<void>,
  source: Source,
  { cleanUps }: CliContext,
  open: ReadonlyArray<{ close(): Promise<void> }>,
): Promise<void> {
  const drain = async (): Promise<ExitCode> => {
    source.stop();
    await running;
    await Promise.all(open.map((end) => end.close()));
    return EXIT.done;
  };
  cleanUps.add(drain);
  try {
    await running;
  } finally {
    cleanUps.delete(drain);
  }
}

function checkOptions({ input, output, inputTopic = [], outputTopic, deadLetters, clientId }: StreamOptions): void {
  const fail = (message: string): never => {
    throw new CommandError(EXIT.usage, message);
  };
  for (const [option, address] of [
    ['--input', input],
    ['--output', output],
  ] as const)
    if (address !== '-' && !isMqtt(address))
      fail(`${option} has to be - or an address that begins with mqtt://, mqtts://, ws:// or wss://.`);
  if (!isMqtt(input) && inputTopic.length > 0) fail('--input-topic is for a broker: say --input, too.');
  if (!isMqtt(output) && outputTopic !== undefined) fail('--output-topic is for a broker: say --output, too.');
  if (!isMqtt(output) && deadLetters === '-')
    fail('--dead-letters - and the results would both go to standard output: name a file.');
  if (isMqtt(input) && inputTopic.length === 0) fail('--input-topic is missing: what is to be read from the broker?');
  if (isMqtt(input) && clientId === undefined)
    fail(
      '--client-id is missing: the broker keeps under this name what comes while this process is away. Each process needs one of its own.',
    );
  if (isMqtt(output) && outputTopic === undefined)
    fail('--output-topic is missing: where do results go? For example rdf/{topic}.');
  if (isMqtt(output) && deadLetters === undefined)
    fail('--dead-letters is missing: where does go what cannot be converted? For example failed/{topic}.');
}

function isMqtt(address: string): boolean {
  return /^(?:mqtts?|wss?):\/\/[^/]/.test(address) && URL.canParse(address);
}

interface Topics {
  readonly results: TopicTemplate | null;
  readonly deadLetters: TopicTemplate | null;
}

function topicsOf({ input, output, inputTopic = [], outputTopic, deadLetters }: StreamOptions): Topics {
  if (!isMqtt(output)) return { results: null, deadLetters: null };
  const results = new TopicTemplate(outputTopic!, '--output-topic', isMqtt(input));
  const letters = new TopicTemplate(deadLetters!, '--dead-letters', isMqtt(input));
  if (letters.usesLevels)
    throw new CommandError(EXIT.usage, '--dead-letters has {topic} alone: not every topic has all levels.');
  const loop = inputTopic.find((filter) => comesBack(results, filter) || comesBack(letters, filter));
  if (loop !== undefined && isMqtt(input) && new URL(input).host === new URL(output).host)
    throw new CommandError(
      EXIT.usage,
      `What is written would be read again: --input-topic ${loop} takes the topics of --output-topic or --dead-letters, too.`,
    );
  return { results, deadLetters: letters };
}

async function openResults(
  options: StreamOptions,
  topics: TopicTemplate | null,
  { stdout }: CliContext,
  tell: (message: string) => void,
): Promise<Destination> {
  if (!isMqtt(options.output)) return { sink: new OutputSink(outputTo(stdout)), topics, maxPayloadBytes: null };
  const { MqttSink } = await import('./transports/mqtt-sink.ts');
  const sink = await MqttSink.open(options.output, mqttSettings(options, tell));
  return { sink, topics, maxPayloadBytes: sink.maxPayloadBytes };
}

/** Dead letters go where results go, each under its topics; beside standard output they go to a file, or to standard error. */
async function openLetters(
  options: StreamOptions,
  topics: TopicTemplate | null,
  results: Destination,
  context: CliContext,
): Promise<Destination> {
  if (topics !== null) return { ...results, topics };
  const file = await openDeadLetters(options, context);
  return { sink: new OutputSink(file ?? outputTo(context.stderr)), topics, maxPayloadBytes: null };
}

async function openSource(
  options: StreamOptions,
  { stdin }: CliContext,
  tell: (message: string) => void,
): Promise<Source> {
  if (!isMqtt(options.input)) return new LineSource(stdin);
  const { MqttSource } = await import('./transports/mqtt-source.ts');
  return MqttSource.open(options.input, options.inputTopic!, mqttSettings(options, tell));
}

function mqttSettings(options: StreamOptions, tell: (message: string) => void): MqttSettings {
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

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
