import type { KeyTable } from '../json/keys.ts';
import { RDF_TYPE, TIME_HAS_TIME } from '../../rdf/namespaces.ts';
import { saysTime, type Citations, type ExpandedRow, type ExpandedTemplate } from './expand.ts';
import type { CompiledTemplate, ObjectToken, Predicate, PredicateGroup, TemplateNode } from './mapping.ts';
import { PredicateTable } from './predicates.ts';

type Constant = Extract<ObjectToken, { kind: 'constant' }>;

/** The objects of one predicate: constants as the conversion works with them, tokens by the names that they cite. */
interface PreparedRow {
  readonly predicate: Predicate;
  readonly objects: readonly (Constant | CitedObject)[];
  /** A row of constants alone, which all mappings have; null for any other. */
  readonly group: PredicateGroup | null;
}

interface CitedObject {
  readonly kind: 'value' | 'entity' | 'node';
  /** Null for the key that has the template. */
  readonly text: string | null;
}

const INSTANT: ObjectToken = { kind: 'instant' };

/** About what is held for a row of a template that cites something, for each of its objects, and for any row. */
const [BYTES_OF_A_LINKED_ROW, BYTES_OF_AN_OBJECT, BYTES_OF_A_ROW] = [160, 64, 24];

/** A template with all that is the same whatever keys a document has, and whichever key has it. */
export class PreparedTemplate implements Citations {
  readonly rows: readonly PreparedRow[];
  readonly citedValues: Citations['citedValues'];
  readonly citedEntities: Citations['citedEntities'];
  readonly timeDatatypes: Citations['timeDatatypes'];
  /** The key that has it is a time key (`mapping.md §4`). */
  readonly isTime: boolean;
  /** As of `CompiledTemplate`. */
  readonly isSelfContained: boolean;
  readonly citesOwnValue: boolean;
  private readonly predicates: PredicateTable;
  private instantGroup: PredicateGroup | null = null;

  /** @param owner the key that has the template, or the node with its `?` */
  constructor(expanded: ExpandedTemplate, owner: string, predicates: PredicateTable) {
    const others = (name: string | null): string | null => (name === owner ? null : name);
    this.citedValues = expanded.citedValues.map(others);
    this.citedEntities = expanded.citedEntities.map(others);
    this.timeDatatypes = expanded.timeDatatypes.map(([name, datatype]) => [others(name), datatype]);
    this.predicates = predicates;
    this.rows = expanded.rows.map((row) => prepareRow(row, owner, predicates));
    const cited = this.rows.flatMap(({ objects }) => objects.filter((object) => 'text' in object));
    this.isTime = expanded.rows.some((row) => saysTime(row, owner));
    this.isSelfContained = cited.every(({ text }) => text === null);
    this.citesOwnValue = cited.some(({ kind, text }) => kind === 'value' && text === null);
  }

  /** Links values to their instants, behind the rows. */
  get instant(): PredicateGroup {
    return (this.instantGroup ??= {
      predicate: this.predicates.ofTemplate(TIME_HAS_TIME, false),
      objects: [INSTANT],
      needsDeduplication: false,
    });
  }
}

function prepareRow(row: ExpandedRow, owner: string, predicates: PredicateTable): PreparedRow {
  const isConstant = row.objects.every(({ kind }) => kind === 'constant');
  const predicate = predicates.ofTemplate(row.predicate, isConstant && row.predicate === RDF_TYPE);
  const objects = row.objects.map(({ kind, text }): Constant | CitedObject => {
    predicates.count(kind === 'constant' ? '' : text);
    if (kind === 'constant') return { kind, statement: predicates.statementOf(predicate, text) };
    return { kind, text: kind !== 'node' && text === owner ? null : text };
  });
  const isWhole = isConstant && objects.length > 0;
  const group = isWhole ? { predicate, objects: objects as Constant[], needsDeduplication: false } : null;
  return { predicate, objects, group };
}

/** `{}`, which describes nothing: every key that has no meaning has it. */
export const NO_TEMPLATE = new PreparedTemplate(
  { rows: [], citedValues: [], citedEntities: [], timeDatatypes: [] },
  '',
  new PredicateTable(),
);

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
  /** Those of the templates, in the order in which they were linked. */
  readonly predicates: (Predicate | number)[];
  /** About how many bytes are held for the templates that were linked, beside what all mappings share. */
  bytes = 0;
  private readonly templates: ReadonlyMap<string, PreparedTemplate>;
  private readonly keys: KeyTable;
  /** By name, in the order in which templates cite them. */
  private readonly nodes = new Map<string, CitedNode>();

  /**
   * @param templates by key, or by node with its `?`
   * @param predicates where those of the templates are listed
   */
  constructor(templates: ReadonlyMap<string, PreparedTemplate>, keys: KeyTable, predicates: (Predicate | number)[]) {
    this.templates = templates;
    this.keys = keys;
    this.predicates = predicates;
  }

  /**
   * @param owner the key that has the template, or the node with its `?`
   * @param hasInstant the template's values are linked to their instants (`mapping.md §4`)
   */
  link(template: PreparedTemplate, owner: string, hasInstant: boolean): CompiledTemplate {
    const { rows, isSelfContained, citesOwnValue } = template;
    const groups: PredicateGroup[] = [];
    this.bytes += rows.length * BYTES_OF_A_ROW;
    let lacksInstant = hasInstant;
    for (const { predicate, objects, group } of rows) {
      this.predicates.push(predicate);
      const takesInstant = lacksInstant && predicate.iri === TIME_HAS_TIME;
      if (group !== null && !takesInstant) {
        groups.push(group);
        continue;
      }
      const linked: ObjectToken[] = [];
      for (const object of objects) {
        const token = 'statement' in object ? object : this.linkCited(object, owner);
        if (token !== null) linked.push(token);
      }
      if (takesInstant) {
        linked.push(INSTANT);
        lacksInstant = false;
      }
      this.bytes += BYTES_OF_A_LINKED_ROW + linked.length * BYTES_OF_AN_OBJECT;
      if (linked.length > 0) groups.push({ predicate, objects: linked, needsDeduplication: mayBeEqual(linked) });
    }
    if (lacksInstant) {
      this.predicates.push(template.instant.predicate);
      groups.push(template.instant);
    }
    return { groups, isSelfContained, citesOwnValue };
  }

  /** Links the templates of all nodes that linked templates cite. The map grows meanwhile: nodes cite further nodes. */
  linkNodes(): void {
    for (const node of this.nodes.values()) {
      const template = this.templates.get(node.name);
      if (template !== undefined) node.template = this.link(template, node.name, false);
    }
  }

  /** Null for a key that no member has: its tokens never resolve. */
  private linkCited({ kind, text }: CitedObject, owner: string): ObjectToken | null {
    if (kind === 'node') return { kind, node: this.citeNode(text!) };
    const key = this.keys.find(text ?? owner);
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
