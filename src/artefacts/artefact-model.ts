import { createHash } from 'node:crypto';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { unitsOf } from '../mapping/units/unit-table.ts';
import { resolveTemplates } from '../mapping/templates/resolve-templates.ts';
import { hasLoneSurrogate } from '../rdf/characters.ts';
import type { ResolvedKey, ResolvedTemplates } from '../mapping/templates/resolved-templates.ts';
import type { RmlDialect } from './artefact.ts';
import type { DocumentShape } from './document-shape.ts';

/** What people read of a term; the mapping does not need it. */
export interface TermFacts {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
}

/** What people and other systems read of a key. */
interface KeyFacts extends TermFacts {
  /** IRI of the unit; null for none. */
  readonly unit: string | null;
  /** The code of the unit in UCUM; null where the vocabulary has none. */
  readonly ucum: string | null;
  /** The codes of the unit in UN/ECE Recommendation 20. */
  readonly unece: readonly string[];
}

export interface ModelOptions {
  /** Namespace in which entities are minted; null is that of the hub. */
  readonly base: string | null;
  /** Values are linked to their instants. */
  readonly align: boolean;
  /** Documents may have other keys, too. */
  readonly lenient: boolean;
  /** How an `rml` mapping is spelled; the standard where nobody told. */
  readonly dialect?: RmlDialect | null | undefined;
}

/** What all writers of artefacts read: the one model of a closed set of keys. */
export interface ArtefactModel extends Pick<ModelOptions, 'lenient' | 'dialect'> {
  readonly templates: ResolvedTemplates;
  /** In order. */
  readonly keys: readonly ResolvedKey[];
  /** The form of the documents; null when nobody told: each value may be a scalar, an array or a record. */
  readonly shape: DocumentShape | null;
  readonly factsOf: (name: string) => KeyFacts;
  /** SHA-256, hex. */
  readonly keysHash: string;
  /** Keys that hold half of a surrogate pair, which is no text: no standard has a place for them. */
  readonly leftOut: readonly string[];
}

/**
 * The model of a set of keys.
 *
 * @param names the keys, in the order in which artefacts list them
 * @throws HubError `invalid-semantic` for a vocabulary whose templates have names that are none
 */
export function modelOf(
  names: readonly string[],
  shape: DocumentShape | null,
  lexicon: Lexicon,
  factsOf: (name: string) => TermFacts,
  options: ModelOptions,
): ArtefactModel {
  const leftOut = names.filter(hasLoneSurrogate);
  const isLeftOut = new Set(leftOut);
  const templates = resolveTemplates(
    names.filter((name) => !isLeftOut.has(name)),
    lexicon,
    options,
  );
  const { base, align } = templates;
  const decides = [
    [...templates.keys.keys()].toSorted(),
    base,
    align,
    options.lenient,
    shape === null ? null : tell(shape),
    ...((options.dialect ?? 'standard') === 'standard' ? [] : [options.dialect]),
  ];
  return {
    templates,
    keys: [...templates.keys.values()],
    shape,
    lenient: options.lenient,
    dialect: options.dialect,
    factsOf: (name) => ({ ...factsOf(name), ...unitOf(name, lexicon) }),
    keysHash: createHash('sha256').update(JSON.stringify(decides)).digest('hex'),
    leftOut,
  };
}

/** The unit of a term with its codes: the vocabulary of a conversion knows them, whoever asks. */
function unitOf(name: string, lexicon: Lexicon): Pick<KeyFacts, 'unit' | 'ucum' | 'unece'> {
  const iri = lexicon.terms.get(name)?.unit;
  const known = unitsOf(lexicon).ofTerm(name, iri)?.unit;
  return { unit: iri ?? null, ucum: known?.ucum[0] ?? null, unece: known?.unece ?? [] };
}

function tell({ root, records, forms }: DocumentShape): unknown {
  const lists = (map: ReadonlyMap<string, Iterable<string>>) =>
    Array.from(map, ([key, list]) => [key, [...list].toSorted()] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [root.toSorted(), lists(records), lists(forms)];
}
