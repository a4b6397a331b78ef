import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import type { HubNamespaces } from './rdf/namespaces.ts';
import { EventStream } from './vocabulary/event-stream/event-stream.ts';
import { VersionSteps } from './vocabulary/event-stream/version-steps.ts';
import { VersionLexicons } from './vocabulary/registry/version-lexicons.ts';
import type { VocabularyArchive } from './vocabulary/versions/archive.ts';
import { ChangeCounts } from './vocabulary/versions/change-counts.ts';
import { TermHistories } from './vocabulary/versions/term-histories.ts';
import { TermStepsFinder } from './vocabulary/versions/term-steps-finder.ts';
import { VersionNews } from './vocabulary/versions/version-news.ts';
import { Versions } from './vocabulary/versions/versions.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

interface VersionParts {
  readonly hub: HubNamespaces;
  readonly archive: VocabularyArchive;
  readonly vocabulary: () => Vocabulary;
  readonly log: Log;
  /** Calls `listener` with each vocabulary that comes into use. Returns what ends that. */
  readonly onVocabulary: (listener: (vocabulary: Vocabulary) => void) => () => void;
  /** Whether the hub does not listen yet, so that what takes long has to wait. */
  readonly isStarting: () => boolean;
}

/** The versions of the vocabulary, and what is made of several: their changes, the histories of terms, the stream of events. */
export function createVersionServices({ dataFolder, timing }: Config, parts: VersionParts) {
  const { hub, archive, vocabulary, log, onVocabulary, isStarting } = parts;
  const versions = new Versions({ archive, hub, current: vocabulary, timing });
  const news = new VersionNews(() => versions.current());
  const stepsOptions = {
    folder: join(dataFolder, 'changes'),
    hub,
    findVersion: (version: string) => versions.findStored(version),
    log,
    timing,
  };
  const steps = new VersionSteps(stepsOptions);
  const termSteps = new TermStepsFinder({ ...stepsOptions, archive });
  const lexicons = new VersionLexicons({ archive, hub });
  onVocabulary((read) => {
    if (isStarting()) versions.noteLater(read);
    else void versions.note(read);
    news.announce();
    void steps.note(read);
  });
  return {
    versions,
    /** What the mapping needs of old versions. */
    lexicons,
    changeCounts: new ChangeCounts(versions),
    news,
    stream: new EventStream({ archive, steps, timing }),
    histories: new TermHistories({
      list: () => versions.list(),
      find: (version) => versions.find(version),
      findSteps: (before, after) => termSteps.find(before, after),
    }),
    async stop(): Promise<void> {
      await Promise.all([steps.close(), termSteps.close(), versions.close(), lexicons.close()]);
    },
  };
}
