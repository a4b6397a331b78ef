import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { locate } from '../../src/vocabulary/shapes/locate.ts';
import { parseShapes } from '../../src/vocabulary/shapes/parse-shapes.ts';
import { Shapes } from '../../src/vocabulary/shapes/validate-shapes.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { MAX_TITLE_CHARACTERS } from '../../src/suggestions/draft-source.ts';
import { MAX_NAME_CHARACTERS } from '../../src/suggestions/term-name.ts';
import { TEXT_BOUNDS } from '../../src/vocabulary/text-bounds.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { HUB, SEED_PATHS } from './seeded.ts';
import { SHAPED } from './shaped-vocabulary.ts';

const read = (name: string) => readFileSync(new URL(`../../schema/${name}`, import.meta.url), 'utf8');
const SHAPES_TEXT = read('shapes.ttl');
const MESSAGES = [...SHAPES_TEXT.matchAll(/sh:message "((?:[^"\\]|\\.)*)"/g)].map(([, message = '']) => message);

const SHAPES = new Shapes(
  parseShapes({
    baseUrl: HUB.baseUrl,
    shapes: SHAPES_TEXT,
    units: read('units.ttl'),
    ontology: readFileSync(SEED_PATHS.ontology, 'utf8'),
  }),
);

const violationsOf = (text: string) =>
  SHAPES.validate(tableOf(readTurtle({ name: 'small.ttl', text, baseIri: HUB.vocabulary }), HUB));

/** What is said of the shape, what is changed to what, and the node at fault. The line at fault ends with `# here`. */
type Case = [message: string, from: string, to: string, focusNode: string];

const TERM = '    skos:notation "load-kW" ;';
const ROW = '<load-kW#row-1> a hub:TemplateRow';
const more = (text: string) => `${text} # here\n`;
const END = '<quantile/q50>\n';

