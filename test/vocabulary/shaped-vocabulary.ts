const PREFIXES = `
@prefix cc: <http://creativecommons.org/ns#> .
@prefix dcat: <http://www.w3.org/ns/dcat#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix hub: <../ontology#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix quantitykind: <http://qudt.org/vocab/quantitykind/> .
@prefix qudt: <http://qudt.org/schema/qudt/> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix s4ener: <https://saref.etsi.org/saref4ener/> .
@prefix schema: <https://schema.org/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix sosa: <http://www.w3.org/ns/sosa/> .
@prefix time: <http://www.w3.org/2006/time#> .
@prefix unit: <http://qudt.org/vocab/unit/> .
@prefix vann: <http://purl.org/vocab/vann/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

const HEAD = `${PREFIXES}
<./>
    a skos:ConceptScheme , dcat:Dataset ;
    dcterms:title "Small"@en ;
    dcterms:description "A small vocabulary."@en ;
    dcterms:publisher <publisher> ;
    dcterms:license <https://creativecommons.org/licenses/by/4.0/> ;
    vann:preferredNamespacePrefix "vocab" ;
    vann:preferredNamespaceUri <./> ;
    skos:hasTopConcept <category/power> .
`;

/** A resource with its statements, one on a line. */
const described = (iri: string, statements: readonly string[]): string =>
  `\n<${iri}>\n${statements.map((statement) => `    ${statement}`).join(' ;\n')} .\n`;

const registered = (prefix: string, namespace = `${prefix}:`): string =>
  `<prefix/${prefix}> a hub:Prefix ; vann:preferredNamespacePrefix "${prefix}" ; vann:preferredNamespaceUri ${namespace} .\n`;

/** @param label Turtle, in one language or several */
const category = (name: string, label: string, definition: string): string =>
  described(`category/${name}`, [
    'a skos:Concept, hub:Category',
    `skos:prefLabel ${label}`,
    `skos:definition "${definition}"@en`,
    `skos:notation "${name}"`,
    'skos:topConceptOf <./>',
    'skos:inScheme <./>',
  ]);

interface TermFacts {
  /** Turtle, in one language or several. */
  readonly label: string;
  /** Statements with other names. */
  readonly otherNames?: readonly string[];
  readonly definition: string;
  readonly example?: string;
  readonly category?: string;
  readonly datatype: string;
  /** Statements behind the datatype. */
  readonly measures?: readonly string[];
}

const term = (
  name: string,
  { label, otherNames = [], definition, example, category = 'power', datatype, measures = [] }: TermFacts,
): string =>
  described(name, [
    'a rdf:Property, skos:Concept, hub:Term',
    `skos:prefLabel ${label}`,
    ...otherNames,
    `skos:definition "${definition}"@en`,
    `skos:notation "${name}"`,
    ...(example === undefined ? [] : [`skos:example "${example}"`]),
    `skos:broader <category/${category}>`,
    'skos:inScheme <./>',
    `hub:datatype ${datatype}`,
    ...measures,
  ]);

const valueToken = (key: string): string => `<${key}#value> a hub:ValueToken ; hub:key <${key}> .\n`;

/** The rows of a template: predicate and object. */
const template = (subject: string, rows: ReadonlyArray<readonly [string, string]>): string =>
  rows
    .map(
      ([predicate, object], at) =>
        `<${subject}#row-${at + 1}> a hub:TemplateRow ; hub:subject <${subject}> ; hub:position ${at + 1} ; hub:predicate ${predicate} ; hub:object ${object} .\n`,
    )
    .join('');

/** A term whose values name sensors. */
const sensor = (name: string, label: string, definition: string, inCategory = 'power'): string =>
  term(name, { label: `"${label}"@en`, definition, category: inCategory, datatype: 'xsd:string' }) +
  valueToken(name) +
  `<${name}#entity> a hub:EntityToken ; hub:key <${name}> .\n` +
  template(name, [
    ['rdf:type', 'sosa:Sensor'],
    ['sosa:observes', `<${name}#value>`],
  ]);

/** Turtle with one more term of values that name sensors for each name. */
export const withSensors = (names: readonly string[], vocabulary: string): string =>
  (vocabulary === '' ? PREFIXES : vocabulary) +
  names.map((name) => sensor(name, `Sensor ${name}`, `What names a sensor of ${name}.`)).join('');

/** Turtle with one more category for each name, each with so many terms of values that name sensors. */
export const withCategories = (names: readonly string[], terms: number, vocabulary: string): string =>
  vocabulary +
  names
    .map(
      (name) =>
        category(
          name,
          `"Category ${name}"@en`,
          `What has to do with ${name}, as it is measured, wanted and foretold.`,
        ) +
        `<./> skos:hasTopConcept <category/${name}> .\n` +
        Array.from({ length: terms }, (_, at) =>
          sensor(`${name}_${at}_id`, `Sensor ${at} of ${name}`, 'A sensor.', name),
        ).join(''),
    )
    .join('');

