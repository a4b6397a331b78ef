import { XSD } from '../rdf/namespaces.ts';
import { localName } from './source-properties.ts';

const WKT = 'http://www.opengis.net/ont/geosparql#wktLiteral';

/** What sources call datatypes, in small letters, by the name of the one that terms have. */
const CALLED: Readonly<Record<string, string>> = {
  string: 'string langstring literal text token normalizedstring plainliteral char varchar',
  boolean: 'boolean bool',
  integer:
    'integer int long short byte nonnegativeinteger positiveinteger nonpositiveinteger negativeinteger unsignedint unsignedlong unsignedshort unsignedbyte bigint smallint tinyint int16 int32 int64 uint16 uint32 uint64',
  decimal: 'decimal numeric',
  double: 'double float real number float32 float64',
  date: 'date',
  dateTime: 'datetime',
  dateTimeStamp: 'datetimestamp timestamp',
  time: 'time',
  duration: 'duration daytimeduration yearmonthduration',
  gYear: 'gyear year',
  gYearMonth: 'gyearmonth',
  anyURI: 'anyuri uri url iri',
};
const DATATYPES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(CALLED).flatMap(([name, called]) => called.split(' ').map((one) => [one, XSD + name] as const)),
  ['wktliteral', WKT],
]);

/**
 * The IRI of the datatype that a source means, by IRI, prefixed name or word, with or without a size (`xsd:float`, `int`, `varchar(255)`);
 * null for one that the mapping does not know.
 */
export function datatypeOf(text: string): string | null {
  const word = localName(text.trim()).toLowerCase();
  return DATATYPES.get(word.split('(', 1)[0]!.trim()) ?? null;
}

const NUMBERS: ReadonlySet<string | null> = new Set(['integer', 'decimal', 'double'].map((name) => XSD + name));

/** Whether the datatype that a source means is one of numbers. */
export function isNumberType(text: string): boolean {
  return NUMBERS.has(datatypeOf(text));
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const VALUES: ReadonlyMap<string, RegExp> = new Map([
  [`${XSD}string`, /^/],
  [`${XSD}boolean`, /^(?:true|false|1|0)$/],
  [`${XSD}integer`, /^[+-]?\d+$/],
  [`${XSD}decimal`, NUMBER],
  [`${XSD}double`, /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/],
  [`${XSD}anyURI`, /^[^ <>]+$/],
  [`${XSD}date`, /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  [`${XSD}gYear`, /^\d{4}$/],
  [`${XSD}gYearMonth`, /^\d{4}-(?:0[1-9]|1[0-2])$/],
  [`${XSD}time`, /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/],
  [
    `${XSD}dateTime`,
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:Z|[+-]\d{2}:\d{2})?$/,
  ],
  [
    `${XSD}dateTimeStamp`,
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:Z|[+-]\d{2}:\d{2})$/,
  ],
]);

/** Whether a text is an example of a value of a datatype. Forms that only a few write are none. */
export function isExampleOf(datatype: string, text: string): boolean {
  return VALUES.get(datatype)?.test(text) ?? false;
}
