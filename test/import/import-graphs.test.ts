import { describe, expect, test } from 'vitest';
import { RDF, RDFS, SKOS } from '../../src/rdf/namespaces.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { importTexts, importTurtle, PREFIXES } from './import-texts.ts';

const PUMP = `ex:pump_power a skos:Concept ;
  skos:prefLabel "Pump power"@en, "Pumpenleistung"@de ;
  skos:altLabel "Power of the pump"@en ;
  skos:definition "Electric power that the pump draws."@en ;
  skos:notation "P_pump" ; qudt:hasUnit unit:KiloW ; qudt:hasQuantityKind quantitykind:ElectricPower .`;

describe('a concept of SKOS', () => {
  test('becomes a term with its labels, definition, spellings, unit, quantity kind, and its IRI as an exact match', async () => {
    const { names, values, summary } = await importTurtle(PUMP);
    expect(names).toEqual(['pump_power-kW']);
    expect(summary).toMatchObject({ concepts: 1, taken: 1, notTaken: 0, findings: [] });
    const of = (property: string): string[] => values('pump_power-kW', property);
    expect(of('prefLabel')).toEqual(['Pump power (kW)@en', 'Pumpenleistung (kW)@de']);
    expect(of('altLabel')).toEqual(['Power of the pump@en']);
    expect(of('hiddenLabel')).toEqual(['pump_power', 'P_pump']);
    expect(of('definition')).toEqual(['Electric power that the pump draws.@en']);
    expect(of('exactMatch')).toEqual(['https://catalogue.example/pump_power']);
    expect(of('hasUnit')).toEqual(['http://qudt.org/vocab/unit/KiloW']);
    expect(of('hasQuantityKind')).toEqual(['http://qudt.org/vocab/quantitykind/ElectricPower']);
    expect(of('ontology#datatype')).toEqual(['http://www.w3.org/2001/XMLSchema#double']);
    expect(of('skos/core#broader')).toEqual([`${HUB.vocabulary}category/power`]);
  });

  test('is observed as the term, and with keepIris as what the source names', async () => {
    const observed = async (keepIris: boolean): Promise<string[]> => {
      const { triples } = await importTurtle(PUMP, { keepIris, prefix: 'ex', namespace: 'https://catalogue.example/' });
      const rows = triples.filter(({ o }) => o.value.endsWith('observedProperty')).map(({ s }) => s.value);
      return triples.filter(({ s, p }) => rows.includes(s.value) && p.endsWith('#object')).map(({ o }) => o.value);
    };
    expect(await observed(false)).toEqual([`${HUB.vocabulary}pump_power-kW`]);
    expect(await observed(true)).toEqual(['https://catalogue.example/pump_power']);
  });

  test('whose IRI is in no registered namespace is observed as the term, which is told', async () => {
    const { names, found } = await importTurtle(PUMP, { keepIris: true });
    expect(names).toEqual(['pump_power-kW']);
    expect(found('namespace-not-registered')).toHaveLength(1);
  });

  test('keeps an IRI below the vocabulary as its own', async () => {
    const { names, values } = await importTurtle(
      `<${HUB.vocabulary}pump_state> a skos:Concept ; skos:prefLabel "State of the pump"@en ; skos:definition "Whether it runs."@en .`,
    );
    expect(names).toEqual(['pump_state']);
    expect(values('pump_state', 'exactMatch')).toEqual([]);
  });

  test('is deprecated in any spelling of true, and what is neither true nor false is told', async () => {
    const concept = (name: string, deprecated: string) =>
      `ex:${name} a skos:Concept ; skos:prefLabel "${name}"@en ; owl:deprecated ${deprecated} .`;
    const { values, found } = await importTurtle(
      [concept('one', '"yes"'), concept('two', '"True"'), concept('three', '"no"'), concept('four', '"obsolete"')].join(
        '\n',
      ),
    );
    expect(values('one', 'deprecated')).toEqual(['true']);
    expect(values('two', 'deprecated')).toEqual(['true']);
    expect(values('three', 'deprecated')).toEqual([]);
    expect(values('four', 'deprecated')).toEqual([]);
    expect(found('neither-yes-nor-no')).toEqual([
      { detail: 'obsolete', count: 1, concepts: ['https://catalogue.example/four'] },
    ]);
  });

  test('stays deprecated, and is replaced by the term of the concept that replaces it', async () => {
    const { values, found } = await importTurtle(`
      ex:a a skos:Concept ; skos:prefLabel "Old"@en ; skos:definition "Old."@en ; owl:deprecated true ; dcterms:isReplacedBy ex:b .
      ex:b a skos:Concept ; skos:prefLabel "New"@en ; skos:definition "New."@en .
      ex:c a skos:Concept ; skos:prefLabel "Older"@en ; skos:definition "Older."@en ; owl:deprecated true ; dcterms:isReplacedBy ex:a .`);
    expect(values('old', 'deprecated')).toEqual(['true']);
    expect(values('old', 'isReplacedBy')).toEqual([`${HUB.vocabulary}new`]);
    expect(values('older', 'deprecated')).toEqual(['true']);
    expect(values('older', 'isReplacedBy')).toEqual([]);
    expect(found('replacement-not-taken')).toMatchObject([{ concepts: ['https://catalogue.example/c'] }]);
  });

  test('is deprecated by its class, and by what replaces it, unless the source says that it is not', async () => {
    const { values, found } = await importTurtle(`
      ex:a a owl:Class, owl:DeprecatedClass ; rdfs:label "Old class" .
      ex:b a skos:Concept ; skos:prefLabel "Replaced"@en ; <https://schema.org/supersededBy> ex:new .
      ex:c a skos:Concept ; skos:prefLabel "In force"@en ; dcterms:isReplacedBy ex:new ; owl:deprecated false .
      ex:new a skos:Concept ; skos:prefLabel "New"@en .`);
    expect(values('old_class', 'deprecated')).toEqual(['true']);
    expect(values('replaced', 'deprecated')).toEqual(['true']);
    expect(values('replaced', 'isReplacedBy')).toEqual([`${HUB.vocabulary}new`]);
    expect(values('in_force', 'deprecated')).toEqual([]);
    expect(found('replacement-not-taken')).toMatchObject([{ concepts: ['https://catalogue.example/c'] }]);
  });

  test('has labels that are nodes of SKOS-XL, which are no concepts', async () => {
    const { names, values, summary, found } = await importTurtle(`
      @prefix skosxl: <http://www.w3.org/2008/05/skos-xl#> .
      ex:a a skos:Concept ; skosxl:prefLabel ex:label, [ a skosxl:Label ; skosxl:literalForm "Wärmestrom"@de ] ; skosxl:altLabel ex:alt .
      ex:label a skosxl:Label ; skosxl:literalForm "Heat flow"@en .
      ex:alt a skosxl:Label ; skosxl:literalForm "Flow of heat"@en .
      ex:unused a skosxl:Label ; skosxl:literalForm "Flux"@en .`);
    expect(names).toEqual(['heat_flow']);
    expect(values('heat_flow', 'prefLabel')).toEqual(['Heat flow@en', 'Wärmestrom@de']);
    expect(values('heat_flow', 'altLabel')).toEqual(['Flow of heat@en']);
    expect(summary).toMatchObject({ concepts: 2, taken: 1 });
    expect(found('class-not-taken')).toMatchObject([{ concepts: ['https://catalogue.example/unused'] }]);
  });

  test('is linked with broader and related concepts, with their terms where these were taken', async () => {
    const { values } = await importTurtle(`
      ex:a a skos:Concept ; skos:prefLabel "Inner"@en ; skos:definition "Inner."@en ; skos:broader ex:b ; skos:related ex:c ; skos:closeMatch <https://other.example/x> .
      ex:b a skos:Concept ; skos:prefLabel "Outer"@en ; skos:definition "Outer."@en ; skos:broader <https://other.example/top> ; skos:narrower ex:c .
      ex:c a skos:Concept ; skos:prefLabel "Third"@en ; skos:definition "Third."@en .`);
    expect(values('inner', 'broadMatch')).toEqual([`${HUB.vocabulary}outer`]);
    expect(values('inner', 'core#related')).toEqual([`${HUB.vocabulary}third`]);
    expect(values('inner', 'closeMatch')).toEqual(['https://other.example/x']);
    expect(values('outer', 'broadMatch')).toEqual(['https://other.example/top']);
    expect(values('third', 'broadMatch')).toEqual([`${HUB.vocabulary}outer`]);
  });

  test('of a circle of broader concepts loses the links of the circle, which are told, and no others', async () => {
    const { values, found } = await importTurtle(`
      ex:a a skos:Concept ; skos:prefLabel "First"@en ; skos:definition "1."@en ; skos:broader ex:b .
      ex:b a skos:Concept ; skos:prefLabel "Second"@en ; skos:definition "2."@en ; skos:broader ex:a .
      ex:c a skos:Concept ; skos:prefLabel "Below"@en ; skos:definition "3."@en ; skos:broader ex:a .
      ex:d a skos:Concept ; skos:prefLabel "Own"@en ; skos:definition "4."@en ; skos:broader ex:d .`);
    expect([
      ...values('first', 'broadMatch'),
      ...values('second', 'broadMatch'),
      ...values('own', 'broadMatch'),
    ]).toEqual([]);
    expect(values('below', 'broadMatch')).toEqual([`${HUB.vocabulary}first`]);
    expect(
      found('broader-circle')
        .map(({ concepts: [id] }) => id?.at(-1))
        .toSorted(),
    ).toEqual(['a', 'b', 'd']);
  });

  test('without a label in English is told; a label without a language counts as one of the language that is said', async () => {
    const { names, found } = await importTurtle(`
      ex:a a skos:Concept ; skos:definition "Nothing."@en .
      ex:b a skos:Concept ; skos:prefLabel "Nur deutsch"@de .
      ex:c a skos:Concept ; skos:prefLabel "Plain" ; skos:definition "Plain text." .`);
    expect(names).toEqual(['plain']);
    expect(found('no-label')).toEqual([
      { detail: null, count: 2, concepts: ['https://catalogue.example/a', 'https://catalogue.example/b'] },
    ]);
  });

  test('that is a blank node is told by its label, in every format; a class expression of OWL is no concept', async () => {
    const nt = [
      `_:b <${RDF}type> <${SKOS}Concept> .`,
      `_:b <${SKOS}prefLabel> "Blank flux"@en .`,
      `_:c <${RDF}type> <${SKOS}Concept> .`,
      `_:d <${RDF}type> <http://www.w3.org/2002/07/owl#Class> .`,
      `<https://catalogue.example/a> <${RDF}type> <${SKOS}Concept> .`,
      `<https://catalogue.example/a> <${SKOS}prefLabel> "Named"@en .`,
    ];
    const formats = {
      ttl: `${PREFIXES}[] a skos:Concept ; skos:prefLabel "Blank flux"@en . [] a skos:Concept . [] a owl:Class .
        ex:a a skos:Concept ; skos:prefLabel "Named"@en .`,
      nt: `${nt.join('\n')}\n`,
      rdf: `<rdf:RDF xmlns:rdf="${RDF}" xmlns:skos="${SKOS}" xmlns:owl="http://www.w3.org/2002/07/owl#" xml:lang="en">
        <skos:Concept><skos:prefLabel>Blank flux</skos:prefLabel></skos:Concept><skos:Concept/><owl:Class/>
        <skos:Concept rdf:about="https://catalogue.example/a"><skos:prefLabel>Named</skos:prefLabel></skos:Concept></rdf:RDF>`,
      jsonld: JSON.stringify([
        { '@type': `${SKOS}Concept`, [`${SKOS}prefLabel`]: { '@value': 'Blank flux', '@language': 'en' } },
        { '@type': `${SKOS}Concept` },
        { '@type': 'http://www.w3.org/2002/07/owl#Class' },
        {
          '@id': 'https://catalogue.example/a',
          '@type': `${SKOS}Concept`,
          [`${SKOS}prefLabel`]: { '@value': 'Named', '@language': 'en' },
        },
      ]),
    };
    for (const [format, text] of Object.entries(formats)) {
      const { names, summary, found } = await importTexts({ [`catalogue.${format}`]: text });
      expect([format, names]).toEqual([format, ['named']]);
      expect(summary).toMatchObject({ concepts: 3, taken: 1, notTaken: 2 });
      expect(found('blank-node')).toEqual([{ detail: null, count: 2, concepts: ['"Blank flux"', '[]'] }]);
    }
  });

  test('of which no class is stated is one where a relation of SKOS or a subclass says so; else its label is told', async () => {
    const { names, values, found } = await importTurtle(`
      ex:scheme a skos:ConceptScheme ; skos:hasTopConcept ex:top .
      ex:top skos:prefLabel "Top one"@en ; skos:narrower ex:below .
      ex:below a owl:NamedIndividual ; skos:prefLabel "Below one"@en .
      ex:class rdfs:label "Class one" ; rdfs:subClassOf ex:other .
      ex:inScheme skos:prefLabel "In a scheme"@en ; skos:inScheme ex:scheme .
      ex:individual a owl:NamedIndividual ; skos:prefLabel "Individual"@en .
      ex:note dcterms:creator "Somebody" .`);
    expect(names).toEqual(['below_one', 'class_one', 'top_one']);
    expect(values('below_one', 'broadMatch')).toEqual([`${HUB.vocabulary}top_one`]);
    expect(found('no-class')).toEqual([{ detail: null, count: 1, concepts: ['https://catalogue.example/inScheme'] }]);
    expect(found('class-not-taken').map(({ detail }) => detail)).toEqual([
      'http://www.w3.org/2002/07/owl#NamedIndividual',
      'http://www.w3.org/2004/02/skos/core#ConceptScheme',
    ]);
    const classes = ['http://www.w3.org/2002/07/owl#NamedIndividual'];
    const individuals = 'ex:individual a owl:NamedIndividual ; skos:prefLabel "Individual"@en .';
    expect((await importTurtle(individuals, { classes })).names).toEqual(['individual']);
  });

  test('has what is narrower elsewhere as a narrow match', async () => {
    const { values } = await importTurtle(
      'ex:a a skos:Concept ; skos:prefLabel "Wide"@en ; skos:narrower <https://other.example/narrow> .',
    );
    expect(values('wide', 'narrowMatch')).toEqual(['https://other.example/narrow']);
  });

  test('of two labels of a language has the first as its label and the other as another name; regions come behind', async () => {
    const { values, found } = await importTurtle(`
      ex:a a skos:Concept ; skos:prefLabel "Zulu"@en, "Alpha"@en, "Aardvark"@en-GB, "日本"@ja ; skos:definition "One."@en, "Two."@en .`);
    expect(values('alpha', 'prefLabel')).toEqual(['Alpha@en']);
    expect(values('alpha', 'altLabel')).toEqual(['Zulu@en', 'Aardvark@en']);
    expect(values('alpha', 'definition')).toEqual(['One.@en']);
    expect(found('language')).toMatchObject([{ detail: 'ja', count: 1 }]);
    expect(found('second-text')).toMatchObject([{ detail: 'en', count: 1 }]);
  });

  test('without any label has one of the end of its IRI where names are made of IRIs', async () => {
    const text =
      'ex:HeatPump a owl:Class ; rdfs:comment "Moves heat."@en . ex:Fan a owl:Class ; rdfs:label "Lüfter"@de .';
    expect((await importTurtle(`${text} ex:c a owl:Class ; rdfs:label "C class" .`)).names).toEqual(['c_class']);
    const { names, values, found } = await importTurtle(text, { namesFrom: 'iri' });
    expect(names).toEqual(['heat_pump']);
    expect(values('heat_pump', 'prefLabel')).toEqual(['Heat pump@en']);
    expect(found('no-label')).toMatchObject([{ concepts: ['https://catalogue.example/Fan'] }]);
  });

  test('has its label for a definition where it has none, which is told', async () => {
    const { values, found } = await importTurtle('ex:a a skos:Concept ; skos:prefLabel "Alone"@en .');
    expect(values('alone', 'definition')).toEqual(['Alone@en']);
    expect(found('label-as-definition')).toHaveLength(1);
  });

  test('has texts that are said of nodes with rdf:value, in every format, and nodes without one are told', async () => {
    const formats = {
      ttl: `${PREFIXES}@prefix rdf: <${RDF}> .
        ex:flux a skos:Concept ; skos:prefLabel "Heat flux"@en ;
          skos:definition [ rdf:value "Heat that passes an area."@en ; dcterms:creator ex:somebody ] ;
          skos:scopeNote ex:note ; skos:altLabel [ dcterms:creator ex:somebody ] ; skos:notation [] ;
          rdfs:subClassOf [ a owl:Restriction ] ; skos:broader "Flux" .
        ex:note rdf:value "Of walls."@en .`,
      rdf: `<rdf:RDF xmlns:rdf="${RDF}" xmlns:rdfs="${RDFS}" xmlns:skos="${SKOS}" xml:lang="en">
        <skos:Concept rdf:about="https://catalogue.example/flux"><skos:prefLabel>Heat flux</skos:prefLabel>
          <skos:definition rdf:parseType="Resource"><rdf:value>Heat that passes an area.</rdf:value></skos:definition>
          <skos:scopeNote rdf:resource="https://catalogue.example/note"/>
          <skos:altLabel rdf:parseType="Resource"/><skos:notation rdf:parseType="Resource"/>
          <rdfs:subClassOf rdf:parseType="Resource"/><skos:broader>Flux</skos:broader></skos:Concept>
        <rdf:Description rdf:about="https://catalogue.example/note"><rdf:value>Of walls.</rdf:value></rdf:Description></rdf:RDF>`,
      jsonld: JSON.stringify([
        {
          '@id': 'https://catalogue.example/flux',
          '@type': [`${SKOS}Concept`],
          [`${SKOS}prefLabel`]: [{ '@value': 'Heat flux', '@language': 'en' }],
          [`${SKOS}definition`]: [{ '@id': '_:a' }],
          [`${SKOS}scopeNote`]: [{ '@id': 'https://catalogue.example/note' }],
          [`${SKOS}altLabel`]: [{ '@id': '_:b' }],
          [`${SKOS}notation`]: [{ '@id': '_:b' }],
          [`${RDFS}subClassOf`]: [{ '@id': '_:b' }],
          [`${SKOS}broader`]: [{ '@value': 'Flux' }],
        },
        { '@id': '_:a', [`${RDF}value`]: [{ '@value': 'Heat that passes an area.', '@language': 'en' }] },
        {
          '@id': 'https://catalogue.example/note',
          [`${RDF}value`]: [{ '@value': 'Of walls.', '@language': 'en' }],
        },
      ]),
    };
    for (const [format, text] of Object.entries(formats)) {
      const imported = await importTexts({ [`catalogue.${format}`]: text });
      expect(imported.values('heat_flux', 'definition')).toEqual(['Heat that passes an area.@en']);
      expect(imported.values('heat_flux', 'scopeNote')).toEqual(['Of walls.@en']);
      const told = (code: string) =>
        imported.summary.findings.filter((one) => one.code === code).map(({ property }) => property);
      expect(told('without-text').toSorted()).toEqual([`${SKOS}altLabel`, `${SKOS}notation`]);
      expect(told('without-iri').toSorted()).toEqual([`${RDFS}subClassOf`, `${SKOS}broader`]);
    }
  });

  test('has the text of a node of its own file, whatever the nodes of others are called', async () => {
    const of = (name: string): string =>
      `<https://catalogue.example/${name}> <${RDF}type> <${SKOS}Concept> .
       <https://catalogue.example/${name}> <${SKOS}prefLabel> "${name}"@en .
       <https://catalogue.example/${name}> <${SKOS}definition> _:b .
       _:b <${RDF}value> "What ${name} is."@en .\n`;
    const { values } = await importTexts({ 'a.nt': of('flux'), 'b.nt': of('head') });
    expect([values('flux', 'definition'), values('head', 'definition')]).toEqual([
      ['What flux is.@en'],
      ['What head is.@en'],
    ]);
  });

  test('loses texts that are too long, and none of the rest', async () => {
    const long = 'x'.repeat(1_000_000);
    const { values, found } = await importTurtle(
      `ex:a a skos:Concept ; skos:prefLabel "Short"@en ; skos:altLabel "${long}"@en ; skos:definition "${long}"@en .`,
    );
    expect(values('short', 'definition')).toEqual(['Short@en']);
    expect(found('too-long')).toMatchObject([{ count: 2 }]);
    expect(found('too-long')[0]!.detail!.length).toBeLessThan(100);
  });

  test('loses a unit that is not known, and a quantity kind that its unit does not measure', async () => {
    const { names, values, found } = await importTurtle(`
      ex:a a skos:Concept ; skos:prefLabel "Depth of water"@en ; skos:definition "1."@en ; qudt:hasUnit "fathom" .
      ex:b a skos:Concept ; skos:prefLabel "Torque"@en ; skos:definition "2."@en ; qudt:hasUnit unit:J ; qudt:hasQuantityKind quantitykind:Torque .
      ex:c a skos:Concept ; skos:prefLabel "Either"@en ; skos:definition "3."@en ; qudt:hasUnit unit:W, unit:KiloW .`);
    expect(names).toEqual(['depth_of_water', 'torque', 'either']);
    expect(values('torque', 'hasUnit')).toEqual([]);
    expect(values('depth_of_water', 'ontology#datatype')).toEqual(['http://www.w3.org/2001/XMLSchema#double']);
    expect(found('unit-not-known')).toMatchObject([{ detail: 'fathom' }]);
    expect(found('kind-differs')).toMatchObject([{ detail: 'Torque in J' }]);
    expect(found('several-units')).toHaveLength(1);
  });

  test('has the unit that the source means, however it says it', async () => {
    const stated = [
      '"W m-2"',
      '"W/m2"',
      '"W·m⁻²"',
      'om:wattPerSquareMetre',
      'unit:W-PER-M2',
      '"Watts per square metre"',
    ];
    const concepts = stated.map(
      (unit, at) =>
        `ex:c${at} a skos:Concept ; skos:prefLabel "Flux ${at}"@en ; skos:definition "."@en ; om:hasUnit ${unit} .`,
    );
    const { names } = await importTurtle(concepts.join('\n'));
    expect(names).toEqual(stated.map((_, at) => `flux_${at}-W_per_m2`));
  });

  test('of a name that the vocabulary has gets the prefix before it, and without one is told', async () => {
    const load = `ex:a a skos:Concept ; skos:prefLabel "Load"@en ; skos:definition "Another load."@en ; qudt:hasUnit unit:KiloW .`;
    const without = await importTurtle(`${load} ${PUMP}`);
    expect(without.names).toEqual(['pump_power-kW']);
    expect(without.found('name-taken')).toMatchObject([{ detail: 'load-kW' }]);
    const { names, values, found } = await importTurtle(load, {
      prefix: 'ex',
      namespace: 'https://catalogue.example/',
    });
    expect(names).toEqual(['ex_load-kW']);
    expect(values('ex_load-kW', 'prefLabel')).toEqual(['Load (kW) [ex_load-kW]@en']);
    expect(found('name-prefixed')).toHaveLength(1);
  });

  test('of a name that another concept has gets a number, by the order of the IRIs', async () => {
    const concept = (iri: string): string =>
      `ex:${iri} a skos:Concept ; skos:prefLabel "Same"@en ; skos:definition "${iri}."@en .`;
    const { names, values } = await importTurtle(['c', 'a', 'b'].map(concept).join('\n'));
    expect(names).toEqual(['same', 'same_2', 'same_3']);
    expect(values('same', 'exactMatch')).toEqual(['https://catalogue.example/a']);
    expect(values('same_3', 'prefLabel')).toEqual(['Same [same_3]@en']);
  });

  test('that a term of the vocabulary matches exactly is there already', async () => {
    const first = await importTurtle(PUMP);
    expect(first.names).toHaveLength(1);
    const again = await importTurtle(
      `<${HUB.vocabulary}load-kW> a skos:Concept ; skos:prefLabel "Load"@en ; qudt:hasUnit unit:KiloW . ${PUMP}`,
    );
    expect(again.found('already-there')).toMatchObject([{ detail: 'load-kW' }]);
  });

  test('with a name that is too long gets a name that is cut, and is found by the whole one', async () => {
    const words = Array.from({ length: 30 }, (_, i) => `word${i}`);
    const { names, values, found } = await importTurtle(
      `ex:${words.join('_')} a skos:Concept ; skos:prefLabel "${words.join(' ')}"@en ; skos:definition "Long."@en .`,
    );
    expect(names[0]).toMatch(/^word0_word1_.*_[0-9a-f]{8}$/);
    expect(names[0]!.length).toBeLessThanOrEqual(100);
    expect(values(names[0]!, 'hiddenLabel')).toEqual([words.join('_')]);
    expect(found('name-cut')).toHaveLength(1);
  });

  test('whose label and IRI have no letters of a name is told', async () => {
    const { found } = await importTurtle(`
      <https://catalogue.example/7> a skos:Concept ; skos:prefLabel "電力"@en ; skos:definition "."@en . ${PUMP}`);
    expect(found('no-name')).toMatchObject([{ detail: '7' }]);
  });

  test('names the properties for which terms have no place, with their number', async () => {
    const { summary } = await importTurtle(`${PUMP} ex:pump_power ex:weight 3, 4 ; ex:colour "red" .`);
    expect(summary.findings).toMatchObject([
      { code: 'property', property: 'https://catalogue.example/weight', count: 2 },
      { code: 'property', property: 'https://catalogue.example/colour', count: 1 },
    ]);
  });
});

