import { NOT_BLANK } from '../http/form-fields.ts';

/** JSON Schemas of the fields of a sign-in, which `readFormFields` checks. */
export const CREDENTIALS = {
  email: { type: 'string', ...NOT_BLANK, description: 'Compared trimmed and in lower case.' },
  password: { type: 'string', ...NOT_BLANK, format: 'password' },
} as const;

export const CREDENTIAL_NAMES = Object.keys(CREDENTIALS) as (keyof typeof CREDENTIALS)[];

/** JSON Schemas of the members of a refresh, which `checkTextField` checks. */
export const REFRESH_REQUEST = { refresh: { type: 'string', ...NOT_BLANK } } as const;
