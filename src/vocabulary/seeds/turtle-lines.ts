import { escapeTriplesText } from '../../rdf/escape.ts';
import type { TurtleDocument } from '../../rdf/read-rdf.ts';

/** Turtle that is written line by line, each with the line of the file that it was made of. */
export class TurtleLines {
  readonly #base: string;
  readonly #lines: string[] = [];
  readonly #places: number[] = [];
  #subject: string | null = null;

  /** @param base what IRIs are written relative to */
  constructor(base: string) {
    this.#base = base;
  }

  /** Says something of a subject: an IRI, or a literal as Turtle writes it. */
  say(subject: string, predicate: string, object: string, line: number): void {
    if (subject === this.#subject) this.#lines[this.#lines.length - 1] += ' ;';
    else {
      this.#end();
      this.#subject = subject;
      this.#lines.push(this.#iri(subject));
      this.#places.push(line);
    }
    const written = /^(?:["\d]|true$)/.test(object) ? object : this.#iri(object);
    this.#lines.push(`    ${this.#iri(predicate)} ${written}`);
    this.#places.push(line);
  }

  /** All that was said, as the document of a file. */
  document(name: string): TurtleDocument {
    this.#end();
    return { name, text: `${this.#lines.join('\n')}\n`, baseIri: this.#base, lines: this.#places };
  }

  #end(): void {
    if (this.#subject !== null) this.#lines[this.#lines.length - 1] += ' .';
    this.#subject = null;
  }

  #iri(iri: string): string {
    if (iri.startsWith(this.#base)) return `<${iri.slice(this.#base.length) || './'}>`;
    const above = this.#base.slice(0, this.#base.lastIndexOf('/', this.#base.length - 2) + 1);
    return iri.startsWith(above) ? `<../${iri.slice(above.length)}>` : `<${iri}>`;
  }
}

/** A literal as Turtle writes it. */
export function quoted(text: string, suffix = ''): string {
  return `"${escapeTriplesText(text)}"${suffix}`;
}
