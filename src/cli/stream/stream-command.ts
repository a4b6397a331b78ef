import { setTimeout as delay } from 'node:timers/promises';
import { OutputClosed } from '../shared/output.ts';
import { checkPlan, planOf } from '../documents/plan-of-settings.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { openLetters, openResults, openSource } from './open-transports.ts';
import { openMetrics, soon } from './serve-metrics.ts';
import { StreamLoop } from './stream-loop.ts';
import { checkOptions, topicsOf, type StreamOptions } from './stream-options.ts';
import type { Source } from './transports/transport.ts';
import { VocabularyWatch } from './vocabulary-watch.ts';

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
    const results = await openResults(options, topics, context, tell);
    open.push(results.sink);
    const { transactions } = results;
    const deadLetters = await openLetters(options, topics, results, context);
    if (deadLetters.sink !== results.sink) open.push(deadLetters.sink);
    const source = await openSource(options, transactions, context, tell);
    open.unshift(source);
    const plan = {
      ...settled,
      keepsGoing: true,
      messages: { maxResultBytes: Math.min(options.maxResultBytes, results.maxPayloadBytes ?? Infinity) },
    };
    const meter = await openMetrics(options, async () => ({
      inFlight: loop.inFlight,
      lag: await soon(source.lag()),
      acknowledgedAt: loop.acknowledgedAt,
      vocabulary: watch.lexicon.versionIri,
    }));
    if (meter !== null) open.push(meter);
    const loop = new StreamLoop({
      source,
      results,
      deadLetters,
      meter,
      transact: transactions === null ? null : (inputs, work) => transactions.run(inputs, work),
      plan,
      threads: options.jobs,
      cloudEvents: options.cloudevents,
      lexicon: () => watch.lexicon,
    });
    watch.start(options.refresh);
    const running = loop.run();
    await untilInterrupted(running, source, context, open, options.drainTimeout, tell);
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

/** Waits for the end of a run. A signal ends it, too: what has begun is delivered first, unless that takes too long. */
async function untilInterrupted(
  running: Promise<void>,
  source: Source,
  { cleanUps }: CliContext,
  open: ReadonlyArray<{ close(): Promise<void> }>,
  drainSeconds: number,
  tell: (message: string) => void,
): Promise<void> {
  const end = async (): Promise<ExitCode> => {
    await running;
    await Promise.all(open.map((one) => one.close()));
    return EXIT.done;
  };
  const drain = (): Promise<ExitCode> => {
    source.stop();
    const late = delay(drainSeconds * 1000).then(() => {
      tell(
        `What had begun was not delivered within ${drainSeconds} s. It is not acknowledged: a broker gives it again.`,
      );
      return EXIT.unavailable;
    });
    return Promise.race([end(), late]);
  };
  cleanUps.add(drain);
  try {
    await running;
  } finally {
    cleanUps.delete(drain);
  }
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
