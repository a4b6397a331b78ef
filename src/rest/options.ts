import { checkBase } from '../rdf/check-base.ts';
import { HubError } from '../errors.ts';
import { RDF_FORMATS, type RdfFormat } from '../mapping/write/format.ts';

/** The query of a request, read option by option. Options that an endpoint doesn't have are ignored. */
export class QueryOptions {
  /** Null when the address has no query, as with most requests. */
  private readonly query: URLSearchParams | null;

  constructor(querystring: string) {
    this.query = querystring === '' ? null : new URLSearchParams(querystring);
  }

  /** @throws HubError `invalid-option` unless it is `true` or `false` */
  boolean(name: string, fallback: boolean): boolean {
    const value = this.single(name);
    if (value === null) return fallback;
    if (value === 'true') return true;
    if (value === 'false') return false;
    throw invalid(name, value, 'true or false');
  }

  /** @throws HubError `invalid-option` unless it is a whole number from 0 */
  count(name: string, fallback: number): number {
    const value = this.single(name);
    if (value === null) return fallback;
    if (!/^\d+$/.test(value)) throw invalid(name, value, 'a whole number from 0');
    return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  }

  /** Null when none was asked for. @throws HubError `invalid-option` */
  format(): RdfFormat | null {
    const value = this.single('format');
    if (value === null) return null;
    const format = RDF_FORMATS.find((known) => known === value);
    if (format === undefined) throw invalid('format', value, `one of ${RDF_FORMATS.join(', ')}`);
    return format;
  }

  /** Null when none was given. @throws HubError `invalid-option` */
  base(): string | null {
    const value = this.single('base');
    return value === null ? null : checkBase(value);
  }

  /** Null when none was given. @throws HubError `invalid-option` */
  text(name: string): string | null {
    return this.single(name);
  }

  /** Every value of an option that may be repeated. */
  texts(name: string): readonly string[] {
    return this.query?.getAll(name) ?? [];
  }

  private single(name: string): string | null {
    if (this.query === null) return null;
    const values = this.query.getAll(name);
    if (values.length > 1) {
      throw new HubError('invalid-option', `The option ${name} was given ${values.length} times; give it once.`, {
        key: name,
      });
    }
    return values[0] ?? null;
  }
}

function invalid(name: string, value: string, expected: string): HubError {
  const piece = value.slice(0, 200);
  return new HubError('invalid-option', `${name} has to be ${expected}; it is ${JSON.stringify(piece)}.`, {
    key: name,
    piece,
  });
}
