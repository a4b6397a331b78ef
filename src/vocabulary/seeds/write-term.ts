import { DCTERMS, OWL, QUDT, RDF, RDFS, SCHEMA_ORG, SKOS, XSD, type HubNamespaces } from '../../rdf/namespaces.ts';
import { facetsOf, type Facets } from './facets.ts';
import type { Names } from './names.ts';
import { kindOf, type Template } from './template.ts';
import { quoted, type TurtleLines } from './turtle-lines.ts';
import { iriOf, type Block, type Variant } from './variants.ts';
import { writeTexts, type Say } from './write-texts.ts';

/** What terms are written with. */
export interface Writing {
  readonly names: Names;
  readonly facets: Facets;
  readonly hub: HubNamespaces;
  readonly lines: TurtleLines;
}

/** What a block says of other resources, and the property of each: of resources elsewhere, and of the vocabulary's own. */
const MATCHES = [
  ['exact', `${SKOS}exactMatch`, `${SKOS}exactMatch`],
  ['close', `${SKOS}closeMatch`, `${SKOS}closeMatch`],
  ['broad', `${SKOS}broadMatch`, `${SKOS}broadMatch`],
  ['narrow', `${SKOS}narrowMatch`, `${SKOS}narrowMatch`],
  ['related', `${SKOS}relatedMatch`, `${SKOS}related`],
  ['see', `${RDFS}seeAlso`, `${RDFS}seeAlso`],
] as const;

/** When the terms of the first edition were created; later ones say when. */
const FIRST_EDITION = '2026-11-21';

/** The keys that templates cite, as `$key` and `@key`. */
export type Citations = ReadonlySet<string>;

/** Writes a term, its tokens and its template as `docs/vocabulary.md` describes them. @throws SeedError */
export function writeTerm(variant: Variant, template: Template, cited: Citations, writing: Writing): void {
  const { names, hub, lines } = writing;
  const { name, block, category, example, unit, spelling } = variant;
  const iri = hub.vocabulary + encodeURIComponent(name);
  const say: Say = (property, object, line) => lines.say(iri, property, object, line);
  for (const kind of [`${RDF}Property`, `${SKOS}Concept`, `${hub.ontology}Term`]) say(`${RDF}type`, kind, block.line);
  writeTexts(block, variant.symbol, say);
  for (const { text, line } of spellingsOf(variant)) say(`${SKOS}hiddenLabel`, quoted(text), line);
  say(`${SKOS}notation`, quoted(name), block.line);
  say(`${SKOS}example`, quoted(example.text!), example.line);
  say(`${SKOS}broader`, `${hub.vocabulary}category/${category}`, block.line);
  say(`${SKOS}inScheme`, hub.vocabulary, block.line);
  const datatype = block.text('datatype');
  if (datatype === null && unit === null)
    block.refuse(
      block.line,
      'datatype',
      'what has no unit says the datatype of its values: string, boolean, dateTimeStamp …',
    );
  const typed = datatype?.text ?? 'double';
  say(
    `${hub.ontology}datatype`,
    names.expand(typed.includes(':') ? typed : `xsd:${typed}`)!,
    datatype?.line ?? block.line,
  );
  if (unit !== null) {
    say(`${hub.ontology}quantity`, quantityIri(variant, hub), block.line);
    say(`${QUDT}hasUnit`, unit, example.line);
    writeKind(variant, writing, say);
    for (const { iri: facet, line } of facetsOf(block, writing.facets, hub)) say(`${hub.ontology}facet`, facet, line);
  }
  for (const [property, { text, line }] of boundsOf(variant, names))
    say(property, quoted(text, `^^<${XSD}decimal>`), line);
  writeHistory(block, spelling, writing, say);
  for (const [key, property, ownProperty] of MATCHES)
    for (const cite of block.texts(key)) {
      const match = iriOf(block, cite, key, names);
      say(match.startsWith(hub.vocabulary) ? ownProperty : property, match, cite.line);
    }
  for (const { predicate, object, line } of template.self) say(predicate, object, line);
  for (const [sign, kindOfToken, fragment] of [
    ['$', 'ValueToken', 'value'],
    ['@', 'EntityToken', 'entity'],
  ] as const) {
    if (!cited.has(sign + name) && (sign === '@' || template.rows.length === 0)) continue;
    lines.say(`${iri}#${fragment}`, `${RDF}type`, hub.ontology + kindOfToken, block.line);
    lines.say(`${iri}#${fragment}`, `${hub.ontology}key`, iri, block.line);
  }
  writeRows(iri, template.rows, hub, lines);
  for (const [node, rows] of template.nodes) writeNode(node, rows, block.line, hub, lines);
}

