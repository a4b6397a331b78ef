import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CliContext } from '../shared/cli-context.ts';
import { jobsOption, wholeNumber, withConversionOptions, withSourceOptions } from '../shared/conversion-options.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { withVocabularyOptions } from '../shared/vocabulary-options.ts';
import type { StreamOptions } from './stream-options.ts';

/** Adds `stream`. What it does is loaded when it is run. */
export function addStreamCommand(program: Command, context: CliContext, exit: (code: ExitCode) => void): void {
  const command = program.command('stream');
  withConversionOptions(withSourceOptions(withVocabularyOptions(command, context)))
    .description('Convert documents while they come, over MQTT, Kafka or standard input, until a signal ends it.')
    .option('--no-skolemize', 'number anonymous nodes: graphs of several documents do not merge then')
    .addOption(new Option('-t, --to <format>', 'format').choices(['ttl', 'nt', 'rdf', 'jsonld']).default('nt'))
    .option(
      '--input <address>',
      'mqtt://…, mqtts://…, ws://…, wss://…, kafka://…, kafkas://…; - is standard input, a document a line',
      '-',
    )
    .option('--input-topic <filter>', 'what is read of the broker; may be repeated', collect)
    .option('--output <address>', 'as --input; - is standard output', '-')
    .option('--output-topic <template>', 'topic of a result: {topic} is that of its input, {1} the first level of it')
    .option('--dead-letters <template>', 'topic of what cannot be converted; with standard output, a file')
    .addOption(
      new Option('--cloudevents <mode>', 'inputs that are CloudEvents in JSON: by their content type, all, or none')
        .choices(['auto', 'structured', 'off'])
        .default('auto'),
    )
    .option('--max-result-bytes <count>', 'a larger result is a dead letter', wholeNumber(1), 1_000_000)
    .option(
      '--refresh <seconds>',
      'with --hub: look for another version of the vocabulary; 0 is never',
      wholeNumber(0),
      60,
    )
    .option(
      '--client-id <name>',
      'for MQTT: the broker keeps under it what comes while this process is away; for Kafka: a name in its log',
    )
    .addOption(new Option('--mqtt-version <version>', 'for MQTT').choices(['3.1.1', '5']).default('5'))
    .option('--session-expiry <seconds>', 'for MQTT 5: how long the broker keeps it', wholeNumber(0), 604_800)
    .option('--max-in-flight <count>', 'for MQTT: messages that wait for an acknowledgement', inFlight, 1000)
    .option('--group <name>', 'for Kafka: the consumer group, whose processes share the partitions')
    .addOption(
      new Option('--from <offset>', 'for Kafka: where a new group begins')
        .choices(['earliest', 'latest'])
        .default('earliest'),
    )
    .option(
      '--session-timeout <milliseconds>',
      'for Kafka: a member of the group that is silent for so long is gone',
      wholeNumber(100),
      10_000,
    )
    .option('--exactly-once', 'from Kafka to Kafka: outputs and offset in one transaction')
    .option(
      '--drain-timeout <seconds>',
      'after a signal: how long what has begun may take to be delivered',
      wholeNumber(1),
      20,
    )
    .addOption(
      new Option('--sasl <mechanism>', 'for Kafka: how the credentials of the address are shown')
        .choices(['plain', 'scram-sha-256', 'scram-sha-512'])
        .default('plain'),
    )
    .option('--tls-ca <file>', 'PEM of the authorities that are trusted')
    .option('--tls-cert <file>', 'PEM of the certificate of this client')
    .option('--tls-key <file>', 'PEM of its key')
    .option('--metrics-port <port>', 'serve metrics for Prometheus at /metrics', port)
    .option('--metrics-host <address>', 'of this machine, where metrics are served', '127.0.0.1')
    .addOption(jobsOption(Math.max(1, context.cores - 1)))
    .option('-q, --quiet', 'tell nothing but failures')
    .addHelpText('after', '\nEach option can be set by a variable, too: HUB_STREAM_INPUT_TOPIC is --input-topic.')
    .action(async () => {
      applyVariables(command, context.env);
      const { runStreamCommand } = await import('./stream-command.ts');
      exit(await runStreamCommand(command.opts<StreamOptions>(), context));
    });
}

/** Options that were not typed have the values of their variables. @throws CommandError for a value that an option cannot have */
function applyVariables(command: Command, env: CliContext['env']): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const variable = `HUB_STREAM_${option.long!.slice(2).replaceAll('-', '_').toUpperCase()}`;
    const text = env[variable]?.trim() ?? '';
    if (text === '' || command.getOptionValueSource(name) === 'cli') continue;
    command.setOptionValueWithSource(name, readVariable(option, variable, text), 'env');
  }
}

function readVariable(option: Option, variable: string, text: string): unknown {
  try {
    if (option.isBoolean()) return readFlag(text) !== option.negate;
    if (option.parseArg === collect || option.attributeName() === 'unit')
      return text
        .split(',')
        .reduce<unknown>((before, piece) => option.parseArg!(piece.trim(), before as never), undefined);
    return option.parseArg === undefined ? text : option.parseArg(text, undefined as never);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CommandError(EXIT.usage, `${variable} is ${JSON.stringify(text)}. ${error.message}`, error);
  }
}

function readFlag(text: string): boolean {
  if (/^(?:true|1|on|yes)$/i.test(text)) return true;
  if (/^(?:false|0|off|no)$/i.test(text)) return false;
  throw new InvalidArgumentError('It has to be true or false.');
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  if (text !== '') return [...before, text];
  throw new InvalidArgumentError('It has to be the name of a topic, or a filter.');
}

function port(text: string): number {
  const number = wholeNumber(1)(text);
  if (number <= 65_535) return number;
  throw new InvalidArgumentError('65535 is the last one.');
}

function inFlight(text: string): number {
  const count = wholeNumber(1)(text);
  if (count <= 65_535) return count;
  throw new InvalidArgumentError('65535 are the most.');
}
