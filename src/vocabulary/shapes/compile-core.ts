import {
  XSD,
  XSD_BOOLEAN,
  XSD_DECIMAL,
  XSD_INTEGER,
  XSD_STRING,
  RDF_LANG_STRING,
  SHACL,
} from '../../rdf/namespaces.ts';
import { datatypeOf, type BoundTerm } from '../../rdf/rows.ts';
import { keyOfTerm } from '../triple-order.ts';
import type { CheckedGraph } from './checked-graph.ts';
import { matchesPattern } from './shape-pattern.ts';
import type { ShapesGraph } from './shapes-graph.ts';
import { compareValues } from './sparql-values.ts';

/** Takes the value at fault; null when none is. */
type Fail = (value: number | null) => void;

/** One constraint (SHACL §4) on the value nodes of a focus node. */
type Constraint = (values: readonly number[], focus: number, fail: Fail) => void;

/** Takes what breaks a shape. */
type Report = (message: string, focus: number, path: string | null, value: number | null) => void;

/** A shape, ready to be asked of the nodes of one graph. */
export interface CoreShape {
  /** The IRI of the shape. */
  readonly iri: string;
  /** Numbers of the nodes that it is about; those of classes are asked for with `isTarget`. */
  readonly targetNodes: readonly number[];
  readonly targetClasses: readonly number[];
  readonly validate: (focus: number, report: Report) => void;
}

/** What is known of a shape while constraints are made of its parameters. */
interface Context {
  readonly graph: CheckedGraph;
  readonly shapes: ShapesGraph;
  /** The shape's node. */
  readonly shape: string;
  readonly numbers: (terms: readonly BoundTerm[]) => number[];
  readonly nested: (node: BoundTerm) => (value: number) => boolean;
}

/** The lexical spaces of the datatypes that shapes ask for. */
const LEXICAL: ReadonlyMap<string, RegExp> = new Map([
  [XSD_STRING, /^/],
  [RDF_LANG_STRING, /^/],
  [XSD_BOOLEAN, /^(?:true|false|1|0)$/],
  [XSD_INTEGER, /^[+-]?\d+$/],
  [XSD_DECIMAL, /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/],
  [`${XSD}date`, /^-?\d{4,}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:Z|[+-]\d{2}:\d{2})?$/],
]);

/** Parameters that are no constraints of their own. */
const OTHERS = new Set(['path', 'message', 'targetClass', 'targetNode', 'property', 'sparql', 'qualifiedValueShape']);

/** The shapes with targets, with their core constraints. @throws Error when one has a constraint that is not known here */
export function compileCore(shapes: ShapesGraph, graph: CheckedGraph): CoreShape[] {
  const numbers = (terms: readonly BoundTerm[]): number[] => terms.map((term) => graph.number(term));
  const targeted = new Set(
    ['targetClass', 'targetNode'].flatMap((name) => Array.from(shapes.having(name), ({ subject }) => subject)),
  );
  return Array.from(targeted, (shape) => ({
    iri: shape,
    targetNodes: numbers(shapes.values(shape, 'targetNode')),
    targetClasses: numbers(shapes.values(shape, 'targetClass')),
    validate: compileShape(shape, shapes, graph),
  }));
}

function compileShape(shape: string, shapes: ShapesGraph, graph: CheckedGraph): CoreShape['validate'] {
  const [path] = shapes.values(shape, 'path');
  const context: Context = {
    graph,
    shapes,
    shape,
    numbers: (terms) => terms.map((term) => graph.number(term)),
    nested: (node) => {
      const validate = compileShape(keyOfTerm(node), shapes, graph);
      return (value) => {
        let conforms = true;
        validate(value, () => (conforms = false));
        return conforms;
      };
    },
  };
  const constraints = Array.from(shapes.parameters(shape)).flatMap(([name, values]): Constraint[] => {
    if (OTHERS.has(name)) return [];
    const compile = CONSTRAINTS[name];
    if (compile === undefined) throw new Error(`The check of shapes does not know sh:${name}`);
    return values.map((value) => compile(value, context));
  });
  const properties = shapes.values(shape, 'property').map((node) => compileShape(keyOfTerm(node), shapes, graph));
  const message = shapes.values(shape, 'message')[0]?.value ?? 'It breaks a shape';
  const valuesOf = path === undefined ? (focus: number) => [focus] : compilePath(path, shapes, graph);
  const pathIri = path?.type === 'uri' ? path.value : null;
  return (focus, report) => {
    if (constraints.length > 0) {
      const values = valuesOf(focus);
      for (const check of constraints) check(values, focus, (value) => report(message, focus, pathIri, value));
    }
    for (const validate of properties) for (const value of valuesOf(focus)) validate(value, report);
  };
}