/** Turtle with so many terms more, each in a category of its own, and a registered prefix for ten of them, which their rows cite. */
export const withOwnCategories = (terms: number, vocabulary: string): string => {
  const namespaces = Array.from({ length: Math.ceil(terms / 10) }, (_, at) => `https://ns.example/${at}#`);
  const names = Array.from({ length: terms }, (_, at) => `own_${at}`);
  return [
    vocabulary,
    ...namespaces.map((namespace, at) => registered(`n${at}`, `<${namespace}>`)),
    ...names.map((name, at) => {
      const namespace = namespaces[at % namespaces.length]!;
      return [
        category(name, `"Category ${name}"@en`, `What has to do with ${name}.`),
        `<./> skos:hasTopConcept <category/${name}> .\n`,
        term(name, {
          label: `"Term ${name}"@en`,
          definition: `What ${name} is.`,
          category: name,
          datatype: 'xsd:string',
        }),
        valueToken(name),
        template(name, [
          ['rdf:type', `<${namespace}Thing${at}>`],
          [`<${namespace}value>`, `<${name}#value>`],
        ]),
      ].join('');
    }),
  ].join('');
};

/** Turtle of a small vocabulary that keeps every shape, for tests that break one at a time. */
export const SHAPED = [
  HEAD,
  category('power', '"Power"@en, "Leistung"@de', 'All power.'),
  '\n',
  ...['rdf', 'sosa', 'time', 'qudt', 'xsd'].map((prefix) => registered(prefix)),
  registered('vocab', '<./>'),
  term('load-kW', {
    label: '"Load (kW)"@en, "Last (kW)"@de',
    otherNames: ['skos:altLabel "Demand"@en', 'skos:hiddenLabel "P_load"'],
    definition: 'Power that is drawn.',
    example: '12.5',
    datatype: 'xsd:double',
    measures: [
      'qudt:hasQuantityKind quantitykind:ActivePower',
      'qudt:hasUnit unit:KiloW',
      'skos:closeMatch s4ener:Load',
    ],
  }),
  valueToken('load-kW'),
  template('load-kW', [
    ['rdf:type', 'sosa:Observation'],
    ['sosa:madeBySensor', '<meter_id#entity>'],
    ['sosa:hasResult', '<node/load_result>'],
  ]),
  '<node/load_result> a hub:TemplateNode ; skos:notation "load_result" .\n',
  template('node/load_result', [['qudt:numericValue', '<load-kW#value>']]),
  sensor('meter_id', 'Meter', 'What names a meter.'),
  term('stamp', { label: '"Stamp"@en', definition: 'When it was.', datatype: 'xsd:dateTimeStamp' }),
  valueToken('stamp'),
  template('stamp', [
    ['rdf:type', 'time:Instant'],
    ['time:inXSDDateTimeStamp', '<stamp#value>'],
  ]),
  described('unit/EUR-PER-MegaW', [
    'a qudt:Unit',
    'rdfs:label "Euro per Megawatt"@en',
    'qudt:symbol "EUR/MW"',
    'qudt:hasQuantityKind quantitykind:CostPerPower',
    'qudt:conversionMultiplier 0.000001',
    'hub:exactMultiplier "1/1000000"^^owl:rational',
    'hub:piPower 0',
    'hub:unitFamily "EUR-per-power"',
    'rdfs:isDefinedBy <./>',
  ]),
  described('quantitykind/Haste', [
    'a qudt:QuantityKind',
    'rdfs:label "Haste"@en',
    'skos:definition "Hurry."@en',
    'qudt:applicableUnit unit:HZ',
    'rdfs:isDefinedBy <./>',
  ]),
  described('quantile/q50', [
    'a hub:QuantileLevel',
    'rdfs:label "Median"@en',
    's4ener:hasQuantile 0.5',
    'rdfs:isDefinedBy <./>',
  ]),
].join('');

/** The same with what terms to be added need. It keeps every shape; a check of it takes no seconds. */
export const REVIEWABLE = [
  SHAPED,
  '\n',
  ...['dcterms', 'quantitykind', 'unit'].map((prefix) => registered(prefix)),
  category('thermal', '"Heating and cooling"@en, "Wärme und Kälte"@de', 'What carries heat.'),
  '<./> skos:hasTopConcept <category/thermal> .\n',
  term('voltage-V', {
    label: '"Voltage (V)"@en, "Spannung (V)"@de',
    definition: 'Root-mean-square voltage.',
    example: '231.4',
    datatype: 'xsd:double',
    measures: ['qudt:hasQuantityKind quantitykind:Voltage', 'qudt:hasUnit unit:V'],
  }),
  term('supply_temperature-degC', {
    label: '"Supply temperature (°C)"@en',
    definition: 'Temperature of the water that leaves the boiler.',
    example: '55',
    category: 'thermal',
    datatype: 'xsd:double',
    measures: ['qudt:hasQuantityKind quantitykind:CelsiusTemperature', 'qudt:hasUnit unit:DEG_C'],
  }),
  sensor('sensor_id', 'Sensor', 'What names a sensor.'),
].join('');
