import { readFileSync } from 'node:fs';
import n3 from 'n3';
import type { Quad, Term } from 'n3';
import { OWL, RDF, RDFS, XSD } from '../../src/rdf/namespaces.ts';

const { namedNode, literal, quad, variable } = n3.DataFactory;
const IMPLIES = 'http://www.w3.org/2000/10/swap/log#implies';
const RL = 'urn:owl-rl:';
const TYPE = namedNode(`${RDF}type`);

/** What is wrong with a graph, each sentence once, sorted. */
export interface Findings {
  /** Statements that cannot all be true, named by the rule of OWL 2 RL that says so. */
  readonly contradictions: readonly string[];
  /** Things that have to be one thing for all to be true. */
  readonly merged: readonly string[];
}

interface Rule {
  readonly premise: Quad[];
  readonly conclusion: Quad[];
}

const RULES = readRules(readFileSync(new URL('owl-rl.n3', import.meta.url), 'utf8'));

/**
 * What OWL 2 RL concludes of a graph under its ontologies, by the reasoner of N3.js and the rules of the W3C. `owl:cardinality 1` counts as
 * at most one, which it entails.
 */
export function findContradictions(quads: readonly Quad[]): Findings {
  const store = new n3.Store([...quads]);
  const rules = [...RULES, ...takeListsApart(store)];
  const reasoner = new n3.Reasoner(store);
  for (let size = -1; size !== store.size;) {
    size = store.size;
    // One at a time: what all of them together conclude step by step takes a hundred times as long.
    for (const rule of rules) reasoner.reason([rule]);
  }
  const contradictions = store
    .getQuads(null, namedNode(`${RL}contradicts`), null, null)
    .map(({ subject, object }) => `${object.value}: ${subject.value} (${typesOf(store, subject)})`);
  const merged: string[] = [];
  for (const { subject, object } of store.getQuads(null, namedNode(`${OWL}sameAs`), null, null)) {
    if (subject.equals(object)) continue;
    // A literal is no subject of RDF, but the rules take it for one.
    const [one, other] = [subject as Term, object as Term];
    if (one.termType !== 'Literal' || other.termType !== 'Literal')
      merged.push([one.value, other.value].toSorted().join(' = '));
    else if (valueOf(one) !== valueOf(other))
      contradictions.push(`dt-diff: ${[one.value, other.value].toSorted().join(' = ')}`);
  }
  return {
    contradictions: unique([...contradictions, ...misplacedLiterals(store)]),
    merged: unique(merged),
  };
}

/** The rules of a text in N3, the premises that leave least open first. */
function readRules(text: string): Rule[] {
  const store = new n3.Store(new n3.Parser({ format: 'text/n3' }).parse(text));
  const openness = ({ subject, predicate, object }: Quad): number =>
    [subject, predicate, object].filter(({ termType }) => termType === 'Variable').length +
    (predicate.equals(TYPE) ? 0.5 : 0);
  const graph = (name: Term): Quad[] => store.getQuads(null, null, null, name as n3.Quad_Graph);
  return store.getQuads(null, namedNode(IMPLIES), null, null).map(({ subject, object }) => ({
    premise: graph(subject).toSorted((a, b) => openness(a) - openness(b)),
    conclusion: graph(object),
  }));
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}

