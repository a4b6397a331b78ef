import { mapKeys, type KeyMapping } from '../../documents/map-keys.ts';
import { tellCandidate } from '../../documents/tell-candidate.ts';
import type { CliContext } from '../shared/cli-context.ts';
import { CommandError, EXIT, type ExitCode } from '../shared/exit-codes.ts';
import { readInput, textOf } from '../shared/read-input.ts';
import { loadVocabulary, type VocabularyChoice } from './load-vocabulary.ts';

interface MapOptions extends VocabularyChoice {
  readonly sample?: string;
  readonly source?: string;
  /** By key, the unit that stands beside its values. */
  readonly unit?: ReadonlyMap<string, string>;
  readonly most?: number;
  readonly json?: boolean;
}

/** Keys that are looked at: more columns than tables have. */
const MAX_KEYS = 10_000;

/** Tells the terms that keys may mean, or those of a sample. @throws HubError, CommandError */
export async function mapKeysCommand(
  keys: readonly string[],
  options: MapOptions,
  context: CliContext,
): Promise<ExitCode> {
  const { sample, source, unit: units, most = 3, json = false } = options;
  if ((keys.length === 0) === (sample === undefined))
    throw new CommandError(
      EXIT.usage,
      keys.length === 0
        ? 'Name the keys, or give a document or CSV that has them with --sample.'
        : 'Keys are named, and --sample has keys, too: say one of them.',
    );
  const of = sample === undefined ? keys : textOf(sample, await readInput(sample, context));
  const vocabulary = await loadVocabulary(options);
  const mapping = await mapKeys(of, vocabulary, { source, units, most, maxKeys: MAX_KEYS }, { client: 'this command' });
  const { version, versionIri } = vocabulary;
  context.stdout.write(
    json
      ? `${JSON.stringify({ ...shapeOf(mapping), vocabulary: { version, iri: versionIri } }, null, 2)}\n`
      : describe(mapping),
  );
  if (mapping.omitted > 0)
    context.stderr.write(`${mapping.omitted} keys were not looked at: ${MAX_KEYS} are the most.\n`);
  return EXIT.done;
}

function shapeOf({ source, keys, omitted }: KeyMapping): object {
  return {
    source,
    keys: keys.map(({ key, candidates, isKnownWithoutTerm }) => ({
      key,
      candidates: candidates.map(tellCandidate),
      isKnownWithoutTerm,
    })),
    omitted,
  };
}

function describe({ source, keys }: KeyMapping): string {
  const head = source === null ? '' : `source: ${source}\n`;
  const lines = keys.map(({ key, candidates, isKnownWithoutTerm }) => {
    const found = candidates.map(({ term, confidence }) => `  ${term.name} (${confidence}): ${term.label}\n`).join('');
    const none = isKnownWithoutTerm ? '  the source knows it, and no term fits\n' : '  no term comes near\n';
    return `${key}\n${found === '' ? none : found}`;
  });
  return head + lines.join('');
}