/** The nodes at the end of a path: of one property, forwards or backwards. */
function compilePath(path: BoundTerm, shapes: ShapesGraph, graph: CheckedGraph): (focus: number) => number[] {
  if (path.type === 'uri') {
    const property = graph.number(path);
    return (focus) => graph.objects(focus, property);
  }
  const [inverse] = shapes.values(keyOfTerm(path), 'inversePath');
  if (inverse?.type !== 'uri') throw new Error('The check of shapes knows paths of one property');
  const property = graph.number(inverse);
  return (focus) => graph.subjects(property, focus);
}

/** A constraint on each value by itself. */
function each(isValid: (term: BoundTerm, value: number, focus: number) => boolean, { graph }: Context): Constraint {
  return (values, focus, fail) => {
    for (const value of values) if (!isValid(graph.term(value), value, focus)) fail(value);
  };
}

/** A constraint on how many values there are. */
function counted(isValid: (count: number) => boolean, isMeant: (value: number) => boolean = () => true): Constraint {
  return (values, _focus, fail) => {
    if (!isValid(values.filter(isMeant).length)) fail(null);
  };
}

function compared(limit: BoundTerm, isValid: (order: number) => boolean, context: Context): Constraint {
  return each((term) => {
    const order = compareValues(term, limit);
    return order !== undefined && isValid(order);
  }, context);
}

const CONSTRAINTS: Readonly<Record<string, (parameter: BoundTerm, context: Context) => Constraint>> = {
  minCount: ({ value }) => counted((count) => count >= Number(value)),
  maxCount: ({ value }) => counted((count) => count <= Number(value)),
  qualifiedMinCount: ({ value }, { shapes, shape, nested }) =>
    counted((count) => count >= Number(value), nested(shapes.values(shape, 'qualifiedValueShape')[0]!)),
  hasValue: (sought, { graph }) => {
    const number = graph.number(sought);
    return (values, _focus, fail) => {
      if (!values.includes(number)) fail(null);
    };
  },
  datatype: ({ value: datatype }, context) => {
    const lexical = LEXICAL.get(datatype);
    if (lexical === undefined) throw new Error(`The check of shapes does not know the datatype ${datatype}`);
    return each(
      (term) => term.type === 'literal' && datatypeOf(term) === datatype && lexical.test(term.value),
      context,
    );
  },
  nodeKind: ({ value }, context) => {
    if (value !== `${SHACL}IRI`) throw new Error(`The check of shapes does not know the kind ${value}`);
    return each(({ type }) => type === 'uri', context);
  },
  class: (sought, context) => {
    const number = context.graph.number(sought);
    return each((_term, value) => context.graph.isInstance(value, number), context);
  },
  in: (list, context) => {
    const allowed = new Set(context.numbers(context.shapes.list(list)));
    return each((_term, value) => allowed.has(value), context);
  },
  pattern: ({ value: pattern }, context) =>
    each(({ type, value }) => type !== 'bnode' && matchesPattern(value, pattern), context),
  maxLength: ({ value }, context) =>
    each(({ type, value: text }) => type !== 'bnode' && text.length <= Number(value), context),
  minInclusive: (limit, context) => compared(limit, (order) => order >= 0, context),
  minExclusive: (limit, context) => compared(limit, (order) => order > 0, context),
  maxExclusive: (limit, context) => compared(limit, (order) => order < 0, context),
  languageIn: (list, context) => {
    const allowed = new Set(context.shapes.list(list).map(({ value }) => value));
    // A language allows its regions, too (RFC 4647 §3.3.1).
    return each((term) => allowed.has(term['xml:lang']?.toLowerCase().split('-', 1)[0] ?? ''), context);
  },
  uniqueLang: ({ value }, { graph }) => {
    if (value !== 'true') return () => {};
    return (values, _focus, fail) => {
      const languages = values.flatMap((number) => graph.term(number)['xml:lang']?.toLowerCase() ?? []);
      if (new Set(languages).size < languages.length) fail(null);
    };
  },
  disjoint: (other, context) => {
    const property = context.graph.number(other);
    return each((_term, value, focus) => !context.graph.has(focus, property, value), context);
  },
  lessThan: (other, context) => {
    const property = context.graph.number(other);
    return each((term, _value, focus) => {
      const limits = context.graph.objects(focus, property);
      return limits.every((limit) => (compareValues(term, context.graph.term(limit)) ?? 0) < 0);
    }, context);
  },
  or: (list, context) => {
    const shapes = context.shapes.list(list).map(context.nested);
    return each((_term, value) => shapes.some((conforms) => conforms(value)), context);
  },
  not: (node, context) => {
    const conforms = context.nested(node);
    return each((_term, value) => !conforms(value), context);
  },
};
