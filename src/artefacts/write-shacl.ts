import type { ResolvedKey, ResolvedRow } from '../mapping/templates/resolved-templates.ts';
import { RDF_TYPE, SHACL, TIME_HAS_TIME, XSD_STRING } from '../rdf/namespaces.ts';
import type { ArtefactModel } from './artefact-model.ts';
import type { TermLevel, Written } from './artefact.ts';
import { headerLines } from './header.ts';
import { plainName, uniqueNames } from './safe-text.ts';
import { scalarFormOf } from './scalar-form.ts';
import { formsOf } from './schema-parts.ts';
import { TurtleText } from './turtle-text.ts';

const NOTES = [
  'Shapes see a graph and no document: a value that is missing whole, or that has the instant of another one, fits.',
  'The shapes look at the objects of the predicates of the keys, and at no other data of their classes.',
];

/** Shapes of the graph that the hub makes of documents, in SHACL Core. */
export function writeShacl(model: ArtefactModel): Written {
  const writer = new ShapeWriter(model);
  const shapes = model.keys.map((key) => writer.shapeOf(key)).join('\n');
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
  /** The classes of every instant that a value may be linked to. */
  readonly #instantClasses: readonly string[];

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
    const [first = [], ...others] = model.keys.filter(({ isTime }) => isTime).map(classesOf);
    this.#instantClasses = first.filter((type) => others.every((classes) => classes.includes(type)));
  }

  /** The shapes of a key: that of its values, then those of the nodes that its template introduces. */
  shapeOf(key: ResolvedKey): string {
    const shape = this.#iriOf(key, null);
    const target = `a ${this.#sh('NodeShape')} ; ${this.#sh('targetObjectsOf')} ${this.turtle.iri(key.predicate)}`;
    const own = this.#constraintsOf(key, null);
    const blocks = [block(shape, [target, ...own])];
    const nodes = new Set(key.rows.flatMap(({ subject }) => (subject === null ? [] : [subject])));
    for (const node of nodes)
      blocks.push(block(this.#iriOf(key, node), [`a ${this.#sh('NodeShape')}`, ...this.#constraintsOf(key, node)]));
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

  #mayBeRecord(name: string): boolean {
    const forms = formsOf(this.#model, name);
    return forms.has('record') || forms.has('records');
  }

  #nodeKind(kind: 'IRI' | 'Literal' | 'BlankNodeOrIRI'): string {
    return `${this.#sh('nodeKind')} ${this.#sh(kind)}`;
  }

  #constraintsOf(key: ResolvedKey, subject: string | null): string[] {
    const found: string[] = [];
    if (subject === null) {
      if (key.form === 'literal') found.push(...this.#valueConstraints(key.name, key.datatype));
      else found.push(this.#nodeKind(key.form === 'entity' && !this.#mayBeRecord(key.name) ? 'IRI' : 'BlankNodeOrIRI'));
    } else found.push(this.#nodeKind('BlankNodeOrIRI'));
    const byPredicate = new Map<string, ResolvedRow[]>();
    for (const row of key.rows)
      if (row.subject === subject) byPredicate.set(row.predicate, [...(byPredicate.get(row.predicate) ?? []), row]);
    for (const [predicate, rows] of byPredicate) found.push(...this.#predicateConstraints(key, predicate, rows));
    return found;
  }

  #predicateConstraints(key: ResolvedKey, predicate: string, rows: readonly ResolvedRow[]): string[] {
    if (predicate === RDF_TYPE && rows.every(({ object }) => object.kind === 'constant'))
      return rows.map(({ object }) => `${this.#sh('class')} ${this.turtle.iri((object as { iri: string }).iri)}`);
    // An entity, and an instant, is described at every occurrence: of these, only what is always the same is single.
    const isDescribedOnce = key.form === 'node' && !key.isTime;
    const [only] = rows;
    if (rows.length > 1) return rows.flatMap((row) => this.#oneOfSeveral(key, predicate, row));
    const counts: string[] = [];
    if (!only!.isOptional) counts.push(`${this.#sh('minCount')} 1`);
    const isSingle = only!.object.kind === 'instant' || predicate !== TIME_HAS_TIME;
    if (isDescribedOnce && isSingle) counts.push(`${this.#sh('maxCount')} 1`);
    return [this.#property(predicate, [...this.#objectConstraints(key, only!), ...counts])];
  }

  /** One object of a predicate that has others, too. */
  #oneOfSeveral(key: ResolvedKey, predicate: string, row: ResolvedRow): string[] {
    if (row.isOptional) return [];
    if (row.object.kind === 'constant') return [this.#property(predicate, this.#objectConstraints(key, row))];
    const shape = `[ ${this.#objectConstraints(key, row).join(' ; ')} ]`;
    return [
      this.#property(predicate, [`${this.#sh('qualifiedValueShape')} ${shape}`, `${this.#sh('qualifiedMinCount')} 1`]),
    ];
  }

  #objectConstraints(key: ResolvedKey, { subject, path, object, predicate }: ResolvedRow): string[] {
    switch (object.kind) {
      case 'constant':
        return [`${this.#sh('hasValue')} ${this.turtle.iri(object.iri)}`];
      case 'value':
        return this.#valueConstraints(object.key, object.datatype);
      case 'entity':
        return [this.#nodeKind(this.#mayBeRecord(object.key) ? 'BlankNodeOrIRI' : 'IRI')];
      case 'instant':
        return [
          this.#nodeKind('BlankNodeOrIRI'),
          ...this.#instantClasses.map((type) => `${this.#sh('class')} ${this.turtle.iri(type)}`),
        ];
      case 'node': {
        const first = key.rows.find((row) => row.object.kind === 'node' && row.object.node === object.node);
        const introduces =
          first?.subject === subject && first.predicate === predicate && first.path.length === path.length;
        const isDescribed = key.rows.some((row) => row.subject === object.node);
        // A shape that leads back to itself has no meaning in SHACL: only the place that introduces a node looks at it.
        return introduces && isDescribed
          ? [`${this.#sh('node')} ${this.#iriOf(key, object.node)}`]
          : [this.#nodeKind('BlankNodeOrIRI')];
      }
    }
  }

  /** The value of a key: a literal, or the node of a record, which templates describe as they do values. */
  #valueConstraints(key: string, datatype: string | null): string[] {
    const literal =
      datatype === null ? this.#nodeKind('Literal') : `${this.#sh('datatype')} ${this.turtle.iri(datatype)}`;
    return this.#mayBeRecord(key)
      ? [`${this.#sh('or')} ( [ ${literal} ] [ ${this.#nodeKind('BlankNodeOrIRI')} ] )`]
      : [literal];
  }

  #property(predicate: string, constraints: readonly string[]): string {
    return `${this.#sh('property')} [ ${this.#sh('path')} ${this.turtle.iri(predicate)} ; ${constraints.join(' ; ')} ]`;
  }
}

function classesOf({ rows }: ResolvedKey): string[] {
  return rows.flatMap(({ subject, predicate, object }) =>
    subject === null && predicate === RDF_TYPE && object.kind === 'constant' ? [object.iri] : [],
  );
}

function block(subject: string, lines: readonly string[]): string {
  return `${subject}\n  ${lines.join(' ;\n  ')} .\n`;
}
