import { HubError } from '../../errors.ts';
import { quote } from '../json/text.ts';
import type { Lexicon, LexiconUnit } from '../lexicon/lexicon.ts';
import { perLexicon } from '../lexicon/per-lexicon.ts';

/** A unit by one of its names. */
export interface NamedUnit {
  readonly unit: LexiconUnit;
  /** What a qualified spelling adds to the unit, `p` of `kWp`; empty for all other names. */
  readonly qualifier: string;
  /** As the names of terms spell it, or as it was named where none does. */
  readonly spelling: string;
}

/** The units of a vocabulary by their names: spelling of terms, IRI, prefixed name, code of UCUM or UN/ECE, in this order. */
export class UnitTable {
  readonly #byIri: ReadonlyMap<string, LexiconUnit>;
  readonly #byName = new Map<string, NamedUnit>();
  readonly #prefixes: ReadonlyMap<string, string>;

  constructor({ units = [], prefixes }: Pick<Lexicon, 'units' | 'prefixes'>) {
    this.#byIri = new Map(units.map((unit) => [unit.iri, unit]));
    this.#prefixes = prefixes;
    // A name that two kinds of names have is that of the first kind.
    for (const unit of units) for (const name of unit.notations) this.#add(name, unit, name);
    for (const unit of units)
      for (const name of unit.qualifiedNotations) this.#add(name, unit, name, qualifierOf(name, unit));
    for (const codes of ['ucum', 'unece'] as const)
      for (const unit of units) for (const code of unit[codes]) this.#add(code, unit);
  }

  #add(name: string, unit: LexiconUnit, spelling = unit.notations[0] ?? name, qualifier = ''): void {
    if (!this.#byName.has(name)) this.#byName.set(name, { unit, qualifier, spelling });
  }

  /** Null for a name that no unit has. */
  find(name: string): NamedUnit | null {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const colon = name.indexOf(':');
    const namespace = this.#prefixes.get(name.slice(0, Math.max(0, colon)));
    const unit = this.#byIri.get(name) ?? this.#byIri.get(namespace + name.slice(colon + 1));
    return unit === undefined ? null : { unit, qualifier: '', spelling: unit.notations[0] ?? name };
  }

  /** The unit of a term with the spelling in the term's name; null for a term without a unit, and one of which nothing is known. */
  ofTerm(name: string, iri: string | undefined): NamedUnit | null {
    const unit = this.#byIri.get(iri ?? '');
    if (unit === undefined) return null;
    const spelling = name.slice(name.indexOf('-') + 1);
    const named = this.#byName.get(spelling);
    return named?.unit === unit ? named : { unit, qualifier: '', spelling: unit.notations[0] ?? unit.iri };
  }

  /** @throws HubError `unknown-unit` */
  get(name: string, key: string): NamedUnit {
    const named = this.find(name);
    if (named !== null) return named;
    throw new HubError('unknown-unit', `There is no unit ${quote(name)}.`, {
      key,
      hint: 'Units are named as terms spell them (kW), by IRI of QUDT, or by code of UCUM or UN/ECE. Old versions have none.',
    });
  }
}

/** The family within which values of a unit are converted, as people are told it: `power`, and `power (p)` of peak power. */
export function familyOf({ unit, qualifier }: NamedUnit): string {
  return qualifier === '' ? unit.family : `${unit.family} (${qualifier})`;
}

function qualifierOf(spelling: string, { notations }: LexiconUnit): string {
  const plain = notations.filter((notation) => spelling.startsWith(notation));
  return spelling.slice(Math.max(0, ...plain.map(({ length }) => length)));
}

/** The units of a vocabulary. */
export const unitsOf = perLexicon((lexicon) => new UnitTable(lexicon));
