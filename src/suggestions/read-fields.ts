import { HubError } from '../errors.ts';
import { CONTROLS, SUGGESTION_FIELDS, type SuggestionField } from './suggestion-fields.ts';
import { brokenNamingRule } from './term-name.ts';

/** What somebody sends, by the names of the interface; anything else in it is ignored. */
export type SuggestionFields = Readonly<Record<string, unknown>>;

/** A suggestion whose fields are sound by themselves. */
export interface ReadSuggestion {
  readonly name: string;
  readonly description: string;
  /** As it was written. */
  readonly datatype: string;
  readonly units: string | null;
  readonly email: string;
}

const MAX_PIECE_CHARACTERS = 120;

const REQUIRED = (Object.keys(SUGGESTION_FIELDS) as SuggestionField[]).filter(
  (field) => SUGGESTION_FIELDS[field].isRequired,
);

/**
 * The fields of a suggestion, each as it has to be.
 *
 * @throws HubError `invalid-suggestion` that names the first field at fault, of a name the rule
 */
export function readFields(fields: SuggestionFields): ReadSuggestion {
  const missing = REQUIRED.filter((field) => isAbsent(fields[field]));
  if (missing.length > 0) {
    const are = missing.length === 1 ? ` ${missing[0]} is` : `s ${inWords(missing)} are`;
    throw invalid(missing[0]!, `The required field${are} missing.`);
  }
  const name = textOf(fields, 'parameter');
  const broken = brokenNamingRule(name);
  if (broken !== null) throw invalid('parameter', `${quote(name)} breaks a naming rule: ${broken}.`, name);
  const email = textOf(fields, 'email');
  if (!isEmail(email)) throw invalid('email', `${quote(email)} is no e-mail address.`, email);
  return {
    name,
    description: textOf(fields, 'description'),
    datatype: textOf(fields, 'datatype'),
    units: isAbsent(fields['units']) ? null : textOf(fields, 'units'),
    email,
  };
}

/** The refusal of one field. */
export function invalid(field: string, message: string, piece?: string): HubError {
  const details = piece === undefined ? {} : { piece: piece.slice(0, MAX_PIECE_CHARACTERS) };
  return new HubError('invalid-suggestion', message, { key: field, ...details });
}

/** A text in a message. */
export function quote(text: string): string {
  return JSON.stringify(text.length > MAX_PIECE_CHARACTERS ? `${text.slice(0, MAX_PIECE_CHARACTERS)}…` : text);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** White space around a value is dropped, except for names: their rules report it. */
function textOf(fields: SuggestionFields, field: SuggestionField): string {
  const value = fields[field];
  if (typeof value !== 'string') throw invalid(field, `${field} has to be a text.`);
  const text = field === 'parameter' ? value : value.trim();
  const { maxCharacters } = SUGGESTION_FIELDS[field];
  // The naming rules report it for names.
  if (field !== 'parameter' && text.length > maxCharacters)
    throw invalid(field, `${field} has ${text.length} characters; at most ${maxCharacters} are taken.`);
  const fault = faultOfText(text, field === 'description');
  if (fault !== null) throw invalid(field, `${field} ${fault}.`);
  return text;
}

/** What keeps a text from being kept and written again; null when nothing does. */
export function faultOfText(text: string, mayHaveLines: boolean): string | null {
  if (/\p{Surrogate}/u.test(text)) return 'holds half of a character, a lone surrogate';
  const controls = mayHaveLines ? CONTROLS.lines : CONTROLS.line;
  return controls.test(text) ? 'holds a control character' : null;
}

/** An address as RFC 5321 §4.1.2 and RFC 6531 have it, in the form that people use: words with dots between, and a domain with a dot. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return (
    at > 0 &&
    local.length <= 64 &&
    /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local) &&
    /^(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)+(?!-|\d+$)[\p{L}\p{M}\p{N}-]{2,63}(?<!-)$/u.test(domain)
  );
}

function inWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
