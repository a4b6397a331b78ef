import { RDF, SHACL } from '../../rdf/namespaces.ts';
import type { BoundTerm } from '../../rdf/rows.ts';
import type { Triple } from '../../rdf/triple.ts';
import { keyOfTerm } from '../triple-order.ts';

/** The triples of `schema/shapes.ttl`, as its shapes are read. */
export class ShapesGraph {
  /** Objects by subject and property. */
  readonly #objects = new Map<string, Map<string, BoundTerm[]>>();

  constructor(triples: Iterable<Triple>) {
    for (const { s, p, o } of triples) {
      let properties = this.#objects.get(keyOfTerm(s));
      if (properties === undefined) this.#objects.set(keyOfTerm(s), (properties = new Map()));
      const objects = properties.get(p);
      if (objects === undefined) properties.set(p, [o]);
      else objects.push(o);
    }
  }

  /** What the shapes say of each subject with a property of SHACL. */
  *having(name: string): Generator<{ readonly subject: string; readonly objects: readonly BoundTerm[] }> {
    for (const [subject, properties] of this.#objects) {
      const objects = properties.get(SHACL + name);
      if (objects !== undefined) yield { subject, objects };
    }
  }

  /** The namespaces of `sh:declare` by their prefixes, relative to a base. */
  prefixes(base: string): Map<string, string> {
    const declarations = Array.from(this.having('declare')).flatMap(({ objects }) => objects.map(keyOfTerm));
    return new Map(
      declarations.map((node) => [this.text(node, 'prefix'), new URL(this.text(node, 'namespace'), base).href]),
    );
  }

  /** The properties of SHACL that a node has, by their names, each with its values. */
  *parameters(node: string): Generator<readonly [name: string, values: readonly BoundTerm[]]> {
    for (const [property, objects] of this.#objects.get(node) ?? [])
      if (property.startsWith(SHACL)) yield [property.slice(SHACL.length), objects];
  }

  /** The values of a property of SHACL. */
  values(node: string, name: string): readonly BoundTerm[] {
    return this.#objects.get(node)?.get(SHACL + name) ?? [];
  }

  /** The text of a property of SHACL. @throws Error when the node has none */
  text(node: string, name: string): string {
    const [value] = this.values(node, name);
    if (value === undefined) throw new Error(`A node of the shapes lacks sh:${name}: ${node}`);
    return value.value;
  }

  /** The members of a list. */
  list(head: BoundTerm): BoundTerm[] {
    const members: BoundTerm[] = [];
    for (let rest: BoundTerm | undefined = head; rest !== undefined && rest.value !== `${RDF}nil`;) {
      const cell: Map<string, BoundTerm[]> | undefined = this.#objects.get(keyOfTerm(rest));
      const first = cell?.get(`${RDF}first`)?.[0];
      if (first === undefined) throw new Error('A list of the shapes has no end');
      members.push(first);
      rest = cell?.get(`${RDF}rest`)?.[0];
    }
    return members;
  }
}
