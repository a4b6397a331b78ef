import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { RenderPage } from './page.tsx';

interface AdminPageOptions {
  /** Relative address of the first page. */
  readonly root: string;
  readonly hub: Pick<HubNamespaces, 'vocabulary' | 'ontology'>;
}

/** The page of administrators, which a script fills: the token of who is signed in is in its memory alone. */
export function renderAdminPage(render: RenderPage, { root, hub }: AdminPageOptions): string {
  return render(
    { title: 'Administration', root, above: [], script: 'admin.js', style: 'admin.css', isWide: true },
    <>
      <h1>Administration</h1>
      <div data-island="admin" data-vocabulary={hub.vocabulary} data-ontology={hub.ontology}>
        <p class="note">
          This page needs JavaScript. Without it, suggestions are reviewed by the{' '}
          <a href={`${root}graphql/schema`}>GraphQL interface</a>: <code>suggestions</code> and{' '}
          <code>reviewSuggestion</code>.
        </p>
      </div>
    </>,
  );
}