const CASES: Case[] = [
  ['The vocabulary is a skos:ConceptScheme', 'a skos:ConceptScheme , dcat:Dataset', 'a dcat:Dataset # here\n', './'],
  ['The vocabulary is a dcat:Dataset', 'a skos:ConceptScheme , dcat:Dataset', 'a skos:ConceptScheme # here\n', './'],
  ['The vocabulary has a title', 'title "Small"@en ;', 'title "Small"@en , "Tiny"@en ; # here', './'],
  ['The vocabulary has a description', '    dcterms:description "A small vocabulary."@en ;\n', '', './'],
  ['The vocabulary has a publisher', '    dcterms:publisher <publisher> ;\n', '', './'],
  ['licence is CC BY 4.0', '/licenses/by/4.0/> ;', '/licenses/by/3.0/> ; # here', './'],
  ['namespace is its address', 'vann:preferredNamespaceUri <./> ;', 'vann:preferredNamespaceUri <x/> ; # here', './'],
  ['one preferred prefix', 'Prefix "vocab" ;\n    vann', 'Prefix "vocab" , "v" ; # here\n    vann', './'],
  ['there are no blank nodes', END, `<stamp> skos:related [] .\n${END}`, './'],
  ['holds only what schema/ontology.ttl defines', TERM, `${TERM} hub:colour "red" ;`, './'],

  [
    'A term is an rdf:Property',
    'a rdf:Property, skos:Concept, hub:Term ;\n    skos:prefLabel "Meter"',
    'a skos:Concept, hub:Term ; # here\n    skos:prefLabel "Meter"',
    'meter_id',
  ],
  [
    'A term is a skos:Concept',
    'a rdf:Property, skos:Concept, hub:Term ;\n    skos:prefLabel "Meter"',
    'a rdf:Property, hub:Term ; # here\n    skos:prefLabel "Meter"',
    'meter_id',
  ],
  ['A term has one name', TERM, 'skos:notation "load-kW", "burden-kW" ; # here', 'load-kW'],
  ["A term's name is words", TERM, 'skos:notation "Load-kW" ; # here', 'load-kW'],
  ["A term's IRI is the vocabulary's", TERM, 'skos:notation "burden-kW" ; # here', 'load-kW'],
  ['A term is in one category', '    skos:example "12.5" ;\n    skos:broader <category/power> ;\n', '', 'load-kW'],
  [
    'The category of a term exists',
    'example "12.5" ;\n    skos:broader <category/power> ;',
    'example "12.5" ;\n    skos:broader <category/none> ; # here',
    'load-kW',
  ],
  [
    'A term is skos:inScheme',
    '    skos:inScheme <./> ;\n    hub:datatype xsd:double',
    '    skos:inScheme <other/> ; # here\n    hub:datatype xsd:double',
    'load-kW',
  ],
  ['A term has one datatype', 'xsd:double ;', 'xsd:double, xsd:decimal ; # here', 'load-kW'],
  ['one that the mapping knows', 'xsd:string .', 'xsd:token . # here', 'meter_id'],
  [
    'The datatype of a term is in the namespace',
    'xsd:string .',
    '<http://www.opengis.net/ont/geosparql#wktLiteral> . # here',
    'meter_id',
  ],
  ['one unit at most', 'unit:KiloW ;', 'unit:KiloW, unit:MegaW ; # here', 'load-kW'],
  [
    'one quantity kind at most',
    'quantitykind:ActivePower ;',
    'quantitykind:ActivePower, quantitykind:Power ; # here',
    'load-kW',
  ],
  [
    'A term that measures has',
    '    qudt:hasQuantityKind quantitykind:ActivePower ;\n    qudt:hasUnit unit:KiloW ;',
    'qudt:hasUnit unit:KiloW ; # here',
    'load-kW',
  ],
  [
    'measures its quantity kind',
    'quantitykind:ActivePower ;\n    qudt:hasUnit unit:KiloW ;',
    'quantitykind:Voltage ;\n    qudt:hasUnit unit:KiloW ; # here',
    'load-kW',
  ],
  ['What follows the hyphen', 'qudt:hasUnit unit:KiloW ;', 'qudt:hasUnit unit:MegaW ; # here', 'load-kW'],
  [
    'What follows the hyphen',
    '    hub:datatype xsd:string .',
    'hub:datatype xsd:string ; qudt:hasQuantityKind quantitykind:Time ; qudt:hasUnit unit:SEC . # here',
    'meter_id',
  ],
  ['A term has one example at most', 'example "12.5" ;', 'example "12.5", "13" ; # here', 'load-kW'],
  ['in the lexical space', 'example "12.5" ;', 'example "much" ; # here', 'load-kW'],
  [
    'matches exactly is an IRI',
    'skos:closeMatch s4ener:Load .',
    'skos:exactMatch s4ener:Load ; # here\n skos:closeMatch s4ener:Load .',
    'load-kW',
  ],
  [
    'matches closely is an IRI',
    'skos:closeMatch s4ener:Load .',
    'skos:closeMatch s4ener:Load ; # here\n rdfs:seeAlso s4ener:Load .',
    'load-kW',
  ],
  [
    'broader than a term is an IRI',
    'skos:closeMatch s4ener:Load .',
    'skos:broadMatch s4ener:Load ; # here\n skos:relatedMatch s4ener:Load .',
    'load-kW',
  ],
  [
    'narrower than a term is an IRI',
    'skos:closeMatch s4ener:Load .',
    'skos:narrowMatch s4ener:Load ; # here\n rdfs:seeAlso s4ener:Load .',
    'load-kW',
  ],
  [
    'related to a term is an IRI',
    'skos:closeMatch s4ener:Load .',
    'skos:relatedMatch s4ener:Load ; # here\n rdfs:seeAlso s4ener:Load .',
    'load-kW',
  ],
  ['see besides a term is an IRI', 'skos:closeMatch s4ener:Load .', 'rdfs:seeAlso "Load" . # here', 'load-kW'],
  ['variant of one quantity at most', TERM, `${TERM} hub:quantity <category/time> ; # here`, 'load-kW'],
  ['A facet of a term exists', TERM, `${TERM} hub:facet <category/time> ; # here`, 'load-kW'],
  ['created on one day', TERM, `${TERM} dcterms:created "today" ; # here`, 'load-kW'],
  ['changed of a term says in which language', TERM, `${TERM} skos:changeNote "All." ; # here`, 'load-kW'],
  ['one smallest value at most', TERM, `${TERM} schema:minValue "low" ; # here`, 'load-kW'],
  ['one largest value at most', TERM, `${TERM} schema:maxValue "high" ; # here`, 'load-kW'],
  [
    'A quantity has one name',
    END,
    `<quantity/pull> a skos:Concept, hub:Quantity ; skos:notation "Pull" . # here\n${END}`,
    'quantity/pull',
  ],
  [
    'A quantity has one quantity kind',
    END,
    `<quantity/pull> a skos:Concept, hub:Quantity . # here\n${END}`,
    'quantity/pull',
  ],
  [
    'A facet of a quantity exists',
    END,
    `<quantity/pull> a skos:Concept, hub:Quantity ; hub:facet <category/time> . # here\n${END}`,
    'quantity/pull',
  ],
  ['A quantity has a term', END, `<quantity/pull> a skos:Concept, hub:Quantity . # here\n${END}`, 'quantity/pull'],
  [
    "A quantity's IRI is that of the vocabulary",
    END,
    `<quantity/pull> a skos:Concept, hub:Quantity ; skos:notation "push" . # here\n${END}`,
    'quantity/pull',
  ],
  [
    'A value of a facet has one name',
    END,
    `<facet/mood/good> a skos:Concept, hub:FacetValue . # here\n${END}`,
    'facet/mood/good',
  ],
  [
    'A value of a facet is in its scheme',
    END,
    `<facet/mood/good> a skos:Concept, hub:FacetValue . # here\n${END}`,
    'facet/mood/good',
  ],
  [
    'A source has one name',
    END,
    `<source/acme> a hub:Source ; skos:notation "acme meter" ; # here\n dcterms:title "Acme" ; hub:sourceFile "{}" .\n${END}`,
    'source/acme',
  ],
  [
    'A source has one title',
    END,
    `<source/acme> a hub:Source ; skos:notation "acme" ; # here\n hub:sourceFile "{}" .\n${END}`,
    'source/acme',
  ],
  [
    'A source has one file',
    END,
    `<source/acme> a hub:Source ; skos:notation "acme" ; # here\n dcterms:title "Acme" .\n${END}`,
    'source/acme',
  ],
  [
    "A source's IRI is that of the vocabulary",
    END,
    `<source/other> a hub:Source ; skos:notation "acme" ; # here\n dcterms:title "Acme" ; hub:sourceFile "{}" .\n${END}`,
    'source/other',
  ],
  ['one xsd:boolean', TERM, `${TERM} owl:deprecated "yes" ; # here`, 'load-kW'],
  [
    'one replacement at most',
    TERM,
    `${TERM} owl:deprecated true ; dcterms:isReplacedBy <stamp>, <meter_id> ; # here`,
    'load-kW',
  ],
  ['a term that exists', TERM, `${TERM} owl:deprecated true ; dcterms:isReplacedBy <none> ; # here`, 'load-kW'],
  ['A term that is replaced is deprecated', TERM, `${TERM} dcterms:isReplacedBy <stamp> ; # here`, 'load-kW'],
  [
    'is not deprecated itself',
    TERM,
    `${TERM} owl:deprecated true ; dcterms:isReplacedBy <load-kW> ; # here`,
    'load-kW',
  ],
  ['No two terms are called the same', '"Stamp"@en', '"METER"@en # here\n', 'stamp'],
  ['in any case but that of their own units', '"Stamp"@en', '"load (KW)"@en # here\n', 'stamp'],
  [
    'in any case but that of their own units',
    '"Stamp"@en',
    '"Meter (Room)"@en # here\n ; skos:prefLabel "meter (room)"@en',
    'stamp',
  ],
  ['Another name that terms share', '"Stamp"@en ;', '"Stamp"@en ; skos:altLabel "Demand"@en ; # here', 'stamp'],
  ['What data sets call a term is not', 'hiddenLabel "P_load"', 'hiddenLabel "Demand" # here\n', 'load-kW'],
  ['time:Instant gives its value', 'hub:datatype xsd:dateTimeStamp .', 'hub:datatype xsd:date . # here', 'stamp'],
  ['Another name of a term is in English', 'altLabel "Demand"@en', 'altLabel "Demand" # here\n', 'load-kW'],
  ['Another name of a term is not its label', 'altLabel "Demand"@en', 'altLabel "Load (kW)"@en # here\n', 'load-kW'],
  ['call a term has no language', 'hiddenLabel "P_load"', 'hiddenLabel "P_load"@en # here\n', 'load-kW'],

  ['A label is in English', '"Meter"@en ;', '"Meter"@en, "Mètre"@it ; # here', 'meter_id'],
  ['one label per language', '"Meter"@en ;', '"Meter"@en, "Metre"@en ; # here', 'meter_id'],
  ['a label in English', '"Meter"@en ;', '"Zähler"@de ; # here', 'meter_id'],
  ['A label has no blanks', '"Meter"@en ;', '" Meter"@en ; # here', 'meter_id'],
  ['A definition says in which', '"What names a meter."@en', '"What names a meter." # here\n', 'meter_id'],
  [
    'one definition per language',
    '"What names a meter."@en',
    '"What names a meter."@en, "A name."@en # here\n',
    'meter_id',
  ],
  ['a definition in English', '"All power."@en', '"Alle Leistung."@de # here\n', 'category/power'],
  ['A definition has no blanks', '"All power."@en', '""@en # here\n', 'category/power'],
  ['A category is a skos:Concept', 'a skos:Concept, hub:Category ;', 'a hub:Category ; # here', 'category/power'],
  ['A category has one name', 'notation "power"', 'notation "power", "might" # here\n', 'category/power'],
  [
    'A category is skos:inScheme',
    'topConceptOf <./> ;\n    skos:inScheme <./> .',
    'topConceptOf <./> .',
    'category/power',
  ],
  ['A category is skos:topConceptOf', '    skos:topConceptOf <./> ;\n', '', 'category/power'],
  ['as skos:hasTopConcept', 'hasTopConcept <category/power>', 'hasTopConcept <category/other>', 'category/power'],
  ["A category's IRI", 'notation "power"', 'notation "might" # here\n', 'category/power'],

  ['A registered prefix has one name', 'Prefix "sosa" ;', 'Prefix "so:sa" ; # here\n', 'prefix/sosa'],
  ['A registered prefix has one namespace', 'NamespaceUri sosa: .', 'NamespaceUri <urn:sosa:> . # here', 'prefix/sosa'],
  [
    'A prefix is registered once',
    END,
    more('<prefix/x> a hub:Prefix ; vann:preferredNamespacePrefix "rdf" ; vann:preferredNamespaceUri <x/> .') + END,
    'prefix/x',
  ],
  [
    'A namespace has one registered prefix',
    END,
    more('<prefix/x> a hub:Prefix ; vann:preferredNamespacePrefix "x" ; vann:preferredNamespaceUri rdf: .') + END,
    'prefix/x',
  ],

  [
    'A row has one subject',
    `${ROW} ; hub:subject <load-kW>`,
    `${ROW} ; hub:subject <load-kW>, <stamp> # here\n`,
    'load-kW#row-1',
  ],
  ['A row describes a term', `${ROW} ; hub:subject <load-kW>`, `${ROW} ; hub:subject <none> # here\n`, 'load-kW#row-1'],
  [
    'A row has one position',
    'hub:position 1 ; hub:predicate rdf:type ; hub:object sosa:Sensor',
    'hub:position 0 ; # here\n hub:predicate rdf:type ; hub:object sosa:Sensor',
    'meter_id#row-1',
  ],
  [
    'A row has one predicate',
    'hub:predicate rdf:type ; hub:object sosa:Sensor',
    'hub:predicate "type" ; # here\n hub:object sosa:Sensor',
    'meter_id#row-1',
  ],
  ['templates have no literals', 'hub:object sosa:Sensor .', 'hub:object "Sensor" . # here', 'meter_id#row-1'],
  [
    'the namespace of a registered prefix',
    'hub:object sosa:Sensor .',
    'hub:object s4ener:Meter . # here',
    'meter_id#row-1',
  ],
  [
    'the namespace of a registered prefix',
    'hub:predicate sosa:observes',
    'hub:predicate <http://x.example/p> # here\n',
    'meter_id#row-2',
  ],
  [
    'that a row cites exists',
    'hub:object <meter_id#entity> .',
    'hub:object <feeder_id#entity> . # here',
    'load-kW#row-2',
  ],
  ["A row's IRI is its subject's", '<meter_id#row-2>', '<meter_id#row-9>', 'meter_id#row-9'],
  [
    'A template says nothing twice',
    END,
    `<meter_id#row-3> a hub:TemplateRow ; hub:subject <meter_id> ; hub:position 3 ; hub:predicate rdf:type ; hub:object sosa:Sensor . # here\n${END}`,
    'meter_id#row-3',
  ],
  [
    'numbered from 1 without gaps',
    'hub:position 2 ; hub:predicate sosa:observes',
    'hub:position 3 ; hub:predicate sosa:observes',
    'meter_id',
  ],
  [
    'A token cites one key',
    '<stamp#value> a hub:ValueToken ; hub:key <stamp> .',
    '<stamp#value> a hub:ValueToken . # here',
    'stamp#value',
  ],
  [
    'that a token cites is a term',
    '<stamp#value> a hub:ValueToken ; hub:key <stamp> .',
    '<stamp#value> a hub:ValueToken ; hub:key <none> . # here',
    'stamp#value',
  ],
  ['not for both', 'a hub:EntityToken ;', 'a hub:EntityToken, hub:ValueToken ; # here\n', 'meter_id#entity'],
  [
    'The IRI of a value token',
    '<stamp#value> a hub:ValueToken ; hub:key <stamp> .',
    '<stamp#value> a hub:ValueToken ; hub:key <meter_id> . # here',
    'stamp#value',
  ],
  [
    'The IRI of an entity token',
    'a hub:EntityToken ; hub:key <meter_id> .',
    'a hub:EntityToken ; hub:key <stamp> . # here',
    'meter_id#entity',
  ],
  [
    'cited as an entity says what',
    'hub:predicate rdf:type ; hub:object sosa:Sensor',
    'hub:predicate sosa:isHostedBy ; hub:object sosa:Sensor',
    'meter_id#entity',
  ],
  [
    'A template node has one name',
    '<node/load_result> a hub:TemplateNode ; skos:notation "load_result" .',
    '<node/load_result> a hub:TemplateNode ; skos:notation "load result" . # here',
    'node/load_result',
  ],
  [
    "A template node's IRI",
    '<node/load_result> a hub:TemplateNode ; skos:notation "load_result" .',
    '<node/load_result> a hub:TemplateNode ; skos:notation "result" . # here',
    'node/load_result',
  ],
  ['A template node has a template', END, more('<node/x> a hub:TemplateNode ; skos:notation "x" .') + END, 'node/x'],
  ['introduced by a row', END, more('<node/x> a hub:TemplateNode ; skos:notation "x" .') + END, 'node/x'],
  [
    'does not lead back to itself',
    'hub:predicate qudt:numericValue ; hub:object <load-kW#value>',
    'hub:predicate qudt:numericValue ; hub:object <node/load_result>',
    'node/load_result',
  ],

  ['A unit of our own has one symbol', '    qudt:symbol "EUR/MW" ;\n', '', 'unit/EUR-PER-MegaW'],
  [
    'A unit of our own has a quantity kind',
    '    qudt:hasQuantityKind quantitykind:CostPerPower ;\n',
    '',
    'unit/EUR-PER-MegaW',
  ],
  [
    'one conversion multiplier',
    'conversionMultiplier 0.000001',
    'conversionMultiplier 1 # here\n',
    'unit/EUR-PER-MegaW',
  ],
  ['A unit has one exact multiplier', '"1/1000000"^^owl:rational', '"0/5"^^owl:rational', './'],
  ['A unit with an exact multiplier has one conversion', 'hub:piPower 0', 'hub:piPower 0.5', './'],
  ['has an applicable unit', '    qudt:applicableUnit unit:HZ ;\n', '', 'quantitykind/Haste'],
  ['of our own has a definition', '    skos:definition "Hurry."@en ;\n', '', 'quantitykind/Haste'],
  ['A quantile level has one level', 'hasQuantile 0.5', 'hasQuantile 1.5 # here\n', 'quantile/q50'],
  [
    'minted beside terms has one label per language',
    '"Median"@en',
    '"Median"@en, "Middle"@en # here\n',
    'quantile/q50',
  ],
  ['minted beside terms has a label in English', '"Median"@en', '"Mediana"@es # here\n', 'quantile/q50'],
  [
    'defined by the vocabulary',
    '0.5 ;\n    rdfs:isDefinedBy <./>',
    '0.5 ;\n    rdfs:isDefinedBy <other> # here\n',
    'quantile/q50',
  ],
];

