// One statement of SPARQL from the rows of two templates: what is found, what goes and what comes belong together.
import type {
  ResolvedKey,
  ResolvedObject,
  ResolvedRow,
  ResolvedTemplates,
} from '../mapping/templates/resolved-templates.ts';
import { iri, literal } from '../rdf/sparql.ts';

/** The variable of the node, the entity or the literal that a key's value is. */
const VALUE = '?value';

/**
 * The SPARQL Update that makes of the triples that one version of the vocabulary gives the values of a key those of another. Whether it does
 * is seen on documents: where values of several keys belong together by their places in arrays, no graph tells which.
 *
 * @returns null when the templates give no way: what it needs stands nowhere
 */
export function migrationOf(key: string, before: ResolvedTemplates, after: ResolvedTemplates): string | null {
  const from = before.keys.get(key);
  const to = after.keys.get(key);
  if (from === undefined || to === undefined) return null;
  return new Migration(before, after, from, to).text();
}

class Migration {
  readonly #before: ResolvedTemplates;
  readonly #after: ResolvedTemplates;
  readonly #from: ResolvedKey;
  readonly #to: ResolvedKey;
  readonly #remove: string[] = [];
  readonly #insert: string[] = [];
  readonly #where: string[] = [];
  /** The variable or the blank node of each node of the new template, by its name. */
  readonly #nodes = new Map<string, string>();
  #variables = 0;
  #isPossible = true;

  constructor(before: ResolvedTemplates, after: ResolvedTemplates, from: ResolvedKey, to: ResolvedKey) {
    this.#before = before;
    this.#after = after;
    this.#from = from;
    this.#to = to;
  }

  text(): string | null {
    this.#findNodes();
    const value = this.#newValue();
    const { from, to } = { from: this.#from.rows, to: this.#to.rows };
    // What is said of the value is said anew where the value is another node.
    const stays = (row: ResolvedRow): boolean => value === VALUE || row.subject !== null;
    const known = new Set(from.filter(stays).map(identityOf));
    const kept = new Set(to.filter(stays).map(identityOf));
    for (const row of from) if (!kept.has(identityOf(row))) this.#removeRow(row);
    for (const row of to) if (!known.has(identityOf(row))) this.#insertRow(row, value);
    if (!this.#isPossible || this.#remove.length + this.#insert.length === 0) return null;
    return [
      `# ${JSON.stringify(this.#from.name)}`,
      `DELETE {${block(this.#remove)}}`,
      `INSERT {${block(this.#insert)}}`,
      `WHERE {${block(this.#where)}}`,
    ].join('\n');
  }

  /** The values of the key, with the nodes of their templates and their literals. */
  #findNodes(): void {
    const from = this.#from;
    this.#where.push(`?record ${iriText(from.predicate)} ?value .`);
    if (from.form === 'literal') this.#where.push('FILTER(isLiteral(?value))');
    for (const { subject, predicate, object } of from.rows) {
      if (object.kind === 'node') {
        if (!this.#nodes.has(object.node)) this.#nodes.set(object.node, `?n${++this.#variables}`);
        this.#where.push(`${this.#old(subject)} ${iriText(predicate)} ${this.#nodes.get(object.node)!} .`);
      } else if (object.kind === 'value' && object.key === from.name) {
        this.#where.push(`${this.#old(subject)} ${iriText(predicate)} ?literal .`);
      }
    }
  }

  /** What stands behind the predicate of the key afterwards; what becomes of that triple is noted. */
  #newValue(): string {
    const { form, predicate, datatype } = this.#from;
    const to = this.#to;
    const isSame = form === to.form && (form !== 'literal' || datatype === to.datatype);
    const value = isSame ? VALUE : this.#valueOfForm(to);
    if (predicate !== to.predicate || !isSame) {
      this.#remove.push(`?record ${iriText(predicate)} ?value .`);
      this.#insert.push(`?record ${iriText(to.predicate)} ${value} .`);
    }
    return value;
  }

  #valueOfForm({ form, datatype, entityBase }: ResolvedKey): string {
    if (form === 'node') return '_:value';
    return form === 'literal' ? this.#typed(datatype) : this.#mint(this.#literal(), entityBase);
  }

