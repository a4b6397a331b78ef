import type { ResolvedKey } from '../mapping/templates/resolved-templates.ts';
import { XSD_STRING } from '../rdf/namespaces.ts';
import type { ArtefactModel } from './artefact-model.ts';
import type { RmlPlace } from './rml-places.ts';
import { templateOf, type RmlSpelling } from './rml-spelling.ts';
import { plainName, uniqueNames } from './safe-text.ts';
import type { TurtleText } from './turtle-text.ts';

/** What term maps say of the nodes and literals of a model. */
export class RmlTerms {
  readonly #turtle: TurtleText;
  readonly #spelling: RmlSpelling;
  readonly #names: ReadonlyMap<string, string>;
  /** Nodes that templates of several keys name: one in each row. */
  readonly #shared: ReadonlySet<string>;
  readonly #nodeNames: ReadonlyMap<string, string>;

  constructor({ keys }: ArtefactModel, turtle: TurtleText, spelling: RmlSpelling) {
    this.#turtle = turtle;
    this.#spelling = spelling;
    this.#names = uniqueNames(
      keys.map(({ name }) => name),
      plainName,
    );
    const users = new Map<string, Set<string>>();
    for (const { name, isTime, rows } of keys)
      for (const { object } of isTime ? [] : rows)
        if (object.kind === 'node') users.set(object.node, (users.get(object.node) ?? new Set()).add(name));
    this.#shared = new Set([...users].flatMap(([node, of]) => (of.size > 1 ? [node] : [])));
    this.#nodeNames = uniqueNames(
      keys.flatMap(({ rows }) => rows.flatMap(({ object }) => (object.kind === 'node' ? [object.node] : []))),
      plainName,
    );
  }

  /** The key by whose values the records of an array are told apart. */
  tellsApart({ timeKeys }: RmlPlace): ResolvedKey {
    return timeKeys.find(({ name }) => this.#spelling.canRead(name))!;
  }

  recordOf(place: RmlPlace): string {
    const label = place.path.length === 0 ? 'document' : `record-${this.#names.get(place.path.at(-1)!)!}`;
    return this.#spelling.blankNode(label, this.#rowKeys(place), null);
  }

  /** The term of the value of a key. */
  valueOf(place: RmlPlace, key: ResolvedKey): string {
    if (key.form === 'entity') {
      const template = templateOf(key.entityBase, [this.#spelling.reference(key.name)], '');
      return `rml:template ${this.#turtle.text(template)} ; rml:termType rml:IRI`;
    }
    if (key.form === 'literal') return this.literalOf(key.name, key.datatype);
    return this.#ownNode(place, key, `value-${this.#names.get(key.name)!}`);
  }

  literalOf(key: string, datatype: string | null): string {
    const type = datatype === null || datatype === XSD_STRING ? '' : ` ; rml:datatype ${this.#turtle.iri(datatype)}`;
    return `rml:reference ${this.#turtle.text(this.#spelling.reference(key))}${type}`;
  }

  /** Whether a row has one node for several keys. */
  isShared(key: ResolvedKey, node: string): boolean {
    return !key.isTime && this.#shared.has(node);
  }

  nodeOf(place: RmlPlace, key: ResolvedKey, node: string): string {
    const name = this.#nodeNames.get(node)!;
    return this.isShared(key, node)
      ? this.#spelling.blankNode(`node-${name}${this.#placeLabel(place)}`, this.#rowKeys(place), null)
      : this.#ownNode(place, key, `node-${this.#names.get(key.name)!}-${name}`);
  }

  /** What tells rows apart; a place that is one record needs nothing. */
  #rowKeys(place: RmlPlace): string[] {
    return place.isArray ? [this.tellsApart(place).name] : [];
  }

  /** Equal instants are one node in the whole document; other values have one in each row. */
  #ownNode(place: RmlPlace, key: ResolvedKey, label: string): string {
    return key.isTime
      ? this.#spelling.blankNode(label, [key.name], key.name)
      : this.#spelling.blankNode(`${label}${this.#placeLabel(place)}`, this.#rowKeys(place), key.name);
  }

  #placeLabel({ path }: RmlPlace): string {
    return path.length === 0 ? '' : `-in-${this.#names.get(path.at(-1)!)!}`;
  }
}
