/** A question and the query that answers it. */
export interface SparqlExample {
  readonly question: string;
  readonly query: string;
}

/** Questions about the vocabulary of a hub. The first is what the editor begins with. */
export function sparqlExamples(baseUrl: string): readonly SparqlExample[] {
  const prefix = (...names: ReadonlyArray<keyof typeof NAMESPACES>): string =>
    names.map((name) => `PREFIX ${name}: <${NAMESPACES[name].replace('HUB', () => baseUrl)}>`).join('\n');
  return [
    {
      question: 'Which terms are in kilowatts?',
      query: `${prefix('qudt', 'unit', 'skos')}
SELECT ?term ?label WHERE {
  ?term qudt:hasUnit unit:KiloW ; skos:prefLabel ?label .
  FILTER(LANG(?label) = "en")
}
ORDER BY ?label`,
    },
    {
      question: 'How many terms has each category?',
      query: `${prefix('hub', 'skos')}
SELECT ?category (COUNT(?term) AS ?terms) WHERE {
  ?term a hub:Term ; skos:broader/skos:prefLabel ?category .
  FILTER(LANG(?category) = "en")
}
GROUP BY ?category
ORDER BY DESC(?terms)`,
    },
    {
      question: 'What does a value of active power become?',
      query: `${prefix('hub', 'vocab')}
CONSTRUCT { ?subject ?predicate ?object } WHERE {
  { BIND(vocab:active_power-kW AS ?subject) }
  UNION
  { ?first hub:subject vocab:active_power-kW ; hub:object ?subject . ?subject a hub:TemplateNode }
  ?row hub:subject ?subject ; hub:predicate ?predicate ; hub:object ?object .
}`,
    },
    {
      question: 'What is a term called, by people and in data?',
      query: `${prefix('skos', 'vocab')}
SELECT ?name (LANG(?name) AS ?language) ?kind WHERE {
  VALUES ?kind { skos:prefLabel skos:altLabel skos:hiddenLabel }
  vocab:active_power-kW ?kind ?name .
}
ORDER BY ?language ?name`,
    },
    {
      question: 'Which terms become observations of a state of charge?',
      query: `${prefix('hub', 'quantitykind', 'qudt', 'skos', 'sosa')}
SELECT ?term ?label WHERE {
  ?row hub:subject ?term ; hub:predicate sosa:hasResult ; hub:object ?result .
  ?kind hub:subject ?result ; hub:predicate qudt:hasQuantityKind ; hub:object quantitykind:StateOfCharge .
  ?term skos:prefLabel ?label .
  FILTER(LANG(?label) = "en")
}`,
    },
    {
      question: 'Which units have the most terms?',
      query: `${prefix('qudt')}
SELECT ?unit (COUNT(?term) AS ?terms) WHERE { ?term qudt:hasUnit ?unit }
GROUP BY ?unit
ORDER BY DESC(?terms) ?unit
LIMIT 15`,
    },
    {
      question: 'What replaces the terms that are deprecated?',
      query: `${prefix('dcterms', 'owl')}
SELECT ?old ?new WHERE {
  ?old owl:deprecated true .
  OPTIONAL { ?old dcterms:isReplacedBy ?new }
}
ORDER BY ?old`,
    },
  ];
}

const NAMESPACES = {
  dcterms: 'http://purl.org/dc/terms/',
  hub: 'HUB/ontology#',
  owl: 'http://www.w3.org/2002/07/owl#',
  quantitykind: 'http://qudt.org/vocab/quantitykind/',
  qudt: 'http://qudt.org/schema/qudt/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  sosa: 'http://www.w3.org/ns/sosa/',
  unit: 'http://qudt.org/vocab/unit/',
  vocab: 'HUB/vocabulary/',
};
