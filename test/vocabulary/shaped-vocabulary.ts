/** Turtle of a small vocabulary that keeps every shape, for tests that break one at a time. */
export const SHAPED = `
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
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix sosa: <http://www.w3.org/ns/sosa/> .
@prefix time: <http://www.w3.org/2006/time#> .
@prefix unit: <http://qudt.org/vocab/unit/> .
@prefix vann: <http://purl.org/vocab/vann/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<./>
    a skos:ConceptScheme , dcat:Dataset ;
    dcterms:title "Small"@en ;
    dcterms:description "A small vocabulary."@en ;
    dcterms:publisher <publisher> ;
    dcterms:license <https://creativecommons.org/licenses/by/4.0/> ;
    vann:preferredNamespacePrefix "vocab" ;
    vann:preferredNamespaceUri <./> ;
    skos:hasTopConcept <category/power> .

<category/power>
    a skos:Concept, hub:Category ;
    skos:prefLabel "Power"@en, "Leistung"@de ;
    skos:definition "All power."@en ;
    skos:notation "power" ;
    skos:topConceptOf <./> ;
    skos:inScheme <./> .

<prefix/rdf> a hub:Prefix ; vann:preferredNamespacePrefix "rdf" ; vann:preferredNamespaceUri rdf: .
<prefix/sosa> a hub:Prefix ; vann:preferredNamespacePrefix "sosa" ; vann:preferredNamespaceUri sosa: .
<prefix/time> a hub:Prefix ; vann:preferredNamespacePrefix "time" ; vann:preferredNamespaceUri time: .
<prefix/qudt> a hub:Prefix ; vann:preferredNamespacePrefix "qudt" ; vann:preferredNamespaceUri qudt: .
<prefix/xsd> a hub:Prefix ; vann:preferredNamespacePrefix "xsd" ; vann:preferredNamespaceUri xsd: .
<prefix/vocab> a hub:Prefix ; vann:preferredNamespacePrefix "vocab" ; vann:preferredNamespaceUri <./> .

<load-kW>
    a rdf:Property, skos:Concept, hub:Term ;
    skos:prefLabel "Load (kW)"@en, "Last (kW)"@de ;
    skos:altLabel "Demand"@en ;
    skos:hiddenLabel "P_load" ;
    skos:definition "Power that is drawn."@en ;
    skos:notation "load-kW" ;
    skos:example "12.5" ;
    skos:broader <category/power> ;
    skos:inScheme <./> ;
    hub:datatype xsd:double ;
    qudt:hasQuantityKind quantitykind:ActivePower ;
    qudt:hasUnit unit:KiloW ;
    skos:closeMatch s4ener:Load .

<load-kW#value> a hub:ValueToken ; hub:key <load-kW> .
<load-kW#row-1> a hub:TemplateRow ; hub:subject <load-kW> ; hub:position 1 ; hub:predicate rdf:type ; hub:object sosa:Observation .
<load-kW#row-2> a hub:TemplateRow ; hub:subject <load-kW> ; hub:position 2 ; hub:predicate sosa:madeBySensor ; hub:object <meter_id#entity> .
<load-kW#row-3> a hub:TemplateRow ; hub:subject <load-kW> ; hub:position 3 ; hub:predicate sosa:hasResult ; hub:object <node/load_result> .
<node/load_result> a hub:TemplateNode ; skos:notation "load_result" .
<node/load_result#row-1> a hub:TemplateRow ; hub:subject <node/load_result> ; hub:position 1 ; hub:predicate qudt:numericValue ; hub:object <load-kW#value> .

<meter_id>
    a rdf:Property, skos:Concept, hub:Term ;
    skos:prefLabel "Meter"@en ;
    skos:definition "What names a meter."@en ;
    skos:notation "meter_id" ;
    skos:broader <category/power> ;
    skos:inScheme <./> ;
    hub:datatype xsd:string .

<meter_id#value> a hub:ValueToken ; hub:key <meter_id> .
<meter_id#entity> a hub:EntityToken ; hub:key <meter_id> .
<meter_id#row-1> a hub:TemplateRow ; hub:subject <meter_id> ; hub:position 1 ; hub:predicate rdf:type ; hub:object sosa:Sensor .
<meter_id#row-2> a hub:TemplateRow ; hub:subject <meter_id> ; hub:position 2 ; hub:predicate sosa:observes ; hub:object <meter_id#value> .

<stamp>
    a rdf:Property, skos:Concept, hub:Term ;
    skos:prefLabel "Stamp"@en ;
    skos:definition "When it was."@en ;
    skos:notation "stamp" ;
    skos:broader <category/power> ;
    skos:inScheme <./> ;
    hub:datatype xsd:dateTimeStamp .

<stamp#value> a hub:ValueToken ; hub:key <stamp> .
<stamp#row-1> a hub:TemplateRow ; hub:subject <stamp> ; hub:position 1 ; hub:predicate rdf:type ; hub:object time:Instant .
<stamp#row-2> a hub:TemplateRow ; hub:subject <stamp> ; hub:position 2 ; hub:predicate time:inXSDDateTimeStamp ; hub:object <stamp#value> .

<unit/EUR-PER-MegaW>
    a qudt:Unit ;
    rdfs:label "Euro per Megawatt"@en ;
    qudt:symbol "EUR/MW" ;
    qudt:hasQuantityKind quantitykind:CostPerPower ;
    qudt:conversionMultiplier 0.000001 ;
    rdfs:isDefinedBy <./> .

<quantitykind/Haste>
    a qudt:QuantityKind ;
    rdfs:label "Haste"@en ;
    skos:definition "Hurry."@en ;
    qudt:applicableUnit unit:HZ ;
    rdfs:isDefinedBy <./> .

<quantile/q50>
    a hub:QuantileLevel ;
    rdfs:label "Median"@en ;
    s4ener:hasQuantile 0.5 ;
    rdfs:isDefinedBy <./> .
`;
