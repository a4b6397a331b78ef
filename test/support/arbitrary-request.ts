/** Requests made from the description of the interface: any that fit it, and any that break it in one place. */
import fc from 'fast-check';
import { description, follow, mistakesAt, pointerOf, valueAt } from './described-interface.ts';

type Schema = Readonly<Record<string, unknown>>;
type Texts = readonly string[];

/** What stands in the query of a request: the texts of each option that is given. */
export type Options = Readonly<Record<string, Texts>>;

export interface DescribedOption {
  readonly name: string;
  readonly isRequired: boolean;
  /** Where the description has its schema. */
  readonly pointer: string;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly options: readonly DescribedOption[];
  readonly pathParts: readonly DescribedOption[];
  /** Where the description has the schema of the body, by media type. */
  readonly bodies: Readonly<Record<string, string>>;
}

/** Every operation of the description. */
export const operations: readonly DescribedOperation[] = Object.entries(description.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => {
    const place = pointerOf('paths', path, method);
    const parameters = (operation.parameters ?? []).map((_, at) => {
      const pointer = follow(`${place}/parameters/${at}`);
      const { name, in: where, required } = valueAt(pointer) as { name: string; in: string; required?: boolean };
      return { name, where, isRequired: required === true, pointer: `${pointer}/schema` };
    });
    return {
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      options: parameters.filter(({ where }) => where === 'query'),
      pathParts: parameters.filter(({ where }) => where === 'path'),
      bodies: Object.fromEntries(
        Object.keys(operation.requestBody?.content ?? {}).map((type) => [
          type,
          follow(`${place}/requestBody${pointerOf('content', type)}/schema`),
        ]),
      ),
    };
  }),
);

/** Values that fit the schema at a place of the description. */
export function fitting(pointer: string): fc.Arbitrary<unknown> {
  return valuesOf(pointer).filter((value) => mistakesAt(pointer, value) === null);
}

/** Options that fit, each given or left out. */
export function fittingOptions(options: readonly DescribedOption[]): fc.Arbitrary<Options> {
  const texts = options.map(({ name, isRequired, pointer }) => {
    const given = fitting(pointer).map((value) => (Array.isArray(value) ? value : [value]).map(String));
    return [name, isRequired ? given : fc.option(given, { nil: [] })] as const;
  });
  return fc.record(Object.fromEntries(texts));
}

/** Texts that an option cannot have, or that are too many or too few; null where it takes any. */
export function breakingTexts({ isRequired, pointer }: DescribedOption): fc.Arbitrary<Texts> | null {
  const schema = valueAt(follow(pointer)) as Schema;
  const { items, maxItems, minItems } = schema as { items?: Schema; maxItems?: number; minItems?: number };
  if (items === undefined) {
    const single = breakingText(pointer);
    const twice = fitting(pointer).map((value) => [String(value), String(value)]);
    return single === null
      ? twice
      : fc.oneof(
          single.map((text) => [text]),
          twice,
        );
  }
  const ways: fc.Arbitrary<Texts>[] = [];
  if (isRequired || (minItems ?? 0) > 0) ways.push(fc.constant([]));
  if (maxItems !== undefined) ways.push(fc.constant(Array.from({ length: maxItems + 1 }, (_, at) => `a${at}`)));
  const item = breakingText(`${pointer}/items`);
  if (item !== null) ways.push(item.map((text) => [text]));
  return ways.length === 0 ? null : fc.oneof(...ways);
}

/** Texts that do not fit the schema of a value; null where any text fits. */
function breakingText(pointer: string): fc.Arbitrary<string> | null {
  const schema = valueAt(follow(pointer)) as Schema;
  const read = (text: string): unknown => {
    if (schema['type'] === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
    return schema['type'] === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
  };
  const texts = fc.oneof(
    anyText,
    fc.constantFrom('', ' ', 'x', 'TRUE', '1', '-1', '1.5', '1e3', 'ttl ', 'http://a', 'mailto:a@b.example/'),
  );
  const broken = (text: string): boolean => mistakesAt(pointer, read(text)) !== null;
  return fc.sample(texts, { numRuns: 200, seed: 1 }).some(broken) ? texts.filter(broken) : null;
}

/** Objects that break the schema at a place in one of their members: it is missing, not as it has to be, or, but for forms, of another type. */
export function breakingObject(pointer: string, isForm: boolean): fc.Arbitrary<Schema> | null {
  const { properties = {}, required = [] } = valueAt(follow(pointer)) as {
    properties?: Readonly<Record<string, Schema>>;
    required?: readonly string[];
  };
  const ways = Object.keys(properties).flatMap((name): fc.Arbitrary<(whole: Schema) => Schema>[] => {
    const place = `${follow(pointer)}${pointerOf('properties', name)}`;
    const text = breakingText(place);
    return [
      ...(required.includes(name)
        ? [fc.constant((whole: Schema) => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)))]
        : []),
      ...(text === null ? [] : [text.map((broken) => (whole: Schema) => ({ ...whole, [name]: broken }))]),
      ...(isForm
        ? []
        : [
            fc
              .oneof(fc.integer(), fc.boolean(), fc.array(fc.string()), fc.dictionary(fc.string(), fc.string()))
              .filter((value) => mistakesAt(place, value) !== null)
              .map((broken) => (whole: Schema) => ({ ...whole, [name]: broken })),
          ]),
    ];
  });
  if (ways.length === 0) return null;
  return fc
    .tuple(fitting(pointer), fc.oneof(...ways))
    .map(([whole, breakIt]) => breakIt(whole as Schema))
    .filter((broken) => mistakesAt(pointer, broken) !== null);
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(' ', '\t', '\u00a0', '\ufeff', '\u0000', '\u0085', 'a', '@', ':', '/', '#', '.') }),
);

