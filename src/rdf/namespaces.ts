import { withoutEndSlashes } from '../end-slashes.ts';

/** IRIs of the established vocabularies that the code itself speaks of. What only seeds and templates cite stands there. */

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
export const XSD = 'http://www.w3.org/2001/XMLSchema#';
export const SKOS = 'http://www.w3.org/2004/02/skos/core#';
export const QUDT = 'http://qudt.org/schema/qudt/';
export const DCTERMS = 'http://purl.org/dc/terms/';
export const OWL = 'http://www.w3.org/2002/07/owl#';
export const SCHEMA_ORG = 'https://schema.org/';
export const VANN = 'http://purl.org/vocab/vann/';
export const DCAT = 'http://www.w3.org/ns/dcat#';
export const VOID = 'http://rdfs.org/ns/void#';
/** Pages of a collection, and streams of what changes (W3C TREE, LDES). */
export const TREE = 'https://w3id.org/tree#';
export const LDES = 'https://w3id.org/ldes#';
export const ACTIVITY_STREAMS = 'https://www.w3.org/ns/activitystreams#';
export const SHACL = 'http://www.w3.org/ns/shacl#';
export const SERVICE_DESCRIPTION = 'http://www.w3.org/ns/sparql-service-description#';
/** The names of file formats. */
export const FORMATS = 'http://www.w3.org/ns/formats/';
export const ENTAILMENT = 'http://www.w3.org/ns/entailment/';

const TIME = 'http://www.w3.org/2006/time#';

export const RDF_TYPE = `${RDF}type`;
export const RDF_LANG_STRING = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString';

export const RDF_JSON = `${RDF}JSON`;

export const XSD_STRING = `${XSD}string`;
export const XSD_BOOLEAN = 'http://www.w3.org/2001/XMLSchema#boolean';
export const XSD_INTEGER = 'http://www.w3.org/2001/XMLSchema#integer';
export const XSD_DECIMAL = 'http://www.w3.org/2001/XMLSchema#decimal';
export const XSD_DATE_TIME = 'http://www.w3.org/2001/XMLSchema#dateTime';

/** The quantity kind of what is told apart from temperatures: no offset of a unit is added to it. */
export const TEMPERATURE_DIFFERENCE = 'http://qudt.org/vocab/quantitykind/TemperatureDifference';

export const DCAT_DATASET = `${DCAT}Dataset`;
export const TIME_INSTANT = `${TIME}Instant`;
export const TIME_HAS_TIME = `${TIME}hasTime`;

/** The properties that make a key a time key, and the datatype that each gives its object (`mapping.md §4, §5`). */
export const TIME_PROPERTIES: ReadonlyMap<string, string> = new Map([
  [`${TIME}inXSDDateTimeStamp`, `${XSD}dateTimeStamp`],
  [`${TIME}inXSDDateTime`, `${XSD}dateTime`],
  [`${TIME}inXSDDate`, `${XSD}date`],
]);

/** Annotations whose value may be a date (`mapping.md §2`). */
export const DATE_PROPERTIES: ReadonlySet<string> = new Set([
  `${DCTERMS}created`,
  `${DCTERMS}issued`,
  `${DCTERMS}modified`,
  `${DCTERMS}date`,
]);

/** Names in the hub's ontology of what a root says of the text that it was converted from. */
export const SOURCE_DIGEST = 'sourceDigest';
export const RESIDUE = 'residue';

/** The namespace of the ontology of the hub that has this vocabulary. @param vocabularyIri ends in `/vocabulary/` */
export function ontologyBeside(vocabularyIri: string): string {
  return new URL('../ontology#', vocabularyIri).href;
}

/** The namespaces and graphs that one hub mints, all below its base URL. */
export interface HubNamespaces {
  /** The hub's address without a slash at its end. */
  readonly baseUrl: string;
  /** Namespace of terms and all else that the vocabulary mints. */
  readonly vocabulary: string;
  /** Namespace of the hub's own classes and properties, `schema/ontology.ttl`. */
  readonly ontology: string;
  /** Where the entities of documents that name no base are minted. */
  readonly id: string;
  /** Namespace of the versions of the vocabulary. */
  readonly versions: string;
  /** The named graph that holds the vocabulary, see `store/README.md`. */
  readonly vocabularyGraph: string;
  /** The named graph that holds the hub's own ontology. */
  readonly ontologyGraph: string;
  /** What suggestions added to the vocabulary, once more: it has to survive new seeds. */
  readonly acceptedGraph: string;
  /** Where the vocabulary comes from and which of its versions were found sound. */
  readonly stateGraph: string;
  /** Which version came into use when. The versions themselves are graphs of their own, named by their IRIs. */
  readonly historyGraph: string;
  /** In which the hubs on one server take turns to change it. */
  readonly changesGraph: string;
  readonly suggestionsGraph: string;
  /** E-mail addresses of those who suggest. */
  readonly contactsGraph: string;
  readonly unmappedKeysGraph: string;
  readonly accountsGraph: string;
  /** Endpoints that are told of changes, with their secrets. */
  readonly webhooksGraph: string;
}

/**
 * Everything that a hub at `baseUrl` mints.
 *
 * @param baseUrl an absolute http(s) IRI; a slash at its end is dropped
 */
export function hubNamespaces(baseUrl: string): HubNamespaces {
  const root = withoutEndSlashes(baseUrl);
  return {
    baseUrl: root,
    vocabulary: `${root}/vocabulary/`,
    ontology: `${root}/ontology#`,
    id: `${root}/id/`,
    versions: `${root}/vocabulary/v/`,
    vocabularyGraph: `${root}/graph/vocabulary`,
    ontologyGraph: `${root}/graph/ontology`,
    acceptedGraph: `${root}/graph/accepted`,
    stateGraph: `${root}/graph/state`,
    historyGraph: `${root}/graph/history`,
    changesGraph: `${root}/graph/changes`,
    suggestionsGraph: `${root}/graph/suggestions`,
    contactsGraph: `${root}/graph/contacts`,
    unmappedKeysGraph: `${root}/graph/missing-keys`,
    accountsGraph: `${root}/graph/accounts`,
    webhooksGraph: `${root}/graph/webhooks`,
  };
}
