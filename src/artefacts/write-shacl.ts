import type { ResolvedKey } from '../mapping/templates/resolved-templates.ts';
import { SHACL, XSD_STRING } from '../rdf/namespaces.ts';
import type { ArtefactModel } from './artefact-model.ts';
import type { TermLevel, Written } from './artefact.ts';
import { headerLines } from './header.ts';
import { keyShapesOf, type Constraint, type KeyShape } from './key-shapes.ts';
import { plainName, uniqueNames } from './safe-text.ts';
import { scalarFormOf } from './scalar-form.ts';
import { TurtleText } from './turtle-text.ts';

const NOTES = [
  'Shapes see a graph and no document: a value that is missing whole, or that has the instant of another one, fits.',
  'The shapes look at the objects of the predicates of the keys, and at no other data of their classes.',
];

/** Shapes of the graph that the hub makes of documents, in SHACL Core. */
export function writeShacl(model: ArtefactModel): Written {
  const writer = new ShapeWriter(model);
  const shapes = keyShapesOf(model)
    .map((shape) => writer.write(shape))
    .join('\n');
  return {
    levels: model.keys.map(levelOf),
    notes: NOTES,
    write: (report) =>
      [...headerLines(report).map((line) => `# ${line}`), '', ...writer.turtle.prefixes('@prefix'), '', shapes].join(
        '\n',
      ),
  };
}

function levelOf({ name, isTerm, form, rows, datatype }: ResolvedKey): TermLevel {
  if (form !== 'literal' && rows.length === 0)
    return { key: name, level: 'none', missing: ['Its template says nothing of its values.'] };
  if (!isTerm)
    return { key: name, level: 'none', missing: ['It is no term of the vocabulary: literals of every datatype fit.'] };
  const isStricter = datatype !== XSD_STRING && datatype !== null && scalarFormOf(datatype).kind === 'text';
  const missing = isStricter
    ? ['The hub takes every text as a literal of its datatype; engines refuse those that are none.']
    : [];
  return { key: name, level: 'checks', missing };
}

class ShapeWriter {
  readonly turtle: TurtleText;
  readonly #model: ArtefactModel;
  readonly #names: ReadonlyMap<string, string>;

  constructor(model: ArtefactModel) {
    this.#model = model;
    this.#names = uniqueNames(
      model.keys.map(({ name }) => name),
      plainName,
    );
    const { versionIri, prefixes } = model.templates;
    this.turtle = new TurtleText(
      new Map([...prefixes, ['sh', SHACL], ['shape', `${versionIri}shapes/${model.keysHash}#`]]),
    );
  }

  /** The shapes of a key: that of its values, then those of the nodes that its template introduces. */
  write({ key, nodes }: KeyShape): string {
    const target = `${this.#sh('targetObjectsOf')} ${this.turtle.iri(key.predicate)}`;
    const blocks = Array.from(nodes, ([node, constraints]) => {
      const type = `a ${this.#sh('NodeShape')}${node === null ? ` ; ${target}` : ''}`;
      return block(this.#iriOf(key, node), [type, ...constraints.map((each) => this.#constraint(key, each))]);
    });
    return blocks.join('\n');
  }

  #sh(name: string): string {
    return this.turtle.iri(SHACL + name);
  }

  #iriOf({ name }: ResolvedKey, part: string | null): string {
    const { versionIri } = this.#model.templates;
    // A dot is in no plain name, so that parts of one key are no other key.
    const local = this.#names.get(name)! + (part === null ? '' : `.${plainName(part)}`);
    return this.turtle.iri(`${versionIri}shapes/${this.#model.keysHash}#${local}`);
  }

  #constraint(key: ResolvedKey, constraint: Constraint): string {
    switch (constraint.kind) {
      case 'nodeKind':
        return `${this.#sh('nodeKind')} ${this.#sh(constraint.nodeKind)}`;
      case 'datatype':
      case 'class':
      case 'hasValue':
        return `${this.#sh(constraint.kind)} ${this.turtle.iri(constraint.iri)}`;
      case 'minCount':
      case 'maxCount':
        return `${this.#sh(constraint.kind)} 1`;
      case 'node':
        return `${this.#sh('node')} ${this.#iriOf(key, constraint.node)}`;
      case 'or':
        return `${this.#sh('or')} ( ${constraint.options.map((option) => `[ ${this.#constraint(key, option)} ]`).join(' ')} )`;
      case 'qualified':
        return `${this.#sh('qualifiedValueShape')} [ ${this.#list(key, constraint.constraints)} ] ; ${this.#sh('qualifiedMinCount')} 1`;
      case 'property': {
        const path = `${this.#sh('path')} ${this.turtle.iri(constraint.path)}`;
        return `${this.#sh('property')} [ ${path} ; ${this.#list(key, constraint.constraints)} ]`;
      }
    }
  }

  #list(key: ResolvedKey, constraints: readonly Constraint[]): string {
    return constraints.map((constraint) => this.#constraint(key, constraint)).join(' ; ');
  }
}

function block(subject: string, lines: readonly string[]): string {
  return `${subject}\n  ${lines.join(' ;\n  ')} .\n`;
}
