import { SHAPED } from './shaped-vocabulary.ts';

/** Turtle of a small vocabulary that keeps every shape and to which terms can be added: a check of it takes no seconds. */
export const REVIEWABLE = `${SHAPED}
<prefix/dcterms> a hub:Prefix ; vann:preferredNamespacePrefix "dcterms" ; vann:preferredNamespaceUri dcterms: .
<prefix/quantitykind> a hub:Prefix ; vann:preferredNamespacePrefix "quantitykind" ; vann:preferredNamespaceUri quantitykind: .
<prefix/unit> a hub:Prefix ; vann:preferredNamespacePrefix "unit" ; vann:preferredNamespaceUri unit: .

<category/thermal>
    a skos:Concept, hub:Category ;
    skos:prefLabel "Heating and cooling"@en, "Wärme und Kälte"@de ;
    skos:definition "What carries heat."@en ;
    skos:notation "thermal" ;
    skos:topConceptOf <./> ;
    skos:inScheme <./> .
<./> skos:hasTopConcept <category/thermal> .

<voltage-V>
    a rdf:Property, skos:Concept, hub:Term ;
    skos:prefLabel "Voltage (V)"@en, "Spannung (V)"@de ;
    skos:definition "Root-mean-square voltage."@en ;
    skos:notation "voltage-V" ;
    skos:example "231.4" ;
    skos:broader <category/power> ;
    skos:inScheme <./> ;
    hub:datatype xsd:double ;
    qudt:hasQuantityKind quantitykind:Voltage ;
    qudt:hasUnit unit:V .

<supply_temperature-degC>
    a rdf:Property, skos:Concept, hub:Term ;
    skos:prefLabel "Supply temperature (°C)"@en ;
    skos:definition "Temperature of the water that leaves the boiler."@en ;
    skos:notation "supply_temperature-degC" ;
    skos:example "55" ;
    skos:broader <category/thermal> ;
    skos:inScheme <./> ;
    hub:datatype xsd:double ;
    qudt:hasQuantityKind quantitykind:CelsiusTemperature ;
    qudt:hasUnit unit:DEG_C .

<sensor_id>
    a rdf:Property, skos:Concept, hub:Term ;
    skos:prefLabel "Sensor"@en ;
    skos:definition "What names a sensor."@en ;
    skos:notation "sensor_id" ;
    skos:broader <category/power> ;
    skos:inScheme <./> ;
    hub:datatype xsd:string .
<sensor_id#value> a hub:ValueToken ; hub:key <sensor_id> .
<sensor_id#entity> a hub:EntityToken ; hub:key <sensor_id> .
<sensor_id#row-1> a hub:TemplateRow ; hub:subject <sensor_id> ; hub:position 1 ; hub:predicate rdf:type ; hub:object sosa:Sensor .
<sensor_id#row-2> a hub:TemplateRow ; hub:subject <sensor_id> ; hub:position 2 ; hub:predicate sosa:observes ; hub:object <sensor_id#value> .
`;
