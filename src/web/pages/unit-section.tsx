import type { VNode } from 'preact';
import type { LexiconUnit } from '../../mapping/lexicon/lexicon.ts';
import { convertUnit } from '../../mapping/units/convert-unit.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { grouped } from '../parts/grouped.ts';

/** Units that one is told in, some 60 bytes of HTML each. */
const MAX_OTHERS = 200;

interface UnitSectionProps {
  readonly iri: string;
  readonly vocabulary: Vocabulary;
}

/** The exact factor of a unit, and what one of it is in the other units of its family; nothing for what is no unit. */
export function UnitSection({ iri, vocabulary: { lexicon } }: UnitSectionProps): VNode | null {
  const units = lexicon.units ?? [];
  const unit = units.find((other) => other.iri === iri);
  if (unit === undefined) return null;
  const others = units.filter((other) => other.family === unit.family && other !== unit);
  return (
    <>
      <h2 id="conversion">Conversion</h2>
      <p>
        Exact factor {factorOf(unit)}: a value times it is the value in the coherent unit of the SI; of money, in its
        currency. Values convert into units of the same family alone, <code>{unit.family}</code>.
      </p>
      {others.length === 0 ? null : (
        <table class="short">
          <thead>
            <tr>
              <th scope="col">1 {spellingOf(unit)} is</th>
              <th scope="col">Unit</th>
            </tr>
          </thead>
          <tbody>
            {others.slice(0, MAX_OTHERS).map((other) => {
              const { value, isRounded } = convertUnit({ value: '1', from: iri, to: other.iri }, lexicon);
              return (
                <tr>
                  <td>{isRounded ? `about ${value}` : value}</td>
                  <td>
                    <code>{spellingOf(other)}</code>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {others.length <= MAX_OTHERS ? null : (
        <p class="note">
          {grouped(others.length - MAX_OTHERS)} more units are of the family; <code>GET /api/convert-unit</code>{' '}
          converts into each.
        </p>
      )}
    </>
  );
}

function factorOf({ multiplier, piPower }: LexiconUnit): string {
  const factor = multiplier.replace(/\/1$/, '');
  return piPower === 0 ? factor : `${factor} · π${piPower === 1 ? '' : `^${piPower}`}`;
}

function spellingOf({ notations, iri }: LexiconUnit): string {
  return notations[0] ?? iri;
}
