/** Turtle of vocabularies of any size, of another shape than the ones that tests and seeds have. */

const PREFIXES = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: 'http://purl.org/dc/terms/',
  owl: 'http://www.w3.org/2002/07/owl#',
  quantitykind: 'http://qudt.org/vocab/quantitykind/',
  qudt: 'http://qudt.org/schema/qudt/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  sosa: 'http://www.w3.org/ns/sosa/',
  time: 'http://www.w3.org/2006/time#',
  unit: 'http://qudt.org/vocab/unit/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  // Of an operator's own, which no other vocabulary registers.
  plant: 'https://plant.example/model#',
  signal: 'https://plant.example/signal/',
} as const;

/** How terms measure: the kind, and units as names spell them with their names in QUDT. */
const MEASURES = [
  {
    word: 'power',
    kind: 'ActivePower',
    units: [
      ['W', 'W'],
      ['kW', 'KiloW'],
      ['MW', 'MegaW'],
    ],
  },
  {
    word: 'energy',
    kind: 'ActiveEnergy',
    units: [
      ['Wh', 'W-HR'],
      ['kWh', 'KiloW-HR'],
      ['MWh', 'MegaW-HR'],
    ],
  },
  {
    word: 'voltage',
    kind: 'Voltage',
    units: [
      ['V', 'V'],
      ['kV', 'KiloV'],
      ['mV', 'MilliV'],
    ],
  },
  {
    word: 'current',
    kind: 'ElectricCurrent',
    units: [
      ['A', 'A'],
      ['kA', 'KiloA'],
      ['mA', 'MilliA'],
    ],
  },
  {
    word: 'frequency',
    kind: 'Frequency',
    units: [
      ['Hz', 'HZ'],
      ['mHz', 'MilliHZ'],
    ],
  },
  {
    word: 'reactive_power',
    kind: 'ReactivePower',
    units: [
      ['var', 'VAR'],
      ['kvar', 'KiloVAR'],
      ['Mvar', 'MegaVAR'],
    ],
  },
] as const;

/** Words of labels, by language, of what is measured (as `MEASURES`), of parts and of manners. */
const WORDS = {
  en: ['Power', 'Energy', 'Voltage', 'Current', 'Frequency', 'Reactive power', 'of the', 'as it was measured in'],
  de: ['Leistung', 'Energie', 'Spannung', 'Stromstärke', 'Frequenz', 'Blindleistung', 'der Anlage', 'wie gemessen in'],
  es: ['Potencia', 'Energía', 'Tensión', 'Corriente', 'Frecuencia', 'Potencia reactiva', 'de la planta', 'medida en'],
  fr: ['Puissance', 'Énergie', 'Tension', 'Courant', 'Fréquence', 'Puissance réactive', 'de l’unité', 'mesurée dans'],
  pt: ['Potência', 'Energia', 'Tensão', 'Corrente', 'Frequência', 'Potência reativa', 'da unidade', 'medida em'],
} as const;
const PARTS = [
  'boiler',
  'feeder',
  'turbine',
  'cable',
  'inverter',
  'pump',
  'rectifier',
  'transformer',
  'string',
  'valve',
];
const SYLLABLES = [
  'ba',
  'dor',
  'fen',
  'gil',
  'kam',
  'lur',
  'mon',
  'nep',
  'pra',
  'ros',
  'sil',
  'tor',
  'vek',
  'wim',
  'zan',
];

/** A category has so many terms, but for the first one, which has a third of all. */
const TERMS_OF_A_CATEGORY = 150;
/** A term of this many names a sensor, which the terms behind it cite. */
const TERMS_OF_A_SENSOR = 50;
const DEPRECATED = 97;

/**
 * A vocabulary of so many terms, some 53 triples each: labels and definitions in five languages, half of the terms with a quantity and
 * its units, each with a template, tokens, and of every second one a node of its own.
 *
 * @returns pieces of Turtle, to be read below the hub's address and `vocabulary/`
 */
