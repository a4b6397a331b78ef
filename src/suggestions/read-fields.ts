import { HubError } from '../errors.ts';
import { excerpt, quote } from '../mapping/json/text.ts';
import { CONTROLS, SUGGESTION_FIELDS, type FieldRule } from './suggestion-fields.ts';
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

/**
 * The fields of a suggestion, each as it has to be.
 *
 * @throws HubError `invalid-suggestion` that names the first field at fault, of a name the rule
 */
export function readFields(fields: SuggestionFields): ReadSuggestion {
  checkRequired(fields, SUGGESTION_FIELDS);
  const name = nameOf(fields['parameter']);
  const broken = brokenNamingRule(name);
  if (broken !== null) throw invalid('parameter', `${quote(name)} breaks a naming rule: ${broken}.`, name);
  const { description, datatype, units } = SUGGESTION_FIELDS;
  const email = emailOf(fields);
  return {
    name,
    description: textOf(fields, 'description', description),
    datatype: textOf(fields, 'datatype', datatype),
    units: isAbsent(fields['units']) ? null : textOf(fields, 'units', units),
    email,
  };
}

/**
 * The texts of fields that are all required, one of them an e-mail address.
 *
 * @throws HubError `invalid-suggestion` that names the first field at fault
 */
export function readTexts<Field extends string>(
  fields: SuggestionFields,
  rules: Readonly<Record<Field | 'email', FieldRule>>,
): Record<Field | 'email', string> {
  checkRequired(fields, rules);
  const entries = Object.entries<FieldRule>(rules).map(([field, rule]) => [
    field,
    field === 'email' ? emailOf(fields) : textOf(fields, field, rule),
  ]);
  return Object.fromEntries(entries) as Record<Field | 'email', string>;
}

function checkRequired(fields: SuggestionFields, rules: Readonly<Record<string, FieldRule>>): void {
  const missing = Object.keys(rules).filter((field) => rules[field]!.isRequired && isAbsent(fields[field]));
  if (missing.length === 0) return;
  const are = missing.length === 1 ? ` ${missing[0]} is` : `s ${inWords(missing)} are`;
  throw invalid(missing[0]!, `The required field${are} missing.`);
}

/** The refusal of one field. */
export function invalid(field: string, message: string, piece?: string): HubError {
  const details = piece === undefined ? {} : { piece: excerpt(piece) };
  return new HubError('invalid-suggestion', message, { key: field, ...details });
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The name of a term as it was sent: its rules report its length, and white space around it. */
function nameOf(value: unknown): string {
  if (typeof value !== 'string') throw invalid('parameter', 'parameter has to be a text.');
  const fault = faultOfText(value, false);
  if (fault !== null) throw invalid('parameter', `parameter ${fault}.`);
  return value;
}

function emailOf(fields: SuggestionFields): string {
  const email = textOf(fields, 'email', SUGGESTION_FIELDS.email);
  if (!isEmail(email)) throw invalid('email', `${quote(email)} is no e-mail address.`, email);
  return email;
}

/** White space around a value is dropped. */
function textOf(fields: SuggestionFields, field: string, { maxCharacters, mayHaveLines = false }: FieldRule): string {
  const value = fields[field];
  if (typeof value !== 'string') throw invalid(field, `${field} has to be a text.`);
  const text = value.trim();
  if (text.length > maxCharacters)
    throw invalid(field, `${field} has ${text.length} characters; at most ${maxCharacters} are taken.`);
  const fault = faultOfText(text, mayHaveLines);
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
