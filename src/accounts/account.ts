/** Somebody who may sign in, once the e-mail address is validated. */
export interface Account {
  /** A UUID. */
  readonly id: string;
  /** As `normalizeEmail` writes it; no two accounts have the same. */
  readonly email: string;
  /** PHC string of argon2id; null until somebody with its mailbox, or an operator, has chosen a password. */
  readonly passwordHash: string | null;
  readonly isAdministrator: boolean;
  readonly createdAt: Date;
  readonly validatedAt: Date | null;
  readonly disabledAt: Date | null;
  /** Tokens that name an earlier one are void. */
  readonly generation: number;
}

const MAX_EMAIL_CHARACTERS = 254;
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]+\.[^\s@<>()[\]\\,;:"\p{C}.]{2,}$/u;

/** An e-mail address in the form in which accounts are compared: trimmed and in lower case. */
export function normalizeEmail(text: string): string {
  // What is in lower case may be composed where the capital letter was not.
  return text.trim().normalize('NFC').toLowerCase().normalize('NFC');
}

/**
 * The forms in which a normalized address may be stored, it first. Once, small letters were not composed whose capitals are several
 * characters: such an address was stored as it was given in capitals.
 */
export function storedForms(email: string): readonly string[] {
  const former = Array.from(email, (letter) => {
    const once = letter.toUpperCase().normalize('NFC').toLowerCase();
    return once.normalize('NFC') === letter ? once : letter;
  }).join('');
  return former === email ? [email] : [email, former];
}

/** Whether mail might reach it. What it really is, is found out by writing to it. */
export function isEmail(normalized: string): boolean {
  return normalized.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(normalized) && !normalized.includes('..');
}

/** Whether the account may have tokens. */
export function maySignIn({ validatedAt, disabledAt }: Account): boolean {
  return validatedAt !== null && disabledAt === null;
}