/** What is said of the bound, what is changed to what with so many characters at `…`, and the node at fault. */
type BoundCase = [message: string, most: number, from: string, to: string, focusNode: string];

const beside = (description: string) => `${description} # here\n${END}`;
const BOUNDS: BoundCase[] = [
  ['The title of the vocabulary', 500, '"Small"@en ;', '"…"@en ; # here', './'],
  ['The description of the vocabulary', 4000, '"A small vocabulary."@en ;', '"…"@en ; # here', './'],
  ['The name of a term, category, quantity', 100, TERM, 'skos:notation "…" ; # here', 'load-kW'],
  [
    'The name of a term, category, quantity',
    100,
    END,
    beside('<category/x> a hub:Category ; skos:notation "…" .'),
    'category/x',
  ],
  [
    'The name of a term, category, quantity',
    100,
    END,
    beside('<facet/x/y> a hub:FacetValue ; skos:notation "…" .'),
    'facet/x/y',
  ],
  ['A label has', 500, '"Meter"@en', '"…"@en # here\n', 'meter_id'],
  ['Another name of a term has', 500, 'altLabel "Demand"@en', 'altLabel "…"@en # here\n', 'load-kW'],
  ['What data sets call a term has', 500, 'hiddenLabel "P_load"', 'hiddenLabel "…" # here\n', 'load-kW'],
  ['A definition has', 4000, '"Power that is drawn."@en', '"…"@en # here\n', 'load-kW'],
  ['A note has', 4000, TERM, `${TERM} skos:scopeNote "…"@en ; # here`, 'load-kW'],
  ['What changed of a term is told', 4000, TERM, `${TERM} skos:changeNote "…"@en ; # here`, 'load-kW'],
  ['The example of a term has', 4000, 'example "12.5" ;', 'example "…" ; # here', 'load-kW'],
  ["A source's name", 120, END, beside('<source/acme> a hub:Source ; skos:notation "…" .'), 'source/acme'],
  ['The title of a source', 500, END, beside('<source/acme> a hub:Source ; dcterms:title "…" .'), 'source/acme'],
  ['The file of a source', 1_000_000, END, beside('<source/acme> a hub:Source ; hub:sourceFile "…" .'), 'source/acme'],
  ['A registered prefix has at most', 100, 'Prefix "sosa" ;', 'Prefix "…" ; # here\n', 'prefix/sosa'],
  [
    "A template node's name has",
    200,
    'skos:notation "load_result" .',
    'skos:notation "…" . # here',
    'node/load_result',
  ],
  ['The symbol of a unit', 100, 'qudt:symbol "EUR/MW"', 'qudt:symbol "…" # here\n', 'unit/EUR-PER-MegaW'],
  ['A unit is spelled', 100, 'hub:piPower 0', 'skos:notation "…" ; # here\n hub:piPower 0', 'unit/EUR-PER-MegaW'],
  ['The definition of a quantity kind', 4000, '"Hurry."@en', '"…"@en # here\n', 'quantitykind/Haste'],
  ['The label of what is minted', 500, '"Median"@en', '"…"@en # here\n', 'quantile/q50'],
  ['What else is said of a resource', 4000, TERM, `${TERM} dcterms:source "…" ; # here`, 'load-kW'],
];
const ofLength = (length: number, [message, , from, to, focusNode]: BoundCase): Case => [
  message,
  from,
  to.replace('…', 'x'.repeat(length)),
  focusNode,
];
CASES.push(...BOUNDS.map((bound) => ofLength(bound[1] + 1, bound)), [
  'The namespace of a registered prefix has',
  'NamespaceUri sosa: .',
  `NamespaceUri <https://x.example/${'x'.repeat(2000)}/> . # here`,
  'prefix/sosa',
]);

