import { XSD_DATE_TIME, XSD_INTEGER } from './namespaces.ts';
import type { BoundTerm } from './rows.ts';

/** An IRI as a term of a triple. */
export function boundIri(value: string): BoundTerm {
  return { type: 'uri', value };
}

/** A literal of the datatype `xsd:string`, or in a language. */
export function boundText(value: string, language?: string): BoundTerm {
  return language === undefined ? { type: 'literal', value } : { type: 'literal', value, 'xml:lang': language };
}

/** A literal of the datatype `xsd:integer`. */
export function boundInteger(value: number): BoundTerm {
  return { type: 'literal', value: String(value), datatype: XSD_INTEGER };
}

/** A literal of the datatype `xsd:dateTime`, in UTC. */
export function boundDateTime(value: Date): BoundTerm {
  return { type: 'literal', value: value.toISOString(), datatype: XSD_DATE_TIME };
}
