import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { AccountsView } from './accounts-view.tsx';
import { ChangeView } from './change-view.tsx';
import { signedIn, signOut, whySignIn } from './hub-session.ts';
import { MissingView } from './missing-view.tsx';
import { view } from './navigation.ts';
import { QueueView } from './queue-view.tsx';
import { ReviewView } from './review-view.tsx';
import { SignIn } from './sign-in.tsx';
import { SourceView } from './source-view.tsx';
import { FIRST_VIEW, type View } from './view.ts';
import { ViewLink } from './view-link.tsx';

const PLACES: ReadonlyArray<readonly [text: string, to: View]> = [
  ['Terms', FIRST_VIEW],
  ['Sources', { name: 'queue', kind: 'sources', state: 'PENDING', after: null }],
  ['Changes', { name: 'queue', kind: 'changes', state: 'PENDING', after: null }],
  ['Missing keys', { name: 'missing' }],
  ['Accounts', { name: 'accounts', after: null }],
];

/** Sign-in, and behind it what administrators do. */
export function AdminApp({ root }: { readonly root: string }): VNode {
  const shown = view.value;
  const place = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  const title = titleOf(shown);
  useEffect(() => {
    document.title = `${title} | Vocabulary Hub`;
    // Who reads with the ears is told that the view has changed.
    if (!isFirst.current) place.current?.focus();
    isFirst.current = false;
  }, [shown, signedIn.value]);
  // What somebody writes outlives a sign-in that ends by itself; the same person finds it again.
  const person = useRef<string | null>(null);
  if (signedIn.value !== null || whySignIn.value === null) person.current = signedIn.value;
  return (
    <>
      {signedIn.value === null ? <SignIn /> : null}
      {person.current === null ? null : (
        <div key={person.current} hidden={signedIn.value === null}>
          <nav class="toolbar" aria-label="Administration">
            {PLACES.map(([text, to]) => (
              <ViewLink to={to} isCurrent={isIn(shown, to)} class="button">
                {text}
              </ViewLink>
            ))}
            <span class="who">
              {person.current}{' '}
              <button type="button" onClick={() => signOut()}>
                Sign out
              </button>
            </span>
          </nav>
          <h2 ref={place} tabIndex={-1} class="visually-hidden">
            {title}
          </h2>
          <Shown view={shown} root={root} />
        </div>
      )}
    </>
  );
}

function titleOf(shown: View): string {
  if (shown.name === 'review') return 'Review of a suggestion';
  return PLACES.find(([, to]) => isIn(shown, to))![0];
}

function isIn(shown: View, place: View): boolean {
  if ('kind' in place) return 'kind' in shown && shown.kind === place.kind;
  return shown.name === place.name;
}

function Shown({ view, root }: { readonly view: View; readonly root: string }): VNode {
  switch (view.name) {
    case 'queue':
      return <QueueView key={view.kind} {...view} />;
    case 'review':
      if (view.kind === 'terms') return <ReviewView key={view.id} id={view.id} root={root} />;
      if (view.kind === 'sources') return <SourceView key={view.id} id={view.id} />;
      return <ChangeView key={view.id} id={view.id} />;
    case 'missing':
      return <MissingView root={root} />;
    case 'accounts':
      return <AccountsView after={view.after} />;
  }
}
