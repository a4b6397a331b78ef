import type { RenderPage } from './page.tsx';

/** The playground: a document, what its keys mean, and what it becomes. Scripts fill it, as nothing of a document leaves the browser. */
export function renderPlaygroundPage(render: RenderPage, baseUrl: string): string {
  return render(
    {
      title: 'Playground',
      root: './',
      place: 'playground',
      isWide: true,
      script: 'playground.js',
      description: 'Paste a JSON document about energy, see what its keys mean, mend them, and take its RDF away.',
    },
    <>
      <h1>Playground</h1>
      <p>
        Paste a document of an inverter, a battery, a meter or a service: see what each key means, give a meaning to
        those that have none, and take away RDF. The document is converted here and sent nowhere.
      </p>
      <noscript>
        <div class="alert">
          <p>
            This page converts in your browser, so that your document stays there. For that it needs JavaScript. Without
            it, the hub converts what you send it, at most 5 MB:
          </p>
          <pre tabIndex={0}>
            {`curl -H 'Content-Type: application/json' --data-binary @document.json ${baseUrl}/api/json-to-rdf`}
          </pre>
          <p>
            Or search for the term of a key in the <a href="vocabulary/">vocabulary</a>.
          </p>
        </div>
        <form action="vocabulary/" class="field">
          <label for="playground-key">A key of your document</label>
          <input id="playground-key" name="q" />
          <button>Find its term</button>
        </form>
      </noscript>
      <div class="playground" data-island="playground" data-base-url={baseUrl}>
        <section class="source" aria-label="Document">
          <div class="tools" data-part="tools" />
          <div class="editor" data-part="editor" />
          <div data-part="key" class="key-place" aria-live="polite" />
          <div data-part="status" class="foot" />
          <div data-part="notices" />
        </section>
        <section class="results" aria-label="Results" data-part="results" />
      </div>
    </>,
  );
}
