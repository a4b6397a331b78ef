import { isWebIri } from '../rdf/iri.ts';
import { LANGUAGES } from './languages.ts';

/** What operators may ask for; the command line reads it before anything else is loaded. */
export const IMPORT_LANGUAGES = LANGUAGES;

export const SOURCE_FORMATS = ['ttl', 'nt', 'rdf', 'jsonld', 'csv'] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

/** The rules of the shapes for names of categories and prefixes, and for namespaces. */
export function isCategoryName(text: string): boolean {
  return text.length <= 100 && /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(text);
}

export function isPrefixName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_-]{0,49}$/.test(text);
}

export function isNamespace(text: string): boolean {
  return /[/#]$/.test(text) && isWebIri(text);
}
