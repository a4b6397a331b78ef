import { HubError, invalidOption } from '../errors.ts';

/** A query option. The same object reads it and describes it, so the description promises what the hub accepts. */
export interface Option<T> extends Description {
  /** Reads the texts that a request gives for the option, none when it gives none. @throws HubError `invalid-option` */
  read(texts: readonly string[]): T;
}

interface Description {
  readonly name: string;
  /** What the option is for, and the conditions that `schema` cannot express. */
  readonly description: string;
  /**
   * JSON Schema of the value: every value that fits is accepted. Its patterns run in the engines of all languages, so they have no
   * lookaround and no `\p{…}`.
   */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: unknown;
  readonly isRequired?: boolean;
}

/** The options that an operation reads, by the names that their values get. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

type ValuesOf<T extends OptionTable> = { readonly [Name in keyof T]: ReturnType<T[Name]['read']> };

/** The query of a request. Options that an operation does not read are ignored. */
export class QueryOptions {
  /** Null if the address has none, as with most requests. */
  readonly #query: URLSearchParams | null;

  constructor(querystring: string) {
    this.#query = querystring === '' ? null : new URLSearchParams(querystring);
  }

  /** The value of one option. @throws HubError `invalid-option` */
  get<T>(option: Option<T>): T {
    return option.read(this.#query === null ? NONE : this.#query.getAll(option.name));
  }

  /** The value of each option of a table. @throws HubError `invalid-option` for the first that is not valid */
  read<T extends OptionTable>(table: T): ValuesOf<T> {
    if (this.#query === null) return absentValues(table);
    const values: Record<string, unknown> = {};
    for (const name of Object.keys(table)) values[name] = this.get(table[name]!);
    return values as ValuesOf<T>;
  }

  /** What the query says of the options of a table, in its order and as it was read: a query that asks for the same. @throws HubError `invalid-option` */
  select(table: OptionTable): URLSearchParams {
    const options = new Map(Object.values(table).map((option) => [option.name, option]));
    const selected = new URLSearchParams();
    for (const [name, text] of this.#query ?? []) {
      const option = options.get(name);
      if (option !== undefined) selected.append(name, String(option.read([text])));
    }
    return selected;
  }
}

const NONE: readonly string[] = [];

const absentByTable = new WeakMap<OptionTable, unknown>();

/** The values of a table if no option is given. They are the same for each request, and most requests give none. */
function absentValues<T extends OptionTable>(table: T): ValuesOf<T> {
  let values = absentByTable.get(table) as ValuesOf<T> | undefined;
  if (values === undefined) {
    const entries = Object.entries(table).map(([name, option]) => [name, option.read(NONE)]);
    absentByTable.set(table, (values = Object.freeze(Object.fromEntries(entries)) as ValuesOf<T>));
  }
  return values;
}

/** `true` or `false`. */
export function booleanOption(name: string, absent: boolean, description: string): Option<boolean> {
  return single({ name, description, schema: { type: 'boolean', default: absent } }, absent, (text) => {
    if (text === 'true') return true;
    if (text === 'false') return false;
    throw invalidOption(name, text, 'true or false');
  });
}

/** A whole number from 0; numbers beyond `Number.MAX_SAFE_INTEGER` become it. */
export function countOption(name: string, absent: number, description: string, minimum = 0): Option<number> {
  return single({ name, description, schema: { type: 'integer', minimum, default: absent } }, absent, (text) => {
    if (!/^\d+$/.test(text) || Number(text) < minimum)
      throw invalidOption(name, text, `a whole number from ${minimum}`);
    return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  });
}

/** One of `choices`; null if none was given. */
export function choiceOption<C extends string>(
  name: string,
  choices: readonly C[],
  description: string,
): Option<C | null> {
  return single<C | null>({ name, description, schema: { type: 'string', enum: choices } }, null, (text) => {
    const choice = choices.find((known) => known === text);
    if (choice === undefined) throw invalidOption(name, text, `one of ${choices.join(', ')}`);
    return choice;
  });
}

/** A text; null if none was given. `check` throws `invalid-option` for a text that is not valid. */
export function textOption(
  { schema = {}, ...option }: Omit<Description, 'schema'> & Partial<Description>,
  check: (text: string) => string = (text) => text,
): Option<string | null> {
  return single<string | null>({ ...option, schema: { type: 'string', ...schema } }, null, check);
}

/** Refuses a text of more characters than anything that the option can name. @throws HubError `invalid-option` */
export function checkLength(name: string, text: string, most: number): string {
  if (text.length <= most) return text;
  const { length } = [...text];
  if (length <= most) return text;
  throw new HubError('invalid-option', `${name} has ${length} characters; ${most} is the most.`, { key: name });
}

/** A text that has to be given. */
export function requiredTextOption(option: Parameters<typeof textOption>[0]): Option<string> {
  const { read, ...description } = textOption(option);
  return {
    ...description,
    isRequired: true,
    read(texts) {
      const text = read(texts);
      if (text !== null) return text;
      throw new HubError('invalid-option', `The option ${option.name} is missing.`, { key: option.name });
    },
  };
}

function single<T>(description: Description, absent: T, parse: (text: string) => T): Option<T> {
  const { name } = description;
  return {
    ...description,
    read(texts) {
      if (texts.length > 1)
        throw new HubError('invalid-option', `The option ${name} was given ${texts.length} times; give it once.`, {
          key: name,
        });
      return texts.length === 0 ? absent : parse(texts[0]!);
    },
  };
}
