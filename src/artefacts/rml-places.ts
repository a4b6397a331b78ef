import type { ResolvedKey } from '../mapping/templates/resolved-templates.ts';
import type { ArtefactModel } from './artefact-model.ts';
import { formsOf } from './schema-parts.ts';

/** A record of the documents, or an array of records, over which a mapper goes. */
export interface RmlPlace {
  /** The keys that lead to it; none for the document itself. */
  readonly path: readonly string[];
  /** It is an array of records, which its last key holds. */
  readonly isArray: boolean;
  readonly around: RmlPlace | null;
  /** Its keys, in the order of the sample. */
  readonly keys: ReadonlyMap<string, ResolvedKey>;
  /** Its keys whose values are instants and nothing else, in their order. */
  readonly timeKeys: readonly ResolvedKey[];
}

export interface RmlPlaces {
  readonly places: readonly RmlPlace[];
  /** By key that holds records: why they are in no place. */
  readonly refused: ReadonlyMap<string, string>;
}

/** Whether all values of a key are scalars. Of keys that were named, and not taken of a sample, nothing else is known. */
export function isScalarOnly(model: ArtefactModel, name: string): boolean {
  if (model.shape === null) return true;
  const forms = formsOf(model, name);
  return forms.size === 1 && forms.has('scalar');
}

/**
 * The records over which a mapper of RML can go: the document, records that each have one place, and the arrays of records in these. What is
 * inside the records of an array has no reference to them.
 *
 * @param canRead keys that the mapper can read
 */
export function placesOf(model: ArtefactModel, canRead: (key: string) => boolean): RmlPlaces {
  const { shape, templates } = model;
  const rootKeys = shape === null ? model.keys.map(({ name }) => name) : shape.root;
  const places: RmlPlace[] = [placeOf(model, [], rootKeys, false, null)];
  const refused = new Map<string, string>();
  const holders = new Map<string, number>();
  for (const keys of shape === null ? [] : [shape.root, ...shape.records.values()])
    for (const key of keys) holders.set(key, (holders.get(key) ?? 0) + 1);

  for (const place of places) {
    for (const [name, key] of place.keys) {
      const keys = shape?.records.get(name);
      if (keys === undefined || !templates.keys.has(name)) continue;
      const forms = formsOf(model, name);
      const isArray = forms.has('records');
      const inner = placeOf(model, [...place.path, name], keys, isArray, place);
      const reason = reasonAgainst(inner, key, forms.size === 1, holders.get(name) === 1, canRead);
      if (reason === null) places.push(inner);
      else refused.set(name, reason);
    }
  }
  return { places, refused };
}

function placeOf(
  model: ArtefactModel,
  path: readonly string[],
  names: readonly string[],
  isArray: boolean,
  around: RmlPlace | null,
): RmlPlace {
  const keys = names.flatMap((name) => model.templates.keys.get(name) ?? []);
  return {
    path,
    isArray,
    around,
    keys: new Map(keys.map((key) => [key.name, key])),
    timeKeys: keys.filter((key) => key.isTime && isScalarOnly(model, key.name)),
  };
}

function reasonAgainst(
  { path, isArray, around, timeKeys }: RmlPlace,
  key: ResolvedKey,
  hasOneForm: boolean,
  hasOnePlace: boolean,
  canRead: (key: string) => boolean,
): string | null {
  if (!path.every(canRead)) return 'The mapper cannot read this key.';
  if (key.rows.length > 0) return 'Its template describes records: RML has no term for a record.';
  if (!hasOneForm) return 'Its values have several forms, and a mapper goes over one.';
  if (!hasOnePlace) return 'Its records stand at several places, and a mapper goes over one.';
  if (around?.isArray === true)
    return 'It stands within records of an array, to which RML has no reference from there.';
  if (isArray && !timeKeys.some(({ name }) => canRead(name)))
    return 'Its records have no time of their own: RML has no numbers of items, and nothing else tells them apart.';
  return null;
}