function typesOf(store: n3.Store, subject: Term): string {
  const types = store.getObjects(subject, TYPE, null).filter(({ termType }) => termType === 'NamedNode');
  return unique(types.map(({ value }) => value.replace(/.*[/#]/, ''))).join(', ');
}

/** States what lists and numbers of axioms mean in triples that rules can match, and makes rules of those that are as long as their lists. */
function takeListsApart(store: n3.Store): Rule[] {
  const lists = store.extractLists();
  const membersOf = (head: Term): Term[] => (lists[head.value] ?? []) as Term[];
  const rules: Rule[] = [];
  const add = (s: Term, p: string, o: Term): void =>
    void store.addQuad(quad(s as n3.Quad_Subject, namedNode(p), o as n3.Quad_Object));
  const [x] = [variable('x')];
  for (const { subject, predicate, object } of store.getQuads(null, null, null, null)) {
    switch (predicate.value) {
      case `${OWL}unionOf`:
        for (const member of membersOf(object)) add(member, `${RDFS}subClassOf`, subject);
        break;
      case `${OWL}intersectionOf`:
        for (const member of membersOf(object)) add(subject, `${RDFS}subClassOf`, member);
        rules.push({
          premise: membersOf(object).map((member) => quad(x!, TYPE, member as n3.Quad_Object)),
          conclusion: [quad(x!, TYPE, subject as n3.Quad_Object)],
        });
        break;
      case `${OWL}oneOf`:
        for (const member of membersOf(object)) add(member, TYPE.value, subject);
        break;
      case `${OWL}propertyChainAxiom`: {
        const chain = membersOf(object);
        const steps = chain.map((property, at) =>
          quad(variable(`s${at}`), property as n3.Quad_Predicate, variable(`s${at + 1}`)),
        );
        rules.push({
          premise: steps,
          conclusion: [quad(variable('s0'), subject as n3.Quad_Predicate, variable(`s${chain.length}`))],
        });
        break;
      }
      case `${OWL}members`: {
        const relation =
          store.countQuads(subject, TYPE, namedNode(`${OWL}AllDisjointClasses`), null) > 0
            ? 'disjointWith'
            : 'differentFrom';
        const members = membersOf(object);
        members.forEach((one, at) => {
          for (const other of members.slice(at + 1)) add(one, OWL + relation, other);
        });
        break;
      }
      case `${OWL}maxCardinality`:
      case `${OWL}cardinality`:
        add(subject, `${RL}atMost`, literal(String(Number(object.value))));
        break;
      case `${OWL}maxQualifiedCardinality`:
      case `${OWL}qualifiedCardinality`:
        add(subject, `${RL}atMostOf`, literal(String(Number(object.value))));
        break;
    }
  }
  return rules;
}

/** Datatypes that hold the values of others. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  decimal: ['decimal', 'integer', 'nonNegativeInteger', 'positiveInteger', 'int', 'long'],
  integer: ['integer', 'nonNegativeInteger', 'positiveInteger', 'int', 'long'],
  dateTime: ['dateTime', 'dateTimeStamp'],
  duration: ['duration', 'dayTimeDuration', 'yearMonthDuration'],
};

/** Literals that are outside of their property's range (dt-not-type), or where a property of objects has none, and IRIs where one of data has none. */
function misplacedLiterals(store: n3.Store): string[] {
  const found: string[] = [];
  const declared = (kind: string): Set<string> =>
    new Set(store.getSubjects(TYPE, namedNode(OWL + kind), null).map(({ value }) => value));
  const [ofObjects, ofData] = [declared('ObjectProperty'), declared('DatatypeProperty')];
  const ranges = new Map<string, string[]>();
  for (const { subject, object } of store.getQuads(null, namedNode(`${RDFS}range`), null, null))
    ranges.set(subject.value, [...(ranges.get(subject.value) ?? []), object.value]);
  for (const { subject, predicate, object } of store.getQuads(null, null, null, null)) {
    const place = `${subject.value} ${predicate.value} ${object.value}`;
    if (object.termType !== 'Literal') {
      if (ofData.has(predicate.value)) found.push(`an object of a property of data: ${place}`);
      continue;
    }
    if (ofObjects.has(predicate.value)) found.push(`a literal of a property of objects: ${place}`);
    for (const range of ranges.get(predicate.value) ?? []) {
      const wanted = range.startsWith(XSD) ? range.slice(XSD.length) : null;
      const given = object.datatype.value.slice(XSD.length);
      if (wanted !== null && !(WITHIN[wanted] ?? [wanted]).includes(given))
        found.push(`dt-not-type: ${place} is no ${wanted}`);
    }
  }
  return found;
}

/** The value of a literal, by which two spellings of one number are one. */
function valueOf({ value, datatype }: n3.Literal): string {
  const number = Number(value);
  return Number.isNaN(number) ? `${datatype.value} ${value}` : `${datatype.value} ${number}`;
}
