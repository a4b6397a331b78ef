import type { RenderPage } from './page.tsx';

/**
 * The page of administrators, which a script fills: the token of who is signed in is in its memory alone.
 *
 * @param root relative address of the first page
 */
export function renderAdminPage(render: RenderPage, root: string): string {
  return render(
    { title: 'Administration', root, above: [], script: 'admin.js', style: 'admin.css', isWide: true },
    <>
      <h1>Administration</h1>
      <div data-island="admin">
        <p class="note">
          This page needs JavaScript. Without it, suggestions are reviewed by the{' '}
          <a href={`${root}graphql/schema`}>GraphQL interface</a>: <code>suggestions</code> and{' '}
          <code>reviewSuggestion</code>.
        </p>
      </div>
    </>,
  );
}