/** Values that are likely to fit; the caller looks whether they do. */
function valuesOf(at: string): fc.Arbitrary<unknown> {
  const pointer = follow(at);
  const schema = valueAt(pointer) as Schema;
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  for (const many of ['anyOf', 'oneOf']) {
    const list = schema[many];
    if (Array.isArray(list) && !('type' in schema))
      return fc.oneof(...list.map((_, index) => valuesOf(`${pointer}/${many}/${index}`)));
  }
  // A schema without a condition.
  if (Object.keys(schema).length === 0) return fc.constantFrom(null, 1, 'x');
  const types = [schema['type']].flat();
  return fc.oneof(...types.map((type) => valuesOfType(type, pointer, schema)));
}

function valuesOfType(type: unknown, pointer: string, schema: Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integersOf(schema);
    case 'string':
      return textsOf(schema);
    case 'array':
      return fc.array(valuesOf(`${pointer}/items`), {
        minLength: (schema['minItems'] as number | undefined) ?? 0,
        maxLength: Math.min((schema['maxItems'] as number | undefined) ?? 8, 8),
      });
    case 'object':
      return objectsOf(pointer, schema);
    default:
      throw new Error(`${pointer} has a schema that no value is made of yet: ${JSON.stringify(schema)}`);
  }
}

function integersOf({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = (minimum as number | undefined) ?? Number.MIN_SAFE_INTEGER;
  return fc.integer({ min: Math.max(min, -(2 ** 31)), max: (maximum as number | undefined) ?? 2 ** 31 - 1 });
}

/** Texts of a few characters, and texts as long as they may be. */
function textsOf(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength, format } = schema as { minLength?: number; maxLength?: number; format?: string };
  const patterns = patternsOf(schema).map((pattern) => new RegExp(pattern, 'u'));
  const likely = fc.sample(anyText, { numRuns: 200, seed: 1 });
  // What hardly any text matches is made of the pattern.
  const narrow = patterns.filter((pattern) => likely.filter((text) => pattern.test(text)).length < 50);
  if (narrow.length > 0) return fc.oneof(...narrow.map((pattern) => fc.stringMatching(pattern)));
  if (format === 'uri') return fc.webUrl({ withQueryParameters: true, withFragments: true });
  if (format === 'email') return fc.emailAddress();
  const long = fc.string({ unit: 'grapheme-ascii', minLength: maxLength ?? 0, maxLength: maxLength ?? 40 });
  const short = anyText.filter((text) => text.length >= minLength);
  return (maxLength ?? 0) > 0 && maxLength! <= 2000
    ? fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: long })
    : short;
}

function patternsOf({ pattern, allOf = [] }: Schema): string[] {
  const inner = (allOf as readonly Schema[]).flatMap(patternsOf);
  return pattern === undefined ? inner : [pattern as string, ...inner];
}

function objectsOf(pointer: string, schema: Schema): fc.Arbitrary<Schema> {
  const {
    properties = {},
    required = [],
    additionalProperties,
    propertyNames,
  } = schema as {
    properties?: Schema;
    required?: readonly string[];
    additionalProperties?: unknown;
    propertyNames?: Schema;
  };
  const known = fc.record(
    Object.fromEntries(
      Object.keys(properties).map((name) => [name, valuesOf(`${pointer}${pointerOf('properties', name)}`)]),
    ),
    { requiredKeys: [...required] },
  );
  if (additionalProperties === undefined || additionalProperties === false) return known;
  const others = fc.dictionary(
    propertyNames === undefined ? anyText.filter((name) => !(name in properties)) : textsOf(propertyNames),
    additionalProperties === true ? fc.jsonValue({ maxDepth: 3 }) : valuesOf(`${pointer}/additionalProperties`),
    { maxKeys: 4 },
  );
  return fc.tuple(others, known).map(([other, own]) => ({ ...other, ...own }));
}
