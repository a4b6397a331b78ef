import { plainName } from './safe-text.ts';
import type { TurtleText } from './turtle-text.ts';

export const RML = 'http://w3id.org/rml/';
const MORPH = 'https://github.com/morph-kgc/morph-kgc/function/built-in.ttl#';
/** The names of the text that is hashed: up to version 2.8, and of later ones, which leave others aside. */
const PARAMETERS = ['valueParam', 'valueParameter'].map(
  (name) => `http://users.ugent.be/~bjdmeest/function/grel.ttl#${name}`,
);
/** An input that the function leaves aside. */
const NO_PARAMETER = 'http://users.ugent.be/~bjdmeest/function/grel.ttl#valueParameter2';

/** The file that the mapping reads. */
const SOURCE = 'document.json';

/** How a mapping spells what mappers read differently. */
export interface RmlSpelling {
  /** What is true of every mapping in this spelling, as sentences. */
  readonly notes: readonly string[];
  /** Whether the mapper can name a key. */
  canRead: (key: string) => boolean;
  /** The logical source of a record, or of the records of an array, at a path of keys. */
  source: (path: readonly string[], isArray: boolean) => string;
  /** The value of a key of the record, as text of a reference. */
  reference: (key: string) => string;
  /**
   * What a term map of an unnamed node says.
   *
   * @param keys nodes of one label and equal values of these are one
   * @param value there is no node where this key has no value; null for a node that is always there
   */
  blankNode: (label: string, keys: readonly string[], value: string | null) => string;
  /** What stands behind the triples maps. */
  appendix: () => readonly string[];
}

/** RML Core with references of JSONPath (RFC 9535). */
export class StandardSpelling implements RmlSpelling {
  readonly notes = [
    'Texts of entities are encoded as RML does, which keeps letters beyond ASCII; the hub encodes them, too.',
  ];
  readonly #turtle: TurtleText;

  constructor(turtle: TurtleText) {
    this.#turtle = turtle;
  }

  canRead(): boolean {
    return true;
  }

  source(path: readonly string[], isArray: boolean): string {
    const iterator = `$${path.map(selector).join('')}${isArray ? '[*]' : ''}`;
    const file = `[ a rml:RelativePathSource ; rml:root rml:CurrentWorkingDirectory ; rml:path ${this.#turtle.text(SOURCE)} ]`;
    return `rml:source ${file} ; rml:referenceFormulation rml:JSONPath ; rml:iterator ${this.#turtle.text(iterator)}`;
  }

  reference(key: string): string {
    return `$${selector(key)}`;
  }

  blankNode(label: string, keys: readonly string[], value: string | null): string {
    // Where a reference has no value, a template has none.
    const references = [...new Set([...keys, ...(value === null ? [] : [value])])].map((key) => this.reference(key));
    return `rml:template ${this.#turtle.text(templateOf(label, references))} ; rml:termType rml:BlankNode`;
  }

  appendix(): readonly string[] {
    return [];
  }
}

/** What Morph-KGC 2.10 reads: files as texts, keys without JSONPath, and labels of blank nodes that are safe. */
export class MorphKgcSpelling implements RmlSpelling {
  readonly notes = [
    'Morph-KGC writes numbers as Python does, and takes empty texts and the text nan for absent, unless na_values of its configuration says otherwise.',
    'Morph-KGC 2.8 stops where no record has a value of a key; 2.10 does not.',
    'Values of terms of text have to be texts: Morph-KGC writes numbers and true there as Python does. Whole numbers keep 15 digits.',
  ];
  readonly #turtle: TurtleText;
  /** The names of the functions that hash labels, by what they say. */
  readonly #executions = new Map<string, string>();

  constructor(turtle: TurtleText) {
    this.#turtle = turtle;
  }

  canRead(key: string): boolean {
    return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key);
  }

  source(path: readonly string[], isArray: boolean): string {
    const iterator = `${['$', ...path].join('.')}${isArray ? '[*]' : ''}`;
    return `rml:source ${this.#turtle.text(SOURCE)} ; rml:referenceFormulation rml:JSONPath ; rml:iterator ${this.#turtle.text(iterator)}`;
  }

  reference(key: string): string {
    return key;
  }

  /**
   * Morph-KGC writes a label as it is, so that it has to be a hash; a node that is always there is a blank node of the mapping. It drops rows
   * in which one of the inputs has no value. A value that is a number is never in a label: 7 is 7.0 where the next record has 7.5.
   */
  blankNode(label: string, keys: readonly string[], value: string | null): string {
    if (keys.length === 0 && value === null) return `rml:constant _:${plainName(label)} ; rml:termType rml:BlankNode`;
    const template = this.#turtle.text(templateOf(label, keys));
    const inputs = PARAMETERS.map((parameter) => inputOf(parameter, `rml:template ${template}`));
    if (value !== null && !keys.includes(value))
      inputs.push(inputOf(NO_PARAMETER, `rml:reference ${this.#turtle.text(this.reference(value))}`));
    const body = [`rml:function <${MORPH}hash>`, ...inputs].join(' ;\n  ');
    const name = this.#executions.get(body) ?? `node${this.#executions.size + 1}`;
    this.#executions.set(body, name);
    return `rml:functionExecution <#${name}> ; rml:termType rml:BlankNode`;
  }

  appendix(): readonly string[] {
    return Array.from(this.#executions, ([body, name]) => `<#${name}> ${body} .\n`);
  }
}

function inputOf(parameter: string, value: string): string {
  return `rml:input [ rml:parameter <${parameter}> ; rml:inputValueMap [ ${value} ] ]`;
}

/** A template of RML: a text, then references in braces. */
export function templateOf(text: string, references: readonly string[], separator = '/'): string {
  return [text, ...references.map((reference) => `{${reference.replace(/[\\{}]/g, '\\$&')}}`)].join(separator);
}

function selector(key: string): string {
  const escaped = JSON.stringify(key).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `['${escaped}']`;
}