export function* generateVocabulary(terms: number): Generator<string> {
  const categories = Math.max(2, Math.ceil(terms / TERMS_OF_A_CATEGORY));
  // What suggested terms cite.
  yield head(categories) + writeSensor('sensor_id', terms, categoryName(0));
  let piece = '';
  let sensor = '';
  let before = '';
  for (let at = 0; at < terms - 1; at++) {
    const category = categoryName(at % 3 === 0 ? 0 : 1 + (at % (categories - 1)));
    if (at % TERMS_OF_A_SENSOR === 0) {
      sensor = `sensor_${wordOf(at)}_${at}`;
      piece += writeSensor(sensor, at, category);
    } else {
      const written = writeMeasured(at, category, sensor, before);
      before = written.name;
      piece += written.text;
    }
    if (piece.length < 64 * 1024) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function head(categories: number): string {
  const lines = Object.entries(PREFIXES).map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .`);
  lines.push('@prefix hub: <../ontology#> .', '@prefix vann: <http://purl.org/vocab/vann/> .');
  lines.push(
    `<./> a skos:ConceptScheme , dcat:Dataset ; dcterms:title "Plant"@en ; dcterms:description "Signals of a plant."@en ; dcterms:publisher <https://plant.example/> ;`,
    '  dcterms:license <https://creativecommons.org/licenses/by/4.0/> ; vann:preferredNamespacePrefix "signals" ; vann:preferredNamespaceUri <./> .',
  );
  for (const [prefix, namespace] of [...Object.entries(PREFIXES), ['signals', './']] as const)
    lines.push(
      `<prefix/${prefix}> a hub:Prefix ; vann:preferredNamespacePrefix "${prefix}" ; vann:preferredNamespaceUri <${namespace}> .`,
    );
  for (let at = 0; at < categories; at++) {
    const name = categoryName(at);
    lines.push(
      `<category/${name}> a skos:Concept , hub:Category ; skos:prefLabel "Signals of ${name}"@en ; skos:definition "What is measured at ${name}."@en ; skos:notation "${name}" ; skos:topConceptOf <./> ; skos:inScheme <./> .`,
      `<./> skos:hasTopConcept <category/${name}> .`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** As deep as a plant is: site, building, floor. */
function categoryName(at: number): string {
  return `site_${at % 5}_building_${Math.floor(at / 5) % 20}_floor_${Math.floor(at / 100)}`;
}

/** One of 3,375 words. */
function wordOf(at: number): string {
  const count = SYLLABLES.length;
  return [at, Math.floor(at / count), Math.floor(at / count / count)].map((place) => SYLLABLES[place % count]).join('');
}

function writeSensor(name: string, at: number, category: string): string {
  return `<${name}> a rdf:Property , skos:Concept , hub:Term ; skos:prefLabel "Sensor ${wordOf(at)} ${at}"@en , "Fühler ${wordOf(at)} ${at}"@de ; skos:definition "What names sensor ${at}."@en ;
  skos:notation "${name}" ; skos:broader <category/${category}> ; skos:inScheme <./> ; hub:datatype xsd:string .
<${name}#value> a hub:ValueToken ; hub:key <${name}> .
<${name}#entity> a hub:EntityToken ; hub:key <${name}> .
${writeRows(name, [
  ['rdf:type', 'sosa:Sensor'],
  ['plant:tag', `<${name}#value>`],
])}`;
}

function writeMeasured(
  at: number,
  category: string,
  sensor: string,
  before: string,
): { readonly name: string; readonly text: string } {
  const place = Math.floor(at / 2);
  const measure = MEASURES[place % MEASURES.length]!;
  // Two that follow each other differ in their unit alone.
  const [spelt, unit] = measure.units[(at + place) % measure.units.length]!;
  const part = PARTS[Math.floor(place / MEASURES.length) % PARTS.length]!;
  const base = `${wordOf(place)}_${part}_${measure.word}_${place}`;
  const name = `${base}-${spelt}`;
  const hasQuantity = place % 2 === 0;
  const hasNode = place % 2 === 1;
  const labels = Object.entries(WORDS).map(([language, words]) => {
    const [what, of] = [words[place % MEASURES.length]!, words[6]];
    return { language, words, label: `${what} ${of} ${part} ${wordOf(place)} ${place}` };
  });
  const texts = labels.map(({ language, words, label }) => ({
    language,
    label: `${label} (${spelt})`,
    definition: `${label}, ${words[7]} ${category.replaceAll('_', ' ')} ${spelt}, ${wordOf(place * 7)} ${wordOf(place * 13)}.`,
  }));
  const isDeprecated = at % DEPRECATED === 5 && before !== '';
  const lines = [
    `<${name}> a rdf:Property , skos:Concept , hub:Term`,
    `skos:prefLabel ${texts.map(({ label, language }) => `"${label}"@${language}`).join(' , ')}`,
    `skos:definition ${texts.map(({ definition, language }) => `"${definition}"@${language}`).join(' , ')}`,
    `skos:altLabel "${wordOf(place)} ${part} ${measure.word.replace('_', ' ')} channel ${place}"@en`,
    `skos:hiddenLabel "${wordOf(at).toUpperCase()}.${part.slice(0, 3)}.${at}" , "ch${at}_${spelt}"`,
    `skos:notation "${name}"`,
    `skos:example "${(at % 1000) / 4}"`,
    `skos:broader <category/${category}>`,
    'skos:inScheme <./>',
    'hub:datatype xsd:double',
    `qudt:hasQuantityKind quantitykind:${measure.kind}`,
    `qudt:hasUnit unit:${unit}`,
    `dcterms:created "20${String(10 + (place % 15))}-0${1 + (place % 9)}-11"^^xsd:date`,
    `skos:closeMatch signal:${part}-${place}-${spelt}`,
    ...(hasQuantity ? [`hub:quantity <quantity/${base}>`] : []),
    ...(isDeprecated ? ['owl:deprecated true'] : []),
  ];
  const result = hasNode ? `<node/of_${base}_${spelt}>` : `<${name}#value>`;
  const text = [
    `${lines.join(' ;\n  ')} .\n`,
    `<${name}#value> a hub:ValueToken ; hub:key <${name}> .\n`,
    writeRows(name, [
      ['rdf:type', 'sosa:Observation'],
      ['sosa:observedProperty', `<${name}>`],
      ['sosa:madeBySensor', `<${sensor}#entity>`],
      [hasNode ? 'sosa:hasResult' : 'sosa:hasSimpleResult', result],
      ['plant:partOf', `plant:${part}`],
    ]),
    hasNode
      ? `<node/of_${base}_${spelt}> a hub:TemplateNode ; skos:notation "of_${base}_${spelt}" .\n${writeRows(
          `node/of_${base}_${spelt}`,
          [
            ['rdf:type', 'qudt:QuantityValue'],
            ['qudt:numericValue', `<${name}#value>`],
            ['qudt:hasUnit', `unit:${unit}`],
          ],
        )}`
      : '',
    hasQuantity && (at % 2 === 0 || (at - 1) % TERMS_OF_A_SENSOR === 0)
      ? `<quantity/${base}> a skos:Concept , hub:Quantity ; skos:prefLabel "${labels[0]!.label}"@en ; skos:definition "What ${base.replaceAll('_', ' ')} is."@en ; skos:notation "${base}" ; qudt:hasQuantityKind quantitykind:${measure.kind} .\n`
      : '',
  ].join('');
  return { name, text };
}

function writeRows(subject: string, rows: ReadonlyArray<readonly [string, string]>): string {
  return rows
    .map(
      ([predicate, object], at) =>
        `<${subject}#row-${at + 1}> a hub:TemplateRow ; hub:subject <${subject}> ; hub:position ${at + 1} ; hub:predicate ${predicate} ; hub:object ${object} .\n`,
    )
    .join('');
}
