/** What the vocabulary has for the fields of a term, as prefixed names and tokens, sorted. */
export interface Completions {
  readonly unit: readonly string[];
  readonly quantityKind: readonly string[];
  readonly predicate: readonly string[];
  readonly object: readonly string[];
}

export const NO_COMPLETIONS: Completions = { unit: [], quantityKind: [], predicate: [], object: [] };

/** A template: objects by their predicate. */
type Template = ReadonlyArray<readonly [predicate: string, objects: readonly string[]]>;

/** What is read of `GET /api/lexicon`. */
export interface LexiconTemplates {
  readonly terms: ReadonlyArray<{ readonly template?: Template }>;
  readonly nodes: ReadonlyArray<readonly [name: string, template: Template]>;
}

/** Of the templates of the vocabulary; nothing where they cannot be had, for the form works without. */
export async function loadCompletions(root: string): Promise<Completions> {
  try {
    const response = await fetch(`${root}api/lexicon?texts=labels`);
    return response.ok ? completionsOf((await response.json()) as LexiconTemplates) : NO_COMPLETIONS;
  } catch {
    return NO_COMPLETIONS;
  }
}

/** What the templates cite, without values and the nodes of others, of which there are thousands. */
export function completionsOf({ terms, nodes }: LexiconTemplates): Completions {
  const objects = new Map<string, Set<string>>();
  for (const template of [...terms.map((term) => term.template ?? []), ...nodes.map(([, template]) => template)])
    for (const [predicate, cited] of template) {
      const known = objects.get(predicate) ?? new Set();
      objects.set(predicate, known);
      for (const object of cited) if (!object.startsWith('$') && !object.startsWith('?')) known.add(object);
    }
  const sorted = (values: Iterable<string> = []): string[] => [...new Set(values)].toSorted();
  return {
    unit: sorted(objects.get('qudt:hasUnit')),
    quantityKind: sorted(objects.get('qudt:hasQuantityKind')),
    predicate: sorted(objects.keys()),
    object: sorted([...objects.values()].flatMap((each) => [...each])),
  };
}
