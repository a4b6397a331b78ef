/** The IRIs that `mapping.md` itself names. */
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const RDF_TYPE = `${RDF}type`;

export const XSD = 'http://www.w3.org/2001/XMLSchema#';

const TIME = 'http://www.w3.org/2006/time#';
export const TIME_INSTANT = `${TIME}Instant`;
export const TIME_HAS_TIME = `${TIME}hasTime`;

/** The properties that make a key a time key, and the datatype that each gives its object (`mapping.md §4, §5`). */
export const TIME_PROPERTIES: ReadonlyMap<string, string> = new Map([
  [`${TIME}inXSDDateTimeStamp`, `${XSD}dateTimeStamp`],
  [`${TIME}inXSDDateTime`, `${XSD}dateTime`],
  [`${TIME}inXSDDate`, `${XSD}date`],
]);

export const DCAT_DATASET = 'http://www.w3.org/ns/dcat#Dataset';

const DCTERMS = 'http://purl.org/dc/terms/';

/** Annotations whose value may be a date (`mapping.md §2`). */
export const DATE_PROPERTIES: ReadonlySet<string> = new Set([
  `${DCTERMS}created`,
  `${DCTERMS}issued`,
  `${DCTERMS}modified`,
  `${DCTERMS}date`,
]);
