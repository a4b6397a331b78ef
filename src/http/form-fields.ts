import { HubError } from '../errors.ts';
import type { BodyBudget } from './limits/body-budget.ts';
import { readContentType } from './headers/content-type.ts';
import { readBody, type Exchange } from './read-body.ts';

const MEDIA_TYPE = 'application/x-www-form-urlencoded';
/** JSON Schema of a text that is not blank. */
export const NOT_BLANK = { minLength: 1, pattern: '\\S' } as const;

/** Of a form or a JSON object with a few fields that people type. */
export const MAX_FIELDS_BYTES = 16 * 1024;

interface FormReading {
  readonly which?: 'filled in' | 'as they are';
  /** Of the whole form, as it is sent. */
  readonly maxBytes?: number;
}

type Mistakes = Readonly<Record<string, readonly string[]>>;

/**
 * The fields of a form, each of them given once and not empty; others are ignored. `as they are` takes fields that are missing or empty,
 * for who says more about them.
 *
 * @throws HubError `invalid-field` for all that is missing, repeated or empty; `unsupported-media-type`, `not-utf8` and those of `readBody`
 */
export async function readFormFields<N extends string>(
  exchange: Exchange,
  names: readonly N[],
  budget: BodyBudget,
  { which = 'filled in', maxBytes = MAX_FIELDS_BYTES }: FormReading = {},
): Promise<Readonly<Record<N, string>>> {
  const pairs = parseForm(await readText(exchange, budget, maxBytes, checkFormType));
  const mistakes: Record<string, string[]> = {};
  for (const name of names) {
    const values = pairs.filter(([field]) => field === name).map(([, value]) => value);
    if (values.length > 1) mistakes[name] = ['This field was given more than once.'];
    else if (which === 'as they are') continue;
    else if (values.length === 0) mistakes[name] = ['This field is required.'];
    else if (values[0]!.trim() === '') mistakes[name] = ['This field may not be blank.'];
  }
  refuse(mistakes);
  const absent = names.map((name) => [name, ''] as const);
  const given = pairs.filter(([name]) => names.some((one) => one === name));
  return Object.fromEntries([...absent, ...given]) as Record<N, string>;
}

/** A text among the members of a JSON object; others are ignored. @throws HubError `invalid-field` when it is missing, blank or no text */
export function checkTextField(members: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  if (value === undefined || value === null) refuse({ [name]: ['This field is required.'] });
  if (typeof value !== 'string') refuse({ [name]: ['Not a valid string.'] });
  if ((value as string).trim() === '') refuse({ [name]: ['This field may not be blank.'] });
  return value as string;
}

function refuse(fields: Mistakes): void {
  const told = Object.entries(fields).map(([name, mistakes]) => `${name}: ${mistakes.join(' ')}`);
  if (told.length > 0) throw new HubError('invalid-field', told.join(' '), { fields });
}

async function readText(
  exchange: Exchange,
  budget: BodyBudget,
  maxBytes: number,
  checkType: (contentType: string | undefined) => void,
): Promise<string> {
  const body = await readBody(exchange, maxBytes, budget, checkType);
  try {
    return decodeUtf8(body.bytes);
  } finally {
    body.release();
  }
}

function checkFormType(contentType: string | undefined): void {
  const { mediaType, isUtf8 } = readContentType(contentType);
  if (mediaType === MEDIA_TYPE && isUtf8) return;
  const piece = (contentType ?? '').slice(0, 100);
  const came = piece === '' ? 'without a Content-Type' : `as ${JSON.stringify(piece)}`;
  throw new HubError('unsupported-media-type', `The body came ${came}. Send it as ${MEDIA_TYPE}, in UTF-8.`, {
    piece,
    mediaType: MEDIA_TYPE,
  });
}

/** The pairs of a form (WHATWG URL §5.1), where bytes that are no UTF-8 are refused: a password would be another. */
function parseForm(text: string): (readonly [name: string, value: string])[] {
  const pairs = text
    .replace(/^\ufeff/, '')
    .split('&')
    .filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [name, value = ''] = pair.split(/=(.*)/s, 2) as [string, string?];
    return [decodePercent(name), decodePercent(value)];
  });
}

/** A `%` that no two hexadecimal digits follow stands for itself. */
function decodePercent(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  const latin = Buffer.from(spaced).toString('latin1');
  const decoded = latin.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
  return decodeUtf8(Buffer.from(decoded, 'latin1'));
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new HubError('not-utf8', 'The body is not UTF-8.', {}, cause);
  }
}
