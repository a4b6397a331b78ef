import type { KeyTable } from '../json/keys.ts';
import { RDF_TYPE, TIME_HAS_TIME } from '../../rdf/namespaces.ts';
import type { ExpandedObject, ExpandedRow } from './expand.ts';
import type { CompiledTemplate, ObjectToken, Predicate, PredicateGroup, TemplateNode } from './mapping.ts';
import type { PredicateTable } from './predicates.ts';

/** A node whose template is linked after those that cite it. */
interface CitedNode extends TemplateNode {
  template: CompiledTemplate | null;
  isReferencedOnce: boolean;
}

/**
 * Gives the rows of templates the objects that the conversion works with: keys as numbers, nodes as objects that all places share.
 *
 * Nodes are collected while templates are linked, and their own templates are linked at the end, by `linkNodes`. No template is
 * linked within another one: a chain of nodes can be as long as a request body.
 */
export class TemplateLinker {
  private readonly templates: ReadonlyMap<string, readonly ExpandedRow[]>;
  private readonly keys: KeyTable;
  private readonly predicates: PredicateTable;
  /** By name, in the order in which templates cite them. */
  private readonly nodes = new Map<string, CitedNode>();

  /** @param templates by key, or by node with its `?` */
  constructor(templates: ReadonlyMap<string, readonly ExpandedRow[]>, keys: KeyTable, predicates: PredicateTable) {
    this.templates = templates;
    this.keys = keys;
    this.predicates = predicates;
  }

  /** @param hasInstant the template's values are linked to their instants (`mapping.md §4`) */
  link(rows: readonly ExpandedRow[], owner: string, hasInstant: boolean): CompiledTemplate {
    const groups: PredicateGroup[] = [];
    let lacksInstant = hasInstant;
    for (const row of rows) {
      const isType = row.predicate === RDF_TYPE && row.objects.every(({ kind }) => kind === 'constant');
      const predicate = this.predicates.add(row.predicate, owner, '@context', isType);
      const objects = row.objects.flatMap((object) => this.linkObject(object, predicate) ?? []);
      if (lacksInstant && row.predicate === TIME_HAS_TIME) {
        objects.push({ kind: 'instant' });
        lacksInstant = false;
      }
      if (objects.length > 0) groups.push({ predicate, objects, needsDeduplication: mayBeEqual(objects) });
    }
    if (lacksInstant) {
      const predicate = this.predicates.add(TIME_HAS_TIME, owner, '@context', false);
      groups.push({ predicate, objects: [{ kind: 'instant' }], needsDeduplication: false });
    }
    const cited = rows.flatMap(({ objects }) => objects).filter(({ kind }) => kind !== 'constant');
    return {
      groups,
      isSelfContained: cited.every(({ kind, text }) => kind !== 'node' && text === owner),
      citesOwnValue: cited.some(({ kind, text }) => kind === 'value' && text === owner),
    };
  }

  /** Links the templates of all nodes that linked templates cite. The map grows meanwhile: nodes cite further nodes. */
  linkNodes(): void {
    for (const node of this.nodes.values()) {
      const rows = this.templates.get(node.name);
      if (rows !== undefined) node.template = this.link(rows, node.name, false);
    }
  }

  /** Null for a key that no member has: its tokens never resolve. */
  private linkObject({ kind, text }: ExpandedObject, predicate: Predicate): ObjectToken | null {
    if (kind === 'constant') return { kind, statement: this.predicates.addStatement(predicate, text) };
    if (kind === 'node') return { kind, node: this.citeNode(text) };
    const key = this.keys.find(text);
    return key < 0 ? null : { kind, key };
  }

  private citeNode(name: string): TemplateNode {
    const known = this.nodes.get(name);
    if (known !== undefined) {
      known.isReferencedOnce = false;
      return known;
    }
    const node: CitedNode = { name, template: null, isReferencedOnce: true };
    this.nodes.set(name, node);
    return node;
  }
}

/** True if two of the objects can be the same. Two IRIs of the block never are: a row has each object once. */
function mayBeEqual(objects: readonly ObjectToken[]): boolean {
  return objects.length > 1 && objects.some(({ kind }) => kind !== 'constant');
}