/** Writes the quantity of which the terms of a block are variants. @throws SeedError */
export function writeQuantity(variant: Variant, writing: Writing): void {
  const { hub, lines } = writing;
  const block = variant.whole;
  const iri = quantityIri(variant, hub);
  const say: Say = (property, object, line) => lines.say(iri, property, object, line);
  say(`${RDF}type`, `${SKOS}Concept`, block.line);
  say(`${RDF}type`, `${hub.ontology}Quantity`, block.line);
  say(`${SKOS}notation`, quoted(variant.quantity), block.line);
  say(`${RDFS}isDefinedBy`, hub.vocabulary, block.line);
  writeTexts(block, null, say);
  writeKind({ ...variant, block }, writing, say);
  const pattern = block.text('pattern');
  if (pattern !== null) say(`${hub.ontology}pattern`, quoted(pattern.text!), pattern.line);
  for (const { iri: facet, line } of facetsOf(block, writing.facets, hub)) say(`${hub.ontology}facet`, facet, line);
}

/** Writes a node with its rows. */
export function writeNode(
  node: string,
  rows: Template['rows'],
  line: number,
  hub: HubNamespaces,
  lines: TurtleLines,
): void {
  const iri = `${hub.vocabulary}node/${node.slice(1)}`;
  lines.say(iri, `${RDF}type`, `${hub.ontology}TemplateNode`, line);
  lines.say(iri, `${SKOS}notation`, quoted(node.slice(1)), line);
  writeRows(iri, rows, hub, lines);
}

function quantityIri({ quantity }: Variant, { vocabulary }: HubNamespaces): string {
  return `${vocabulary}quantity/${quantity}`;
}

function writeKind(variant: Variant, { names }: Writing, say: Say): void {
  const kind = kindOf(variant, names);
  if (kind !== null) say(`${QUDT}hasQuantityKind`, kind, variant.block.lineOf('kind'));
}

/** Writes when the term came, where its definition is from, what changed, and what replaces it. */
function writeHistory(block: Block, spelling: string | null, { names, hub }: Writing, say: Say): void {
  const created = block.ofUnit('created', spelling);
  say(`${DCTERMS}created`, quoted(created?.text ?? FIRST_EDITION, `^^<${XSD}date>`), created?.line ?? block.line);
  for (const { text, line } of block.texts('source'))
    say(`${DCTERMS}source`, /^https?:\/\/\S+$/.test(text) ? text : quoted(text, '@en'), line);
  for (const { text, line } of block.texts('changed')) say(`${SKOS}changeNote`, quoted(text, '@en'), line);
  const deprecated = block.ofUnit('deprecated', spelling);
  if (deprecated === null) return;
  say(`${OWL}deprecated`, `true`, deprecated.line);
  const named = deprecated.text === 'true' ? block.ofUnit('replacedBy', spelling) : deprecated;
  if (named === null) return;
  const replacement = names.expand(`vocab:${named.text}`);
  if (replacement === null) block.refuse(named.line, 'deprecated', `${named.text} is no name of a term`);
  else say(`${DCTERMS}isReplacedBy`, hub.vocabulary + encodeURIComponent(named.text!), named.line);
}

/** The smallest and the largest plausible value, in the unit of the term. */
function boundsOf(
  { block, unit, firstUnit }: Variant,
  names: Names,
): [property: string, bound: { readonly text: string; readonly line: number }][] {
  const range = block.get('range');
  if (range === undefined) return [];
  if (range.is !== 'list' || range.items.length !== 2)
    return block.refuse(range.line, 'range', 'it has the smallest and the largest value: [0, 100], or null for none');
  return range.items.flatMap((bound, index): ReturnType<typeof boundsOf> => {
    if (bound.is !== 'text' || bound.text === null) return [];
    if (!/^-?\d+(\.\d+)?$/.test(bound.text)) block.refuse(bound.line, 'range', `${bound.text} is no decimal number`);
    const isSame = unit === firstUnit || unit === null || firstUnit === null;
    const text = isSame ? bound.text : names.convert(Number(bound.text), firstUnit, unit);
    if (text === null) return [];
    return [[`${SCHEMA_ORG}${index === 0 ? 'minValue' : 'maxValue'}`, { text, line: bound.line }]];
  });
}

function writeRows(subject: string, rows: Template['rows'], hub: HubNamespaces, lines: TurtleLines): void {
  rows.forEach(({ predicate, object, line }, index) => {
    const row = `${subject}#row-${index + 1}`;
    lines.say(row, `${RDF}type`, `${hub.ontology}TemplateRow`, line);
    lines.say(row, `${hub.ontology}subject`, subject, line);
    lines.say(row, `${hub.ontology}position`, String(index + 1), line);
    lines.say(row, `${hub.ontology}predicate`, predicate, line);
    lines.say(row, `${hub.ontology}object`, objectIri(object, hub), line);
  });
}

function objectIri(object: string, { vocabulary }: HubNamespaces): string {
  const key = vocabulary + encodeURIComponent(object.slice(1));
  if (object.startsWith('$')) return `${key}#value`;
  if (object.startsWith('@')) return `${key}#entity`;
  return object.startsWith('?') ? `${vocabulary}node/${object.slice(1)}` : object;
}

/** The spellings of a term: those of its quantity whatever the unit, and those of its unit. */
function spellingsOf({ block, spelling }: Variant): readonly { readonly text: string; readonly line: number }[] {
  const said = block.within('spellings');
  return said === null ? [] : [...said.texts('any'), ...said.texts(spelling ?? 'none')];
}
