/**
 * `mapping.md §6`, law 4: the graph with its anonymous nodes named as coarsely as the law allows. `coarse` reads the law to the letter; `fine` keeps
 * array items outside a time axis apart by their index even when they have an instant, which the law allows as well.
 */
import { toUSVString } from 'node:util';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { distinctTriples } from './graph.ts';
import type { Triple } from './graph.ts';
import type { JsonTree } from './json-tree.ts';
import { elementsOf, lengthAt, lengthOf, readDocument } from './reference-mapping.ts';
import type { Element, Place, ReferenceMapping, ReferenceOptions } from './reference-mapping.ts';

export type Grain = 'coarse' | 'fine';

/** The graph in which nodes that `mapping.md §6` lets be one are one. */
export function quotientByReference(text: string, lexicon: Lexicon, options: ReferenceOptions, grain: Grain): Triple[] {
  const mapping = readDocument(text, lexicon, options);
  const { triples } = mapping.convert();
  const names = nameNodes(mapping, grain);
  const rename = (term: string) => (term.startsWith('_:') ? `_:${names.get(term) ?? fail(term)}` : term);
  return distinctTriples(triples.map(([s, p, o]) => [rename(s), p, rename(o)] as const));
}

function fail(term: string): never {
  throw new Error(`${term} has no name`);
}

function nameNodes(mapping: ReferenceMapping, grain: Grain): Map<string, string> {
  const names = new Map<string, string>();
  const nodeNames = new Set<string>();
  for (const rows of mapping.block.templates.values())
    for (const row of rows) for (const token of row.objects) if (token.kind === 'node') nodeNames.add(token.name);

  const visit = (at: Place, recordName: string): void => {
    names.set(mapping.nodeOf(at.record), recordName);
    for (const key of at.members.keys()) {
      for (const element of elementsOf(at, key, recordName)) {
        const { value } = element;
        const name = JSON.stringify([recordName, key, describe(value), placeOf(element)]);
        if (value.kind === 'null') continue;
        if (value.kind === 'record') visit({ record: value, members: value.members, place: element }, name);
        else if (mapping.block.timeKeys.has(key) && value.kind !== 'array') {
          const node = mapping.valueNode(key, value, '');
          if (node.startsWith('_:')) names.set(node, node);
        } else if (mapping.labels.has(value)) names.set(mapping.label(value), name);
        const row = mapping.rowOf(element);
        for (const node of nodeNames) {
          const label = mapping.labels.get(`?${node} of ${row}`);
          if (label === undefined) continue;
          const instant = mapping.describedInstant(element);
          names.set(
            label,
            JSON.stringify([instant ?? recordName, `?${node}`, instant === null ? rowName(element) : 'instant']),
          );
        }
      }
    }
  };

  const isAligned = (element: Element): boolean => {
    const axis = mapping.axisOf(element.at);
    return axis !== null && element.index !== null && lengthOf(element) === lengthAt(element.at, axis);
  };
  /** What tells an element apart beside its record, key and value: its instant, or where it stands. */
  const placeOf = (element: Element): unknown => {
    const { value } = element;
    const stamped =
      value.kind === 'record' &&
      mapping.timeKeysOf({ record: value, members: value.members, place: element }).own.length > 0;
    const isOffAxis = (element.index !== null || element.nested) && !isAligned(element);
    const instant = mapping.instantOf(element);
    // The index of a record with a series is the same in all parts of it, its content is not.
    const byIndex = isOffAxis && (grain === 'fine' || hasSeries(element));
    if (!stamped && (instant === null || byIndex)) return [instant, element.pointer];
    return instant;
  };
  const hasSeries = (element: Element): boolean => {
    const { value } = element;
    if (value.kind !== 'record') return false;
    const at = { record: value, members: value.members, place: element };
    const axis = mapping.axisOf(at);
    return [...value.members.values()].some(
      (member) =>
        member.kind === 'array' &&
        ((axis !== null && member.items.length === lengthAt(at, axis)) || isOfStamped(member)),
    );
  };
  /** True for an array of nothing but records with a timestamp of their own, and such arrays. */
  const isOfStamped = (array: JsonTree & { kind: 'array' }): boolean =>
    array.items.every((item) => {
      if (item.kind === 'array') return isOfStamped(item);
      if (item.kind !== 'record') return item.kind === 'null';
      return mapping.timeKeysOf({ record: item, members: item.members, place: null }).own.length > 0;
    });
  const rowName = (element: Element): unknown => {
    const { index, at } = element;
    if (index === null && !element.nested) return 'own';
    if (!isAligned(element)) return [element.key, describe(element.value), placeOf(element)];
    const instant = mapping.instantOf(element);
    if (instant === null) return index;
    const values = [...at.members]
      .filter(([, member]) => member.kind === 'array' && member.items.length === lengthOf(element))
      .map(([key, member]) => [key, member.kind === 'array' ? describe(member.items[index!]!) : null]);
    return [instant, values];
  };
  visit({ record: mapping.document, members: mapping.document.members, place: null }, 'root');
  return names;
}

/** A value as text, equal for equal members; a null says nothing, half of a surrogate pair is U+FFFD. */
function describe(value: JsonTree): unknown {
  if (value.kind === 'array') return ['array', value.items.map(describe)];
  if (value.kind === 'record')
    return [
      'record',
      [...value.members]
        .filter(([, member]) => member.kind !== 'null')
        .map(([key, member]) => [key, describe(member)])
        .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    ];
  return value.kind === 'null' ? null : [value.kind, toUSVString(value.text)];
}
