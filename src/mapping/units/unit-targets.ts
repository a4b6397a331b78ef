import { Datatype } from '../rdf-terms/datatypes.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { haveSameForm } from './same-form.ts';
import { scaleBetween, type Scale } from './scale.ts';
import type { UnitChoice } from './unit-choice.ts';
import { familyOf, unitsOf, type NamedUnit } from './unit-table.ts';
import { isCitedByOthers, quantityOf, variantsOf } from './variants.ts';

/** What becomes of the values of a term. */
export interface Target {
  /** The name of the term that they are of then. */
  readonly term: string;
  readonly scale: Scale;
  /** What a value has to fit to be converted. */
  readonly datatype: Datatype;
}

/** Why values stay as they are that are wanted in another unit. */
export interface Kept {
  /** The rest of a sentence that begins with the key. */
  readonly why: string;
}

/** Null for a term whose values are wanted in no other unit. */
export type Outcome = Target | Kept | null;

/** By term: what becomes of its values. */
export class UnitTargets {
  readonly lexicon: Lexicon;
  readonly #choice: UnitChoice;
  readonly #known = new Map<string, Outcome>();

  constructor(lexicon: Lexicon, choice: UnitChoice) {
    this.lexicon = lexicon;
    this.#choice = choice;
  }

  of(term: string): Outcome {
    let outcome = this.#known.get(term);
    if (outcome === undefined && this.lexicon.terms.has(term)) this.#known.set(term, (outcome = this.#find(term)));
    return outcome ?? null;
  }

  #find(term: string): Outcome {
    const { unit } = this.lexicon.terms.get(term)!;
    const own = unitsOf(this.lexicon).ofTerm(term, unit);
    if (own === null) return null;
    const chosen = this.#choice.ofQuantities.get(quantityOf(term));
    if (chosen !== undefined && familyOf(chosen) !== familyOf(own))
      return {
        why: `stays in ${own.spelling}: it is a unit of ${familyOf(own)}, and ${chosen.spelling} one of ${familyOf(chosen)}`,
      };
    const wanted = this.#wanted(own, chosen);
    if (wanted === null) return null;
    const target = variantsOf(this.lexicon, quantityOf(term)).find((variant) => this.#isIn(variant, wanted));
    const units = wanted.map(({ spelling }) => spelling).join(' or ');
    if (target === undefined) return { why: `stays in ${own.spelling}: the vocabulary has no term of it in ${units}` };
    return this.#whyNot(term, target) ?? this.#targetOf(term, target, own);
  }

  /** Why values in a unit stay that are those of no term; null where they are wanted in no other unit. */
  ofUnit(own: NamedUnit): Kept | null {
    if (this.#wanted(own) === null) return null;
    return { why: `stays in ${own.spelling}: it is no term of the vocabulary` };
  }

  /**
   * The other units that are as good as each other for values in this one; null for none.
   *
   * @param ofQuantity the one that was chosen for the quantity alone
   */
  #wanted(own: NamedUnit, ofQuantity?: NamedUnit): readonly NamedUnit[] | null {
    const { ofFamilies, isSi } = this.#choice;
    const chosen = ofQuantity ?? ofFamilies.get(familyOf(own));
    if (chosen !== undefined) return chosen.unit === own.unit ? null : [chosen];
    if (!isSi) return null;
    const coherent = (this.lexicon.units ?? []).filter(
      ({ family: other, multiplier, piPower, offset }) =>
        other === own.unit.family && multiplier === '1/1' && piPower === 0 && Number(offset) === 0,
    );
    if (coherent.length === 0 || coherent.includes(own.unit)) return null;
    return coherent.map((unit) => ({
      unit,
      qualifier: own.qualifier,
      spelling: (unit.notations[0] ?? unit.iri) + own.qualifier,
    }));
  }

  #isIn(variant: string, wanted: readonly NamedUnit[]): boolean {
    const { unit, replacedBy } = this.lexicon.terms.get(variant)!;
    const named = unitsOf(this.lexicon).ofTerm(variant, unit);
    return (
      replacedBy === undefined &&
      wanted.some((other) => other.unit === named?.unit && other.qualifier === named.qualifier)
    );
  }

  #whyNot(term: string, target: string): Kept | null {
    const { terms, nodes } = this.lexicon;
    const [one, other] = [terms.get(term)!, terms.get(target)!];
    const nodeOf = nodes.get.bind(nodes);
    const isLike = haveSameForm(
      { name: term, template: one.template, nodeOf },
      { name: target, template: other.template, nodeOf },
    );
    if (!isLike) return { why: `stays as it is: ${target} has another template` };
    if (one.datatype !== other.datatype || !isContinuous(one.datatype))
      return { why: `stays as it is: ${target} has values that are no converted ones` };
    if (isCitedByOthers(this.lexicon, term) || isCitedByOthers(this.lexicon, target))
      return { why: 'stays as it is: templates of other terms say something of its values' };
    return null;
  }

  #targetOf(term: string, target: string, own: NamedUnit): Target {
    const { terms } = this.lexicon;
    const { datatype, isDifference = false } = terms.get(term)!;
    const to = unitsOf(this.lexicon).ofTerm(target, terms.get(target)!.unit)!;
    return { term: target, scale: scaleBetween(own.unit, to.unit, isDifference), datatype: new Datatype(datatype, 0) };
  }
}

/** Numbers with any decimals: integers stay what they count. */
function isContinuous(datatype: string): boolean {
  return /#(?:double|float|decimal)$/.test(datatype);
}
