import { QUDT, RDF, RDFS, SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { Names } from './names.ts';
import { kindOf, type Template } from './template.ts';
import { quoted, type TurtleLines } from './turtle-lines.ts';
import { iriOf, LANGUAGES, type Block, type Variant } from './variants.ts';

/** What a block says of other resources, and the property of each. */
const MATCHES = [
  ['exact', `${SKOS}exactMatch`],
  ['close', `${SKOS}closeMatch`],
  ['related', `${SKOS}related`],
  ['see', `${RDFS}seeAlso`],
] as const;

/** The keys that templates cite, as `$key` and `@key`. */
export type Citations = ReadonlySet<string>;

/** Writes a term, its tokens and its template as `docs/vocabulary.md` describes them. @throws SeedError */
export function writeTerm(
  variant: Variant,
  template: Template,
  cited: Citations,
  { names, hub, lines }: { readonly names: Names; readonly hub: HubNamespaces; readonly lines: TurtleLines },
): void {
  const { name, block, category, example, unit } = variant;
  const iri = hub.vocabulary + encodeURIComponent(name);
  const say = (property: string, object: string, line: number): void => lines.say(iri, property, object, line);
  for (const kind of [`${RDF}Property`, `${SKOS}Concept`, `${hub.ontology}Term`]) say(`${RDF}type`, kind, block.line);
  for (const language of LANGUAGES) {
    const said = block.within(language);
    if (said !== null) writeTexts(said, language, variant.symbol, say);
  }
  for (const { text, line } of spellingsOf(variant)) say(`${SKOS}hiddenLabel`, quoted(text), line);
  say(`${SKOS}notation`, quoted(name), block.line);
  say(`${SKOS}example`, quoted(example.text!), example.line);
  say(`${SKOS}broader`, `${hub.vocabulary}category/${category}`, block.line);
  say(`${SKOS}inScheme`, hub.vocabulary, block.line);
  const datatype = block.text('datatype');
  const isQuantity = unit !== null;
  if (datatype === null && !isQuantity)
    block.refuse(
      block.line,
      'datatype',
      'what has no unit says the datatype of its values: string, boolean, dateTimeStamp …',
    );
  const typed = datatype?.text ?? 'double';
  const datatypeIri = names.expand(typed.includes(':') ? typed : `xsd:${typed}`);
  say(`${hub.ontology}datatype`, datatypeIri!, datatype?.line ?? block.line);
  const kind = kindOf(variant, names);
  if (kind !== null) say(`${QUDT}hasQuantityKind`, kind, block.lineOf('kind'));
  if (unit !== null) say(`${QUDT}hasUnit`, unit, example.line);
  for (const [key, property] of MATCHES)
    for (const cite of block.texts(key)) say(property, iriOf(block, cite, key, names), cite.line);
  for (const [sign, kindOfToken, fragment] of [
    ['$', 'ValueToken', 'value'],
    ['@', 'EntityToken', 'entity'],
  ] as const) {
    // A value can always be cited: by what comes later, too.
    if (!cited.has(sign + name) && (sign === '@' || template.rows.length === 0)) continue;
    lines.say(`${iri}#${fragment}`, `${RDF}type`, hub.ontology + kindOfToken, block.line);
    lines.say(`${iri}#${fragment}`, `${hub.ontology}key`, iri, block.line);
  }
  writeRows(iri, template.rows, hub, lines);
  for (const [node, rows] of template.nodes) writeNode(node, rows, block.line, hub, lines);
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

function writeTexts(
  said: Block,
  language: string,
  symbol: string | null,
  say: (property: string, object: string, line: number) => void,
): void {
  const tag = `@${language}`;
  const label = said.text('label');
  if (label !== null)
    say(`${SKOS}prefLabel`, quoted(symbol === null ? label.text! : `${label.text} (${symbol})`, tag), label.line);
  for (const { text, line } of said.texts('also')) say(`${SKOS}altLabel`, quoted(text, tag), line);
  const definition = said.text('definition');
  if (definition !== null) say(`${SKOS}definition`, quoted(definition.text!, tag), definition.line);
  const note = said.text('note');
  if (note !== null) say(`${SKOS}scopeNote`, quoted(note.text!, tag), note.line);
}

/** The spellings of a term: those of its quantity whatever the unit, and those of its unit. */
function spellingsOf({ block, spelling }: Variant): readonly { readonly text: string; readonly line: number }[] {
  const said = block.within('spellings');
  return said === null ? [] : [...said.texts('any'), ...said.texts(spelling ?? 'none')];
}