  #removeRow({ subject, predicate, object }: ResolvedRow): void {
    const start = `${this.#old(subject)} ${iriText(predicate)}`;
    if (object.kind === 'constant') this.#remove.push(`${start} ${iriText(object.iri)} .`);
    else if (object.kind === 'node') this.#remove.push(`${start} ${this.#nodes.get(object.node)!} .`);
    else if (object.kind === 'value' && object.key === this.#from.name) this.#remove.push(`${start} ?literal .`);
    else {
      const old = this.#variable();
      this.#where.push(`OPTIONAL { ${start} ${old} . }`);
      this.#remove.push(`${start} ${old} .`);
    }
  }

  #insertRow({ subject, predicate, object }: ResolvedRow, value: string): void {
    const start = `${subject === null ? value : this.#new(subject)} ${iriText(predicate)}`;
    const written = this.#newObject(object);
    if (written !== null) this.#insert.push(`${start} ${written} .`);
  }

  #newObject(object: ResolvedObject): string | null {
    switch (object.kind) {
      case 'constant':
        return iriText(object.iri);
      case 'node':
        return this.#new(object.node);
      case 'instant':
        return this.#instant();
      case 'entity':
        return this.#entity(object.key);
      case 'value':
        return object.key === this.#from.name ? this.#typed(object.datatype) : this.#other(object.key, object.datatype);
    }
  }

  #entity(key: string): string | null {
    if (key === this.#from.name) return '?value';
    const cited = this.#before.keys.get(key);
    if (cited?.form === 'entity') return this.#optional(iriText(cited.predicate));
    const text = this.#other(key, null);
    return text === null ? null : this.#mint(text, this.#after.keys.get(key)!.entityBase);
  }

  #instant(): string | null {
    const time = [...this.#before.keys.values()].find(({ isTime, form }) => isTime && form === 'node');
    return time === undefined ? this.#impossible() : this.#optional(iriText(time.predicate));
  }

  /** The value of another key of the record. */
  #other(key: string, datatype: string | null): string | null {
    const cited = this.#before.keys.get(key);
    if (cited === undefined || cited.readPath === null) return this.#impossible();
    const found = this.#optional([cited.predicate, ...cited.readPath].map(iriText).join('/'));
    return datatype === null ? found : this.#cast(found, datatype);
  }

  #optional(path: string): string {
    const variable = this.#variable();
    this.#where.push(`OPTIONAL { ?record ${path} ${variable} . }`);
    return variable;
  }

  /** The value of the key, of a datatype; of that which it has when it is null. */
  #typed(datatype: string | null): string {
    const literal = this.#literal();
    return datatype === null ? literal : this.#cast(literal, datatype);
  }

  #literal(): string {
    if (this.#from.readPath === null) this.#isPossible = false;
    return this.#from.form === 'literal' ? VALUE : '?literal';
  }

  /** The IRI of an entity by its text (`mapping.md §3`). */
  #mint(text: string, base: string): string {
    const minted = this.#variable();
    const encoded = `IRI(CONCAT(${literal(base).text}, ENCODE_FOR_URI(STR(${text}))))`;
    this.#where.push(`BIND(IF(REGEX(STR(${text}), "^(https?://|urn:)"), IRI(STR(${text})), ${encoded}) AS ${minted})`);
    return minted;
  }

  #cast(literal: string, datatype: string): string {
    const cast = this.#variable();
    this.#where.push(`BIND(STRDT(STR(${literal}), ${iriText(datatype)}) AS ${cast})`);
    return cast;
  }

  #old(subject: string | null): string {
    return subject === null ? '?value' : this.#nodes.get(subject)!;
  }

  #new(node: string): string {
    let name = this.#nodes.get(node);
    if (name === undefined) this.#nodes.set(node, (name = `_:n${++this.#variables}`));
    return name;
  }

  #variable(): string {
    return `?v${++this.#variables}`;
  }

  #impossible(): null {
    this.#isPossible = false;
    return null;
  }
}

function identityOf({ subject, predicate, object }: ResolvedRow): string {
  return JSON.stringify([subject, predicate, object]);
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? ' ' : `\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function iriText(value: string): string {
  return iri(value).text;
}
