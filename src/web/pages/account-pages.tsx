import type { VNode } from 'preact';
import type { RenderPage } from './page.tsx';

/** A field of a form. */
interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'hidden';
  /** What browsers and password stores fill in. */
  readonly autocomplete: string;
}

const EMAIL: Field = { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username' };
const PASSWORD: Field = { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' };
const NEW_PASSWORD: Field = {
  name: 'newPassword',
  label: 'New password, at least 10 characters',
  type: 'password',
  autocomplete: 'new-password',
};
const TOKEN: Field = { name: 'token', label: '', type: 'hidden', autocomplete: 'off' };

/** What people do with their accounts on pages: a form each. */
export const ACCOUNT_FORMS = {
  register: {
    title: 'Register an account',
    words: 'A mail with a link is sent to you. It validates your address, and there you choose your password.',
    fields: [EMAIL],
    button: 'Register',
    done: 'A mail with the next step is on its way to this address.',
  },
  validate: {
    title: 'Validate your address',
    words: 'The account of the address that you got the mail at can be used as soon as it has a password.',
    fields: [TOKEN, { ...NEW_PASSWORD, name: 'password', label: 'Password, at least 10 characters' }],
    button: 'Use this password',
    done: 'The address is validated. The account can be used.',
  },
  forgot: {
    title: 'Forgot your password?',
    words: 'A mail with a link is sent to the address of your account. There you choose a new password.',
    fields: [EMAIL],
    button: 'Send the mail',
    done: 'If there is an account of this address, a mail is on its way to it.',
  },
  reset: {
    title: 'Choose a new password',
    words: 'Whoever is signed in with the old one has to sign in again.',
    fields: [TOKEN, NEW_PASSWORD],
    button: 'Use this password',
    done: 'The password is changed.',
  },
  password: {
    title: 'Change your password',
    words: 'Whoever is signed in with the old one has to sign in again.',
    fields: [EMAIL, PASSWORD, NEW_PASSWORD],
    button: 'Change it',
    done: 'The password is changed.',
  },
} as const satisfies Record<
  string,
  {
    readonly title: string;
    readonly words: string;
    readonly fields: readonly Field[];
    readonly button: string;
    readonly done: string;
  }
>;

export type AccountForm = keyof typeof ACCOUNT_FORMS;

/** Where an account page stands; its forms go to the address of their page, wherever the hub is mounted. */
const ROOT = '../';

/** A page with the form. `values` are what its fields hold already; passwords are never shown again. */
export function renderAccountForm(
  render: RenderPage,
  form: AccountForm,
  values: Readonly<Record<string, string>>,
  mistake: string | null,
): string {
  const { title, words, fields, button } = ACCOUNT_FORMS[form];
  return render(
    { title, root: ROOT },
    <>
      <h1>{title}</h1>
      <p>{words}</p>
      {mistake === null ? null : (
        <p role="alert" class="alert bad">
          <strong>{mistake}</strong>
        </p>
      )}
      <form method="post">
        {fields.map((field) => (
          <FormField field={field} value={values[field.name] ?? ''} />
        ))}
        <p>
          <button class="primary">{button}</button>
        </p>
      </form>
    </>,
  );
}

function FormField({ field, value }: { readonly field: Field; readonly value: string }): VNode {
  const { name, label, type, autocomplete } = field;
  const shown = type === 'password' ? undefined : value;
  const attributes = { id: name, name, autocomplete, value: shown, required: true };
  const input = type === 'email' ? <input type="email" {...attributes} /> : <input type={type} {...attributes} />;
  if (type === 'hidden') return input;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {input}
    </div>
  );
}

/** What is shown when it is done. */
export function renderAccountDone(render: RenderPage, form: AccountForm): string {
  const { title, done } = ACCOUNT_FORMS[form];
  return render(
    { title, root: ROOT },
    <>
      <h1>{title}</h1>
      <p role="status">{done}</p>
    </>,
  );
}

/** Where the forms are. */
export function renderAccountStart(
  render: RenderPage,
  { root, baseUrl, isHub }: { readonly root: string; readonly baseUrl: string; readonly isHub: boolean },
): string {
  return render(
    { title: 'Your account', root },
    <>
      <h1>Your account</h1>
      <ul>
        {(['register', 'forgot', 'password'] as const).map((form) => (
          <li>
            <a href={`${root}account/${form}`}>{ACCOUNT_FORMS[form].title}</a>
          </li>
        ))}
        {isHub ? (
          <li>
            <a href={`${root}admin`}>Review suggestions and look after accounts</a>, as an administrator
          </li>
        ) : null}
      </ul>
      <p>
        Programs get their tokens at <code>POST {baseUrl}/api/v1/token</code>.
      </p>
    </>,
  );
}
