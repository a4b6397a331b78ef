/** Documents of the class that the graph alone gives back (docs/restore.md), as JSON text with the keys in the order of the vocabulary. */
import { toUSVString } from 'node:util';
import fc from 'fast-check';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { percentEncode } from '../../src/rdf/iri.ts';

/** Terms by the JSON type of their values; all have templates from which values are read. */
const NUMBERS = ['active_power-kW', 'voltage-V', 'air_temperature-degC', 'state_of_charge-percent'];
const ENTITIES = ['device_id', 'meter_id'];
const TEXTS = ['quality_flag'];
const STAMP = 'timestamp';

type Json = string;
type Members = ReadonlyMap<string, Json>;

const digits = fc.stringMatching(/^-?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,6})?(?:[eE][+-]?[0-9]{1,2})?$/);
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((value) => toUSVString(value));
const entity = text.filter((value) => !/^(?:https?|urn):/i.test(value));
const stamp = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}Z`);
const plain = fc.oneof(
  text.map((value) => JSON.stringify(value)),
  digits,
  fc.boolean().map(String),
);
/** A key that is no term. */
const otherKey = fc.stringMatching(/^x[a-z% äé/._-]{0,6}$/);

const scalars = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...NUMBERS), digits, { maxKeys: 3 }),
    fc.dictionary(
      fc.constantFrom(...ENTITIES),
      entity.map((value) => JSON.stringify(value)),
      { maxKeys: 2 },
    ),
    fc.dictionary(
      fc.constantFrom(...TEXTS),
      text.map((value) => JSON.stringify(value)),
      { maxKeys: 1 },
    ),
    fc.dictionary(otherKey, plain, { maxKeys: 3 }),
  )
  .map((parts): Members => new Map(parts.flatMap((part) => Object.entries(part))));

const axis = fc.uniqueArray(stamp, { minLength: 2, maxLength: 5 }).chain((stamps) =>
  fc
    .dictionary(
      fc.constantFrom(...NUMBERS),
      fc
        .array(fc.option(digits, { nil: null, freq: 4 }), { minLength: stamps.length, maxLength: stamps.length })
        .filter((items) => items.some((item) => item !== null)),
      { maxKeys: 3 },
    )
    .map((series): Members => {
      const members = Object.entries(series).map(([key, items]) => [key, `[${items.map(String).join()}]`] as const);
      return new Map([[STAMP, JSON.stringify(stamps.toSorted())], ...members]);
    }),
);

/** Documents as text, at most so deep. */
export function invertibleDocument(lexicon: Lexicon): fc.Arbitrary<string> {
  const order = new Map([...lexicon.terms.keys()].map((name, index) => [name, index]));
  const write = (members: Members): string => {
    const sorted = [...members].toSorted(
      ([one], [other]) => (order.get(one) ?? Infinity) - (order.get(other) ?? Infinity) || (one < other ? -1 : 1),
    );
    return `{${sorted.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join()}}`;
  };
  const { record } = fc.letrec<{ record: Members; nested: Members }>((tie) => ({
    nested: fc
      .dictionary(
        otherKey,
        fc.oneof(
          { maxDepth: 2, depthIdentifier: 'records' },
          fc.constant('{}'),
          tie('record').map((members) => write(members)),
          fc.uniqueArray(stamp, { minLength: 2, maxLength: 4 }).chain((stamps) =>
            fc.array(scalars, { minLength: stamps.length, maxLength: stamps.length }).map(
              (records) =>
                `[${stamps
                  .toSorted()
                  .map((at, i) => write(new Map([...records[i]!, [STAMP, JSON.stringify(at)]])))
                  .join()}]`,
            ),
          ),
        ),
        { maxKeys: 2 },
      )
      .map((members): Members => new Map(Object.entries(members))),
    record: fc
      .tuple(
        scalars,
        fc.oneof(
          axis,
          stamp.map((at): Members => new Map([[STAMP, JSON.stringify(at)]])),
          fc.constant<Members>(new Map()),
        ),
        tie('nested'),
      )
      .map(([own, time, nested]): Members => {
        // Arrays of records stand in records without an axis: there, they would be taken for its rows.
        const isAxis = time.get(STAMP)?.startsWith('[') === true;
        const kept = [...nested].filter(([, json]) => !isAxis || !json.startsWith('['));
        return new Map([...own, ...kept, ...time]);
      }),
  }));
  return record.map(write).filter((written) => !written.includes(percentEncode('\uFFFD')));
}
