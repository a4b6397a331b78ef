import type { OperatorCommand, OperatorCommands } from './command.ts';
import { backUp } from './back-up.ts';
import { loadVocabulary } from './load-vocabulary.ts';
import { restore } from './restore.ts';
import type { StoreParts } from './store-contents.ts';

/** The commands of `vocabulary-hub store …`. */
export function createStoreCommands(parts: StoreParts): OperatorCommands {
  return new Map<string, OperatorCommand>([
    ['store-backup', () => backUp(parts)],
    ['store-restore', (input) => restore(input, parts)],
    ['store-load', (input) => loadVocabulary(input, parts)],
  ]);
}
