import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { signIn, whySignIn } from './hub-session.ts';
import { Mistake } from './mistake.tsx';

/** The form before anything else. The password goes to the hub alone, the token stays in the memory of the page. */
export function SignIn(): VNode {
  const [mistake, setMistake] = useState<string | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const fields = new FormData(form);
    setWaiting(true);
    try {
      await signIn(fields.get('email') as string, fields.get('password') as string);
    } catch (error) {
      setMistake((error as Error).message);
      setWaiting(false);
    }
  };
  return (
    <form
      class="card sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWaiting) void submit(event.currentTarget);
      }}
    >
      <h2>Sign in</h2>
      {mistake === null && whySignIn.value !== null ? <p class="alert">{whySignIn.value}</p> : null}
      <Mistake text={mistake} />
      <div class="field">
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" autocomplete="username" required />
      </div>
      <div class="field">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
      </div>
      <p>
        <button class="primary" aria-disabled={isWaiting}>
          {isWaiting ? 'Signing in …' : 'Sign in'}
        </button>
      </p>
      <p class="note">
        For administrators. Nothing is stored in the browser: leaving or reloading this page signs you out.
      </p>
    </form>
  );
}
