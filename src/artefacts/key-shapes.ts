import { groupBy } from '../group-by.ts';
import type { ResolvedKey, ResolvedRow } from '../mapping/templates/resolved-templates.ts';
import { RDF_TYPE, TIME_HAS_TIME } from '../rdf/namespaces.ts';
import type { ArtefactModel } from './artefact-model.ts';
import { formsOf } from './schema-parts.ts';

/** A constraint of SHACL Core on a node, or on the objects of one of its predicates. */
export type Constraint =
  | { readonly kind: 'nodeKind'; readonly nodeKind: 'IRI' | 'Literal' | 'BlankNodeOrIRI' }
  | { readonly kind: 'datatype' | 'class' | 'hasValue'; readonly iri: string }
  /** One of them holds. */
  | { readonly kind: 'or'; readonly options: readonly Constraint[] }
  /** The constraints of a node of the same template, with its `?`. */
  | { readonly kind: 'node'; readonly node: string }
  /** Of the objects of a predicate. */
  | { readonly kind: 'minCount' | 'maxCount' }
  /** At least one object of a predicate fits. */
  | { readonly kind: 'qualified'; readonly constraints: readonly Constraint[] }
  | { readonly kind: 'property'; readonly path: string; readonly constraints: readonly Constraint[] };

/** What holds of the values of a key, and of each node that its template introduces. */
export interface KeyShape {
  readonly key: ResolvedKey;
  /** By node with its `?`; null is the node of the value itself, which is the first. */
  readonly nodes: ReadonlyMap<string | null, readonly Constraint[]>;
}

/** The rows of a key, as they are looked up: to look through all for each node takes time with the square of them. */
interface Template {
  readonly key: ResolvedKey;
  readonly rows: ReadonlyMap<string | null, readonly ResolvedRow[]>;
  /** By node, the row that says it first. */
  readonly introducing: ReadonlyMap<string, ResolvedRow>;
}

/** The shapes of the keys of a model: what graphs fit that the hub makes of documents with these keys. */
export function keyShapesOf(model: Pick<ArtefactModel, 'keys' | 'shape'>): KeyShape[] {
  const maker = new ShapeMaker(model);
  return model.keys.map((key) => maker.shapeOf(key));
}

class ShapeMaker {
  readonly #model: Pick<ArtefactModel, 'keys' | 'shape'>;
  /** The classes of every instant that a value may be linked to. */
  readonly #instantClasses: readonly string[];

  constructor(model: Pick<ArtefactModel, 'keys' | 'shape'>) {
    this.#model = model;
    const [first = [], ...others] = model.keys.filter(({ isTime }) => isTime).map(classesOf);
    this.#instantClasses = first.filter((type) => others.every((classes) => classes.includes(type)));
  }

  shapeOf(key: ResolvedKey): KeyShape {
    const rows = groupBy(key.rows, ({ subject }) => subject);
    const subjects = new Set([null, ...rows.keys()]);
    const introducing = new Map<string, ResolvedRow>();
    for (const row of key.rows)
      if (row.object.kind === 'node' && !introducing.has(row.object.node)) introducing.set(row.object.node, row);
    const template: Template = { key, rows, introducing };
    return { key, nodes: new Map(Array.from(subjects, (node) => [node, this.#constraintsOf(template, node)])) };
  }

  #mayBeRecord(name: string): boolean {
    const forms = formsOf(this.#model, name);
    return forms.has('record') || forms.has('records');
  }

  #constraintsOf(template: Template, subject: string | null): Constraint[] {
    const { key } = template;
    const found: Constraint[] = [];
    if (subject === null) {
      if (key.form === 'literal') found.push(this.#valueConstraint(key.name, key.datatype));
      else found.push(nodeKind(key.form === 'entity' && !this.#mayBeRecord(key.name) ? 'IRI' : 'BlankNodeOrIRI'));
    } else found.push(nodeKind('BlankNodeOrIRI'));
    const byPredicate = groupBy(template.rows.get(subject) ?? [], ({ predicate }) => predicate);
    for (const [predicate, rows] of byPredicate) found.push(...this.#predicateConstraints(template, predicate, rows));
    return found;
  }

  #predicateConstraints(template: Template, path: string, rows: readonly ResolvedRow[]): Constraint[] {
    const { key } = template;
    if (path === RDF_TYPE && rows.every(({ object }) => object.kind === 'constant'))
      return rows.map(({ object }) => ({ kind: 'class', iri: (object as { iri: string }).iri }));
    // An entity, and an instant, is described at every occurrence: of these, only what is always the same is single.
    const isDescribedOnce = key.form === 'node' && !key.isTime;
    const [only] = rows;
    if (rows.length > 1) return rows.flatMap((row) => this.#oneOfSeveral(template, path, row));
    const counts: Constraint[] = [];
    if (!only!.isOptional) counts.push({ kind: 'minCount' });
    const isSingle = only!.object.kind === 'instant' || path !== TIME_HAS_TIME;
    if (isDescribedOnce && isSingle) counts.push({ kind: 'maxCount' });
    return [{ kind: 'property', path, constraints: [...this.#objectConstraints(template, only!), ...counts] }];
  }

  /** One object of a predicate that has others, too. */
  #oneOfSeveral(template: Template, path: string, row: ResolvedRow): Constraint[] {
    if (row.isOptional) return [];
    const constraints = this.#objectConstraints(template, row);
    if (row.object.kind === 'constant') return [{ kind: 'property', path, constraints }];
    return [{ kind: 'property', path, constraints: [{ kind: 'qualified', constraints }] }];
  }

  #objectConstraints({ rows, introducing }: Template, { subject, object, predicate }: ResolvedRow): Constraint[] {
    switch (object.kind) {
      case 'constant':
        return [{ kind: 'hasValue', iri: object.iri }];
      case 'value':
        return [this.#valueConstraint(object.key, object.datatype)];
      case 'entity':
        return [nodeKind(this.#mayBeRecord(object.key) ? 'BlankNodeOrIRI' : 'IRI')];
      case 'instant':
        return [nodeKind('BlankNodeOrIRI'), ...this.#instantClasses.map((iri): Constraint => ({ kind: 'class', iri }))];
      case 'node': {
        const first = introducing.get(object.node);
        const introduces = first?.subject === subject && first.predicate === predicate;
        const isDescribed = rows.has(object.node);
        // A shape that leads back to itself has no meaning in SHACL: only the place that introduces a node looks at it.
        return [introduces && isDescribed ? { kind: 'node', node: object.node } : nodeKind('BlankNodeOrIRI')];
      }
    }
  }

  /** The value of a key: a literal, or the node of a record, which templates describe as they do values. */
  #valueConstraint(key: string, datatype: string | null): Constraint {
    const literal: Constraint = datatype === null ? nodeKind('Literal') : { kind: 'datatype', iri: datatype };
    return this.#mayBeRecord(key) ? { kind: 'or', options: [literal, nodeKind('BlankNodeOrIRI')] } : literal;
  }
}

function nodeKind(kind: 'IRI' | 'Literal' | 'BlankNodeOrIRI'): Constraint {
  return { kind: 'nodeKind', nodeKind: kind };
}

function classesOf({ rows }: ResolvedKey): string[] {
  return rows.flatMap(({ subject, predicate, object }) =>
    subject === null && predicate === RDF_TYPE && object.kind === 'constant' ? [object.iri] : [],
  );
}