type MeasuringTerm = readonly [name: string, label: string, unit: string];
/** A vocabulary that keeps the shapes, with more terms of these labels and units. */
const withTerms = (...terms: readonly MeasuringTerm[]) =>
  SHAPED +
  terms
    .map(
      ([name, label, unit]) => `
<${name}> a rdf:Property, skos:Concept, hub:Term ; skos:prefLabel "${label}"@en ; skos:definition "Power."@en ;
    skos:notation "${name}" ; skos:broader <category/power> ; skos:inScheme <./> ; hub:datatype xsd:double ;
    qudt:hasQuantityKind quantitykind:ActivePower ; qudt:hasUnit unit:${unit} .`,
    )
    .join('');

describe('the shapes', () => {
  test('find nothing in a vocabulary that keeps them', () => {
    expect(violationsOf(SHAPED)).toEqual([]);
  });

  test('take labels apart by the case of their own units, and of nothing else in brackets', () => {
    const refused = (...terms: readonly MeasuringTerm[]) =>
      violationsOf(withTerms(...terms)).map(({ focusNode, value }) => [focusNode.replace(HUB.vocabulary, ''), value]);
    expect(refused(['pull-mW', 'Pull (mW)', 'MilliW'], ['pull-MW', 'pull (MW)', 'MegaW'])).toEqual([]);
    // What stands in the brackets is the unit of one of the two, or of neither.
    for (const labels of [
      ['Pull (mW)', 'pull (Mw)'],
      ['Pull (Room)', 'pull (room)'],
      ['Pull (MW)', 'pull (mW)'],
      ['Pull (mW)', 'pull (mW)'],
    ] as const) {
      const [one, other] = labels;
      expect(refused(['pull-mW', one, 'MilliW'], ['pull-MW', other, 'MegaW'])).toEqual([
        ['pull-MW', other],
        ['pull-mW', one],
      ]);
    }
    expect(refused(['pull-mW', 'Pull (mW)', 'MilliW'], ['push-mW', 'PULL (mW)', 'MilliW'])).toHaveLength(2);
  });

  test.each(CASES)('say "%s" of what breaks it, where it stands', async (words, from, to, focusNode) => {
    const text = SHAPED.replace(from, to);
    expect(text).not.toBe(SHAPED);
    const violations = violationsOf(text);
    const iri = new URL(focusNode, HUB.vocabulary).href;
    const found = violations.filter((violation) => violation.message.includes(words) && violation.focusNode === iri);
    expect(found.length, JSON.stringify(violations, null, 1)).toBeGreaterThan(0);
    const lines = text.split('\n');
    // Where something is missing, the node itself is the place.
    const marked = lines.findIndex((line) => line.includes('# here'));
    const place = marked >= 0 ? marked : lines.findIndex((line) => line.startsWith(`<${focusNode}>`));
    const places = await locate(found, [{ name: 'small.ttl', text, baseIri: HUB.vocabulary }]);
    expect(places).toContain(`small.ttl:${place + 1}`);
  });

  test('are told where they stand in files of any length, behind what is in several pieces, and in bytes', async () => {
    const long = `${'# €\n'.repeat(20_000)}<load-kW> <p> "${'é'.repeat(200_000)}" ;\n`;
    const text = `${long.repeat(3)}  <q> "wrong" .\n`;
    const fault = { focusNode: `${HUB.vocabulary}load-kW`, path: `${HUB.vocabulary}q`, value: 'wrong', message: '' };
    const document = { name: 'long.ttl', baseIri: HUB.vocabulary };
    expect(await locate([fault], [{ ...document, text: long }])).toEqual(['long.ttl:20001']);
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    expect(await locate([fault], [{ ...document, bytes: Buffer.from(text) }])).toEqual(['long.ttl:60004']);
    clearInterval(counting);
    // Readers of a hub do not wait for it.
    expect(turns).toBeGreaterThan(5);
  });

  test.each(BOUNDS)('do not say "%s" of what has %d characters', (...bound) => {
    const [words, from, to] = ofLength(bound[1], bound);
    expect(violationsOf(SHAPED.replace(from, to)).filter(({ message }) => message.includes(words))).toEqual([]);
  });

  test('have the bounds that are checked before a term or a source is made', () => {
    const boundOf = (words: string) => BOUNDS.find(([message]) => message.startsWith(words))?.[1];
    expect(boundOf('The name of a term')).toBe(MAX_NAME_CHARACTERS);
    expect(boundOf("A source's name")).toBe(TEXT_BOUNDS.sourceName);
    for (const words of ['A label', 'Another name', 'What data sets']) expect(boundOf(words)).toBe(TEXT_BOUNDS.label);
    for (const words of ['A definition', 'A note', 'The example']) expect(boundOf(words)).toBe(TEXT_BOUNDS.text);
    expect(MAX_TITLE_CHARACTERS + TEXT_BOUNDS.sourceName).toBeLessThan(boundOf('The title of a source')!);
  });

  test('have each a case above', () => {
    const tried = (message: string) => CASES.some(([words]) => message.includes(words));
    expect(MESSAGES.length).toBeGreaterThan(70);
    expect(
      MESSAGES.filter((message) => !tried(message) && message !== 'A term, category, quantity or facet has an IRI'),
    ).toEqual([]);
  });
});
