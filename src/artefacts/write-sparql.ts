import type { ResolvedKey } from '../mapping/templates/resolved-templates.ts';
import { TIME_HAS_TIME } from '../rdf/namespaces.ts';
import type { ArtefactModel } from './artefact-model.ts';
import type { TermLevel, Written } from './artefact.ts';
import { headerLines } from './header.ts';
import { TurtleText } from './turtle-text.ts';

const NOTES = [
  'The query has a row for each value of the keys, in one graph or several. Records and their nesting it does not have.',
  'Engines may give numbers in another spelling: 812.4 for 812.40.',
];

/** A query in SPARQL 1.1 that reads the values of all keys out of a graph of the hub: the path from a record to each. */
export function writeSparql(model: ArtefactModel): Written {
  const turtle = new TurtleText(model.templates.prefixes);
  const hasInstants = model.keys.some(({ rows }) => rows.some(({ object }) => object.kind === 'instant'));
  const timePath = model.keys.flatMap(({ isTime, predicate }) => (isTime ? [turtle.iri(predicate)] : [])).join('|');
  const branches = model.keys.map((key) => branchOf(key, turtle, timePath)).join('\n  UNION\n');
  const lines = [
    `SELECT ?record ?key ?value${hasInstants ? ' ?instant' : ''} WHERE {`,
    branches === '' ? '  VALUES ?key { }' : branches,
    '}',
    '',
  ];
  return {
    levels: model.keys.map(levelOf),
    notes: NOTES,
    write: (report) =>
      [...headerLines(report).map((line) => `# ${line}`), '', ...turtle.prefixes('PREFIX'), '', ...lines].join('\n'),
  };
}

function levelOf({ name, form, readPath }: ResolvedKey): TermLevel {
  if (readPath !== null) return { key: name, level: 'value-equal', missing: [] };
  return form === 'entity'
    ? {
        key: name,
        level: 'partial',
        missing: ['No triple has the text of the value: the query gives the IRI of the entity.'],
      }
    : { key: name, level: 'none', missing: ['No triple has the value: its template does not cite it.'] };
}

/** @param timePath the predicates of the time keys, whose objects are the instants of values */
function branchOf(
  { name, predicate, readPath, form, rows }: ResolvedKey,
  turtle: TurtleText,
  timePath: string,
): string {
  const value =
    form === 'literal' || (readPath === null && form === 'entity')
      ? [`?record ${turtle.iri(predicate)} ?value .`]
      : readPath === null
        ? [`?record ${turtle.iri(predicate)} ?node .`, 'FILTER(false)']
        : [
            `?record ${turtle.iri(predicate)} ?node .`,
            `?node ${readPath.map((iri) => turtle.iri(iri)).join('/')} ?value .`,
          ];
  // A record under the key is described as a value is, and cites itself.
  const isScalar = form === 'entity' && readPath === null ? 'isIRI(?value)' : 'isLiteral(?value)';
  const times = rows.filter((row) => row.subject === null && row.predicate === TIME_HAS_TIME);
  // A template may state another time of the value, such as an interval.
  const isInstant = times.length > 1 ? ` FILTER EXISTS { ?around ${timePath} ?instant }` : '';
  const instant = times.some(({ object }) => object.kind === 'instant')
    ? [`OPTIONAL { ?node ${turtle.iri(TIME_HAS_TIME)} ?instant${isInstant} }`]
    : [];
  return `  { ${[...value, `FILTER(${isScalar})`, `BIND(${turtle.text(name)} AS ?key)`, ...instant].join('\n    ')} }`;
}
