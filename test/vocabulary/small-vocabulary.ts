import type { HubNamespaces } from '../../src/rdf/namespaces.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { replaceGraph } from '../../src/store/replace-graph.ts';
import { HUB } from './seeded.ts';

/** Turtle of a vocabulary of two terms that share a node, for tests that bend it. */
export const SMALL = `
  @prefix hub: <../ontology#> .
  @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
  @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
  @prefix time: <http://www.w3.org/2006/time#> .
  @prefix vann: <http://purl.org/vocab/vann/> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

  <prefix/rdf> a hub:Prefix ; vann:preferredNamespacePrefix "rdf" ; vann:preferredNamespaceUri rdf: .
  <prefix/time> a hub:Prefix ; vann:preferredNamespacePrefix "time" ; vann:preferredNamespaceUri time: .
  <prefix/vocab> a hub:Prefix ; vann:preferredNamespacePrefix "vocab" ; vann:preferredNamespaceUri <./> .
  <prefix/xsd> a hub:Prefix ; vann:preferredNamespacePrefix "xsd" ; vann:preferredNamespaceUri xsd: .
  <category/time> a hub:Category ; skos:prefLabel "Time"@en ; skos:definition "When."@en ; skos:notation "time" .

  <start> a hub:Term ; skos:prefLabel "Start"@en ; skos:definition "Beginning."@en ; skos:notation "start" ;
    skos:broader <category/time> ; hub:datatype xsd:dateTimeStamp .
  <end> a hub:Term ; skos:prefLabel "End"@en ; skos:definition "End."@en ; skos:notation "end" ;
    skos:broader <category/time> ; hub:datatype xsd:dateTimeStamp .
  <start#value> a hub:ValueToken ; hub:key <start> .
  <end#value> a hub:ValueToken ; hub:key <end> .
  <node/interval> a hub:TemplateNode ; skos:notation "interval" .
  <start#row-1> a hub:TemplateRow ; hub:subject <start> ; hub:position 1 ; hub:predicate time:hasTime ; hub:object <node/interval> .
  <end#row-1> a hub:TemplateRow ; hub:subject <end> ; hub:position 1 ; hub:predicate time:hasTime ; hub:object <node/interval> .
  <node/interval#row-1> a hub:TemplateRow ; hub:subject <node/interval> ; hub:position 1 ; hub:predicate rdf:type ; hub:object time:Interval .
`;

/** A store whose vocabulary is `SMALL` and what `extra` adds. */
export async function smallStore(extra = '', text = SMALL, hub = HUB): Promise<EmbeddedStore> {
  const store = new EmbeddedStore();
  await replaceVocabulary(store, text + extra, hub);
  return store;
}

export async function replaceVocabulary(store: EmbeddedStore, text: string, hub: HubNamespaces = HUB): Promise<void> {
  await replaceGraph(store, hub.vocabularyGraph, [{ name: 'small.ttl', text, baseIri: hub.vocabulary }]);
}
