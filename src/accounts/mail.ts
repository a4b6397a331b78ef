/** A mail to one address, in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What brings mails on their way. */
export interface MailCarrier {
  /** @throws Error when it could not be handed over */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Answers a registration: the link shows that the address is its owner's, who chooses the password behind it. */
export function validationMail(to: string, baseUrl: string, token: string): Mail {
  return {
    to,
    subject: 'Validate your e-mail address',
    text: `Somebody, hopefully you, registered an account for this e-mail address at ${baseUrl}/.

Open this page within a day to validate the address and to choose a password; the account can be used then:

${pageAddress(baseUrl, 'validate', token)}

If it was not you, do nothing: the account stays closed and is removed after a week.
`,
  };
}

/** Answers a registration for an address that has an account. */
export function knownAddressMail(to: string, baseUrl: string): Mail {
  return {
    to,
    subject: 'You have an account already',
    text: `Somebody, hopefully you, wanted to register an account for this e-mail address at ${baseUrl}/.
There is one already, and nothing was changed.

If you forgot its password, choose a new one at ${baseUrl}/account/forgot

If it was not you, do nothing.
`,
  };
}

/** Lets the owner choose a new password. */
export function resetMail(to: string, baseUrl: string, token: string): Mail {
  return {
    to,
    subject: 'Choose a new password',
    text: `Somebody, hopefully you, asked for a new password for your account at ${baseUrl}/.

Choose one on this page within a day. The page works once:

${pageAddress(baseUrl, 'reset', token)}

If it was not you, do nothing: your password stays as it is.
`,
  };
}

/** Informs the owner of a change that another person may have made. */
export function changedPasswordMail(to: string, baseUrl: string): Mail {
  return {
    to,
    subject: 'Your password was changed',
    text: `The password of your account at ${baseUrl}/ was changed. Whoever was signed in has to sign in again.

If it was not you, choose another one at once: ${baseUrl}/account/forgot
`,
  };
}

/** The address of the page where a token of a mail is used. */
export function pageAddress(baseUrl: string, page: 'validate' | 'reset', token: string): string {
  return `${baseUrl}/account/${page}?token=${token}`;
}