describe('an ontology', () => {
  const ONTOLOGY = `
    <https://catalogue.example/> a owl:Ontology ; rdfs:label "Example" .
    ex:Meter a owl:Class ; rdfs:label "Meter" ; rdfs:comment "What measures." ; rdfs:subClassOf owl:Thing, [ a owl:Restriction ; owl:onProperty ex:part ; owl:someValuesFrom ex:Part ] .
    ex:HeatMeter a owl:Class ; rdfs:label "Heat meter" ; rdfs:comment "What measures heat." ; rdfs:subClassOf ex:Meter .
    ex:flowRate a owl:DatatypeProperty ; rdfs:label "Flow rate" ; rdfs:comment "How much flows." ; rdfs:range xsd:float .
    ex:part a owl:ObjectProperty ; rdfs:label "Part" .`;

  test('gives its classes and properties of literals, with datatypes, and says which classes are not taken', async () => {
    const { names, values, found } = await importTurtle(ONTOLOGY);
    expect(names).toEqual(['heat_meter', 'meter', 'flow_rate']);
    expect(values('heat_meter', 'broadMatch')).toEqual([`${HUB.vocabulary}meter`]);
    expect(values('meter', 'broadMatch')).toEqual([]);
    expect(values('flow_rate', 'ontology#datatype')).toEqual(['http://www.w3.org/2001/XMLSchema#double']);
    expect(found('class-not-taken').map(({ detail }) => detail)).toEqual([
      'http://www.w3.org/2002/07/owl#Ontology',
      'http://www.w3.org/2002/07/owl#ObjectProperty',
    ]);
  });

  test('gives the part that is below a class, and other classes where they are asked for', async () => {
    expect((await importTurtle(ONTOLOGY, { below: 'https://catalogue.example/Meter' })).names).toEqual(['heat_meter']);
    const classes = ['http://www.w3.org/2002/07/owl#ObjectProperty'];
    expect((await importTurtle(ONTOLOGY, { classes })).names).toEqual(['part']);
  });

  test('tells the class that says most of a thing, whole, and takes neither of two datatypes, nor the one of all literals', async () => {
    const long = `https://catalogue.example/${'Prefixed'.repeat(12)}`;
    const { values, found } = await importTurtle(`
      ex:feeds a owl:FunctionalProperty, owl:ObjectProperty ; rdfs:label "feeds" .
      ex:unit a <${long}> ; rdfs:label "Unit" .
      ex:any a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:label "Any power" ; rdfs:range rdfs:Literal ; qudt:hasUnit unit:KiloW .
      ex:two a owl:DatatypeProperty ; rdfs:label "Two" ; rdfs:range xsd:integer, xsd:string .`);
    expect(found('class-not-taken').map(({ detail }) => detail)).toEqual([
      'http://www.w3.org/2002/07/owl#ObjectProperty',
      long,
    ]);
    expect(values('any_power-kW', 'ontology#datatype')).toEqual(['http://www.w3.org/2001/XMLSchema#double']);
    expect(values('two', 'ontology#datatype')).toEqual(['http://www.w3.org/2001/XMLSchema#string']);
    expect(found('several-datatypes')).toMatchObject([{ concepts: ['https://catalogue.example/two'] }]);
  });

  test('of CIM has the units and datatypes that the attributes of its datatypes fix', async () => {
    const { names, values } = await importTurtle(`
      @prefix rdf: <${RDF}> . @prefix cims: <http://iec.ch/TC57/1999/rdf-schema-extensions-19990926#> .
      @prefix cim: <http://iec.ch/TC57/CIM100#> .
      cim:ActivePower.value a rdf:Property ; cims:dataType cim:Float .
      cim:ActivePower.unit a rdf:Property ; cims:isFixed "W" .
      cim:ActivePower.multiplier a rdf:Property ; cims:isFixed "M" .
      cim:PU.value a rdf:Property ; cims:dataType cim:Float .
      cim:PU.unit a rdf:Property ; cims:isFixed "none" .
      cim:a a rdf:Property ; rdfs:label "Nominal" ; cims:dataType cim:ActivePower .
      cim:b a rdf:Property ; rdfs:label "Gain" ; cims:dataType cim:PU .
      cim:c a rdf:Property ; rdfs:label "In service" ; cims:dataType cim:Boolean .`);
    expect(names).toEqual(['nominal-MW', 'gain', 'in_service']);
    expect(names.flatMap((name) => values(name, 'ontology#datatype')).map((iri) => iri.split('#')[1])).toEqual([
      'double',
      'double',
      'boolean',
    ]);
  });

  test('is read with the entities and the lists that editors write into it', async () => {
    const xml = `<?xml version="1.0"?>
      <!DOCTYPE rdf:RDF [ <!-- <!ENTITY ex "https://old.example/"> --> <!ENTITY ex "https://catalogue.example/"> <!ENTITY owl 'http://www.w3.org/2002/07/owl#'> ]>
      <rdf:RDF xmlns:rdf="${RDF}" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="&owl;">
      <owl:Class rdf:about="&ex;Meter"><rdfs:label xml:lang="en">Meter</rdfs:label></owl:Class></rdf:RDF>`;
    const json = {
      '@id': 'https://catalogue.example/Meter',
      '@type': 'http://www.w3.org/2002/07/owl#Class',
      'http://www.w3.org/2000/01/rdf-schema#label': 'Meter',
      'http://www.w3.org/2002/07/owl#disjointUnionOf': {
        '@list': [{ '@id': 'https://catalogue.example/a' }, { '@id': 'https://catalogue.example/b' }],
      },
    };
    for (const [name, text] of Object.entries({ 'a.owl': xml, 'a.jsonld': JSON.stringify(json) })) {
      const { values } = await importTexts({ [name]: text });
      expect([name, values('meter', 'exactMatch')]).toEqual([name, ['https://catalogue.example/Meter']]);
    }
  });

  test('in RDF/XML, JSON-LD, N-Triples or Turtle is the same, whatever the names tell of compression', async () => {
    const xml = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#">
      <owl:Class rdf:about="https://catalogue.example/Meter"><rdfs:label xml:lang="en">Meter</rdfs:label><rdfs:comment>What measures.</rdfs:comment></owl:Class></rdf:RDF>`;
    const nt = `<https://catalogue.example/Meter> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Class> .
<https://catalogue.example/Meter> <http://www.w3.org/2000/01/rdf-schema#label> "Meter"@en .
<https://catalogue.example/Meter> <http://www.w3.org/2000/01/rdf-schema#comment> "What measures." .
`;
    const json = {
      '@id': 'https://catalogue.example/Meter',
      '@type': 'http://www.w3.org/2002/07/owl#Class',
      'http://www.w3.org/2000/01/rdf-schema#label': { '@value': 'Meter', '@language': 'en' },
      'http://www.w3.org/2000/01/rdf-schema#comment': 'What measures.',
    };
    const files = {
      'a.owl': xml,
      'a.nt': nt,
      'a.jsonld': JSON.stringify(json),
      'a.ttl.gz': nt,
      'a.nt.zst': nt,
      'plain.owl': nt,
    };
    for (const [name, text] of Object.entries(files)) {
      const { names, values } = await importTexts({ [name]: text });
      expect([name, names, values('meter', 'definition')]).toEqual([name, ['meter'], ['What measures.@en']]);
    }
  });
});

describe('a graph that cannot be read', () => {
  test('is refused with its name and line', async () => {
    const broken = `${PREFIXES}ex:a a skos:Concept ;\n  skos:prefLabel "Open@en .\n`;
    const line = broken.split('\n').findIndex((text) => text.includes('Open')) + 1;
    await expect(importTexts({ 'broken.ttl': broken })).rejects.toMatchObject({
      code: 'malformed-rdf',
      message: expect.stringMatching(new RegExp(`^broken\\.ttl cannot be read: .* on line ${line}\\b`)) as string,
    });
    await expect(importTexts({ 'broken.rdf': '<rdf:RDF' })).rejects.toMatchObject({
      message: expect.stringMatching(/^broken\.rdf: The graph is no RDF\/XML/) as string,
    });
    await expect(importTexts({ 'latin.ttl': Uint8Array.of(0xff, 0xfe) })).rejects.toMatchObject({ code: 'not-utf8' });
  });

  test('of another format is refused with the formats that are read', async () => {
    const trig = `${PREFIXES}ex:g { ex:a a skos:Concept }`;
    await expect(importTexts({ 'a.txt': trig })).rejects.toMatchObject({
      message: expect.stringMatching(/on line \d+\. It was read as Turtle, .* --from tells another one/) as string,
    });
    for (const [name, text, words] of [
      ['a.trig', trig, 'is TriG, whose named graphs are not read; save the graph with the concepts as Turtle.'],
      ['a.nq.gz', '', 'is N-Quads, whose named graphs are not read; save the graph with the concepts as N-Triples.'],
      [
        'a.xlsx',
        'PK\x03\x04\x14\0',
        'is an archive, or a workbook as Excel saves it: unpack it, or save its sheet as CSV.',
      ],
      ['a.csv', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'is a workbook of an old Excel: save its sheet as CSV.'],
    ] as const)
      await expect(importTexts({ [name]: text })).rejects.toMatchObject({
        code: 'malformed-rdf',
        message: `${name} ${words}`,
      });
    await expect(importTurtle('<< ex:a skos:broader ex:b >> ex:p 1 .')).rejects.toMatchObject({
      message: 'catalogue.ttl cannot be read: A Quad is no term of RDF 1.1.',
    });
    const xml = `<?xml version="1.0"?><!-- a > b --><Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="https://catalogue.example/"></Ontology>`;
    await expect(importTexts({ 'a.owl': xml })).rejects.toMatchObject({
      message: 'a.owl is OWL/XML; save it as RDF/XML or Turtle.',
    });
    const json = { '@context': 'https://schema.org/', '@id': 'https://catalogue.example/a', name: 'A' };
    await expect(importTexts({ 'a.jsonld': JSON.stringify(json) })).rejects.toMatchObject({
      message: 'a.jsonld: The context https://schema.org/ is not fetched; write it into the text.',
    });
  });

  test('without a concept names the classes that it has', async () => {
    await expect(importTurtle('ex:a a ex:Thing ; rdfs:label "A" .')).rejects.toMatchObject({
      message: expect.stringContaining(
        '1 × "https://catalogue.example/Thing" is of a class that is not taken',
      ) as string,
    });
    await expect(importTurtle('[] a skos:Concept ; skos:prefLabel "A"@en .')).rejects.toMatchObject({
      message: expect.stringContaining('1 × is a blank node') as string,
    });
  });

  test('is refused for an IRI that is none, also in JSON-LD, whose parsers let it pass', async () => {
    const concept = { '@id': 'https://catalogue.example/a b', '@type': `${SKOS}Concept`, [`${SKOS}prefLabel`]: 'A' };
    await expect(importTexts({ 'a.jsonld': JSON.stringify(concept) })).rejects.toMatchObject({
      code: 'malformed-rdf',
      message: expect.stringContaining(
        'a.jsonld: A triple of it has an IRI that is none: <https://catalogue.example/a b>',
      ) as string,
    });
  });

  test('with relative IRIs takes them with a namespace alone', async () => {
    const text = `<a> a skos:Concept ; skos:prefLabel "Relative"@en ; skos:definition "."@en . ${PUMP}`;
    expect((await importTurtle(text)).found('iri-not-absolute')).toHaveLength(1);
    const texts = {
      'a.ttl': PREFIXES + text,
      'a.rdf': `<rdf:RDF xmlns:rdf="${RDF}" xmlns:skos="${SKOS}"><skos:Concept rdf:about="a"><skos:prefLabel>Relative</skos:prefLabel></skos:Concept>
        <skos:Concept rdf:about="https://catalogue.example/b"><skos:prefLabel>Absolute</skos:prefLabel></skos:Concept></rdf:RDF>`,
      'a.jsonld': JSON.stringify([
        { '@id': 'a', '@type': `${SKOS}Concept`, [`${SKOS}prefLabel`]: 'Relative' },
        { '@id': 'https://catalogue.example/b', '@type': `${SKOS}Concept`, [`${SKOS}prefLabel`]: 'Absolute' },
      ]),
    };
    for (const [name, graph] of Object.entries(texts)) {
      const { found } = await importTexts({ [name]: graph });
      expect([name, found('iri-not-absolute')]).toEqual([name, [{ detail: null, count: 1, concepts: ['a'] }]]);
      const { values } = await importTexts({ [name]: graph }, { namespace: 'https://catalogue.example/' });
      expect(values('relative', 'exactMatch')).toEqual(['https://catalogue.example/a']);
    }
  });
});
