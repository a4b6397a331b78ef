import type { Vocabulary } from '../vocabulary/vocabulary.ts';

interface WaitingOptions {
  /** The vocabulary in use. @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  /** Calls `listener` with each vocabulary that comes into use. Returns what ends that. */
  readonly onVocabulary: (listener: (vocabulary: Vocabulary) => void) => () => void;
  readonly timing: { readonly inUseMs: number };
}

/** Resolves when a vocabulary is in use for which `isInUse` is true, true, or it took too long, false. */
export function whenInUse(
  isInUse: (vocabulary: Vocabulary) => boolean,
  { vocabulary, onVocabulary, timing }: WaitingOptions,
): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isUsed: boolean): void => {
      clearTimeout(deadline);
      unsubscribe();
      resolve(isUsed);
    };
    const deadline = setTimeout(() => settle(false), timing.inUseMs);
    const unsubscribe = onVocabulary((read) => {
      if (isInUse(read)) settle(true);
    });
    if (isInUse(vocabulary())) settle(true);
  });
}
