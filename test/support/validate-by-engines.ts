import n3 from 'n3';
import type { Quad, Term } from 'n3';
import SHACLValidator from 'rdf-validate-shacl';
import { OWL, RDF, SHACL } from '../../src/rdf/namespaces.ts';
import { asIri, asTerm, optional } from '../../src/rdf/rows.ts';
import { unsafeRawSparql } from '../../src/rdf/sparql.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { replaceGraph } from '../../src/store/replace-graph.ts';
import type { ShapeTexts, ShapeViolation } from '../../src/vocabulary/shapes/shape-violation.ts';

interface EngineTask extends ShapeTexts {
  /** The vocabulary, as N-Triples. */
  readonly vocabulary: string;
}

/**
 * Every way in which a vocabulary breaks the shapes, in order of the nodes.
 *
 * A SHACL engine checks the core constraints. The SPARQL-based ones (`sh:sparql`) are run in a store that holds nothing else: each as one
 * query over all focus nodes, not one for each.
 *
 * @throws Error when the shapes, the units or the ontology cannot be read
 */
export async function validateByEngines(task: EngineTask): Promise<ShapeViolation[]> {
  const { baseUrl } = task;
  const shapes = parse(task.shapes, `${baseUrl}/shapes`);
  const background = [...parse(task.units, `${baseUrl}/vocabulary/`), ...parse(task.ontology, `${baseUrl}/ontology`)];
  // The ontology says what there is, and is not what is checked.
  const knowledge = background.filter(
    ({ predicate, object }) => !(predicate.value === `${RDF}type` && object.value.startsWith(OWL)),
  );
  const [core, sparql] = [
    await validateCore([...parse(task.vocabulary, baseUrl), ...knowledge], shapes),
    await validateSparql(task, shapes),
  ];
  const distinct = new Map([...core, ...sparql].map((violation) => [JSON.stringify(violation), violation]));
  return [...distinct.values()].toSorted((a, b) => compare(a.focusNode, b.focusNode) || compare(a.message, b.message));
}

async function validateCore(vocabulary: readonly Quad[], shapes: readonly Quad[]): Promise<ShapeViolation[]> {
  // The engine refuses shapes with constraints that it does not know.
  const core = shapes.filter(({ predicate }) => predicate.value !== `${SHACL}sparql`);
  const report = await new SHACLValidator(new n3.Store(core)).validate(new n3.Store([...vocabulary]));
  return report.results.map(({ message, sourceShape, focusNode, path, value }) => ({
    // The engine has messages of its own for some constraints.
    message: (objectsOf(shapes, sourceShape as Term, 'message')[0] ?? message[0])?.value ?? 'It breaks a shape',
    focusNode: focusNode.value,
    path: path?.termType === 'NamedNode' ? path.value : null,
    value: value?.value ?? null,
  }));
}

/** A SPARQL-based constraint (SHACL §5), with the targets of its shape. */
interface SparqlConstraint {
  readonly message: string;
  readonly select: string;
  /** Patterns that bind `$this` to the focus nodes. */
  readonly targets: readonly string[];
}

const ROW = { this: asTerm, path: optional(asIri), value: optional(asTerm) };

async function validateSparql(task: EngineTask, shapes: readonly Quad[]): Promise<ShapeViolation[]> {
  const { baseUrl } = task;
  const graph = `${baseUrl}/graph/checked`;
  const store = new EmbeddedStore();
  await replaceGraph(store, graph, [
    { name: 'the vocabulary', text: task.vocabulary, baseIri: `${baseUrl}/vocabulary/` },
    { name: 'schema/units.ttl', text: task.units, baseIri: `${baseUrl}/vocabulary/` },
    { name: 'schema/ontology.ttl', text: task.ontology, baseIri: `${baseUrl}/ontology` },
  ]);
  const prologue = `BASE <${baseUrl}/shapes>\n${prefixesOf(shapes).join('\n')}\n`;
  const violations: ShapeViolation[] = [];
  for (const { message, select, targets } of readSparqlConstraints(shapes)) {
    for (const target of targets) {
      const query = select.replace(/\bWHERE\s*\{/, `FROM <${graph}> WHERE { ${target} `);
      const rows = await store.select(unsafeRawSparql(prologue + query), ROW);
      for (const row of rows) {
        violations.push({ message, focusNode: row.this.value, path: row.path, value: row.value?.value ?? null });
      }
    }
  }
  await store.close();
  return violations;
}

/** Namespaces may be relative to the shapes: those of the hub are. */
function prefixesOf(shapes: readonly Quad[]): string[] {
  return objectsOf(shapes, null, 'declare').map((declaration) => {
    const [prefix, namespace] = ['prefix', 'namespace'].map((name) => objectsOf(shapes, declaration, name)[0]?.value);
    if (prefix === undefined || namespace === undefined) throw new Error('A sh:declare lacks its prefix or namespace');
    return `PREFIX ${prefix}: <${namespace}>`;
  });
}

function readSparqlConstraints(shapes: readonly Quad[]): SparqlConstraint[] {
  const constraints = shapes.filter(({ predicate }) => predicate.value === `${SHACL}sparql`);
  return constraints.map(({ subject: shape, object: constraint }) => {
    const [select] = objectsOf(shapes, constraint, 'select');
    const [message] = objectsOf(shapes, constraint, 'message');
    const targets = [
      ...objectsOf(shapes, shape, 'targetClass').map(({ value }) => `$this a <${value}> .`),
      ...objectsOf(shapes, shape, 'targetNode').map(({ value }) => `VALUES $this { <${value}> }`),
    ];
    if (select === undefined || message === undefined || targets.length === 0)
      throw new Error(`A sh:sparql of ${shape.value} lacks its query, its message or the targets of its shape`);
    return { message: message.value, select: select.value, targets };
  });
}

function objectsOf(quads: readonly Quad[], subject: Term | null, name: string): Term[] {
  return quads.flatMap((quad) =>
    quad.predicate.value === SHACL + name && (subject === null || quad.subject.equals(subject)) ? [quad.object] : [],
  );
}

function parse(text: string, baseIRI: string): Quad[] {
  return new n3.Parser({ baseIRI }).parse(text);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
