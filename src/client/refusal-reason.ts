import { memberOf } from './read-body.ts';

const MAX_WORDS = 200;
const WORD = /[\w-]{13,}/g;

/**
 * The reason that a failed sign-in states, in one of the shapes that platforms use: `{"detail": …}`, `{"non_field_errors": […]}`, arrays
 * per field, `{"error": …}`.
 *
 * @param secrets a reason that repeats one of them is not returned
 * @returns null for HTML and any other shape
 */
export function readReason(body: unknown, secrets: readonly string[]): string | null {
  const words = clean(reasonIn(body) ?? '');
  const isTelling = secrets.some((secret) => spellings(secret).some((spelling) => words.includes(spelling)));
  if (words === '' || isTelling || hasToken(words)) return null;
  return words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS)} …` : words;
}

function reasonIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  for (const name of ['detail', 'error']) {
    const words = memberOf(body, name);
    if (typeof words === 'string') return words;
  }
  const lists = Object.entries(body).flatMap(([field, said]: [string, unknown]) => {
    const sentences = (Array.isArray(said) ? said : []).filter((sentence) => typeof sentence === 'string').join(' ');
    if (sentences === '') return [];
    return [field === 'non_field_errors' ? sentences : `${field}: ${sentences}`];
  });
  return lists.length === 0 ? null : lists.join(' ');
}

/** On one line and without what would steer a terminal. */
function clean(text: string): string {
  return text
    .slice(0, 10_000)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
}

/** Whether a part of it looks like a token or a long secret: the beginning of a JWT, or two long words with a dot between them. */
function hasToken(text: string): boolean {
  let previousEnd = -1;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const start = word.indexOf('eyJ');
    if (start !== -1 && word.length - start >= 13) return true;
    if (word.length < 20) continue;
    if (previousEnd === index - 1 && text[previousEnd] === '.') return true;
    previousEnd = index + word.length;
  }
  return false;
}

/** How a secret may stand in what was answered. */
function spellings(secret: string): string[] {
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  return [secret, clean(secret), encodeURIComponent(secret), form, JSON.stringify(secret).slice(1, -1)];
}
