/**
 * Moves the triples that differ to the beginning, in their order, and the starts of subjects with them: what many documents
 * share, and each of them describes, would be read by each as often as it is described.
 *
 * @param starts by term, and the end of the last one
 * @returns how many triples differ
 */
export function keepDistinct(starts: Int32Array, predicates: Int32Array, objects: Int32Array): number {
  const terms = starts.length - 1;
  /** By object and by predicate: the first triple that has it, of the subject or of one before it. */
  const byObject = new Int32Array(terms).fill(-1);
  const byPredicate = new Int32Array(terms).fill(-1);
  /** Of the subject: the triples whose object and predicate earlier ones have, each with another. */
  const others = new Set<number>();
  let kept = 0;
  let at = 0;
  for (let subject = 0; subject < terms; subject++) {
    const start = kept;
    starts[subject] = start;
    others.clear();
    for (const end = starts[subject + 1]!; at < end; at++) {
      const [predicate, object] = [predicates[at]!, objects[at]!];
      const [withObject, withPredicate] = [byObject[object]!, byPredicate[predicate]!];
      if (withObject < start) byObject[object] = kept;
      if (withPredicate < start) byPredicate[predicate] = kept;
      if (withObject >= start && withPredicate >= start) {
        if (predicates[withObject] === predicate || objects[withPredicate] === object) continue;
        if (isIn(others, predicate * terms + object)) continue;
      }
      predicates[kept] = predicate;
      objects[kept++] = object;
    }
  }
  starts[terms] = kept;
  return kept;
}

/** Whether an item is in the set, to which it is added. */
function isIn(items: Set<number>, item: number): boolean {
  const { size } = items;
  return items.add(item).size === size;
}
