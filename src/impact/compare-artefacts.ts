import { ARTEFACT_KINDS } from '../artefacts/artefact.ts';
import { requestArtefact } from '../artefacts/request-artefact.ts';
import { HubError } from '../errors.ts';
import type { ArtefactImpact, ComparedVocabularies } from './impact.ts';

/** Which artefacts of these keys change; none of more keys than an artefact can have. Labels are not compared. */
export function compareArtefacts(keys: readonly string[], { before, after }: ComparedVocabularies): ArtefactImpact[] {
  return ARTEFACT_KINDS.flatMap((kind) => {
    const make = (lexicon: ComparedVocabularies['before']) =>
      requestArtefact({ kind, of: keys, base: null, align: true, lenient: true }, lexicon, () => ({}));
    try {
      const first = make(before);
      // What it says of its version is no difference.
      const second = make({ ...after, versionIri: before.versionIri });
      if (first.text === second.text) return [];
      const levels = new Map(first.report.terms.map(({ key, level }) => [key, level]));
      const later = new Map(second.report.terms.map(({ key, level }) => [key, level]));
      return {
        kind,
        levels: [...new Set([...levels.keys(), ...later.keys()])]
          .filter((key) => levels.get(key) !== later.get(key))
          .map((key) => ({ key, before: levels.get(key) ?? null, after: later.get(key) ?? null })),
      };
    } catch (error) {
      if (error instanceof HubError) return [];
      throw error;
    }
  });
}
