import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Mark } from '../parts/mark.tsx';
import { RenderedParts } from './rendered-parts.ts';

/** A part of the site that the header leads to. */
type Place = 'vocabulary' | 'playground' | 'sources' | 'api' | 'graphql' | 'sparql';

/** A page without what all pages have. */
interface Page {
  /** What the browser's tab says, without the name of the site. */
  readonly title: string;
  /** Relative address of the first page, as `rootOf` gives it. */
  readonly root: string;
  /** Where in the header the page stands; nowhere by default. */
  readonly place?: Place;
  /** One sentence for search engines and previews. */
  readonly description?: string;
  /** Elements for the head of the document. */
  readonly head?: ComponentChildren;
  /** What stands between the first page and this one, the nearest last; without it the page has no breadcrumbs. */
  readonly above?: ReadonlyArray<readonly [href: string, text: string]>;
  /** Name of the script of the page's own, as the build of the assets has it: `playground.js`. */
  readonly script?: string;
  /** Name of a style sheet of the page's own, as the build of the assets has it. */
  readonly style?: string;
  /** The same for what a script draws in the page: nothing that stands in it waits for it. */
  readonly lateStyle?: string;
  /** A working area, which takes the whole width. */
  readonly isWide?: boolean;
}

/** Scripts and styles of the pages. */
export interface PageAssets {
  /** The name that an asset has since its last change; null when it was not built. */
  fileOf(name: string): string | null;
  /** The text of a script that stands in pages; null when it was not built. */
  inlineScript(name: string): string | null;
}

/** A whole HTML document around the content of its main part. */
export type RenderPage = (page: Page, main: ComponentChildren) => string;

/** The relative address of the first page of the hub on a page of this path, wherever a proxy mounts the hub. */
export function rootOf(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './';
}

/** What is the same on all pages. */
export interface Site {
  readonly assets: PageAssets;
  /** The version of the hub, which the footer tells. */
  readonly release: string;
  /** Whether there is more than accounts. */
  readonly hasVocabulary: boolean;
}

/** Makes the documents of a site. What pages have in common is rendered once. */
export function createPages(site: Site): RenderPage {
  const parts = new RenderedParts();
  return (page, main) => {
    const { root, place = '', script = '', style = '' } = page;
    const frame: Frame = {
      head: parts.of(`head ${root} ${script} ${style}`, () => <CommonHead page={page} site={site} />),
      header: parts.of(`header ${root} ${place}`, () => <Header page={page} hasVocabulary={site.hasVocabulary} />),
      footer: parts.of(`footer ${root}`, () => <Footer root={root} {...site} />),
    };
    const document = (
      <Document page={page} site={site} frame={frame}>
        {main}
      </Document>
    );
    return `<!doctype html>\n${renderToString(document)}\n`;
  };
}

/** What is around the content of many pages. */
type Frame = Readonly<Record<'head' | 'header' | 'footer', VNode>>;

/** A page is drawn when this is there. */
const BEFORE_DRAWING = { blocking: 'render' };
/** What makes a page live comes after what it is drawn with. */
const LATER = { fetchpriority: 'low' };

/** What the header leads to, in its order. */
const PLACES: ReadonlyArray<readonly [place: Place, href: string, text: string]> = [
  ['vocabulary', 'vocabulary/', 'Vocabulary'],
  ['playground', 'playground', 'Playground'],
  ['sources', 'sources', 'Sources'],
  ['api', 'api', 'API'],
  ['graphql', 'graphql', 'GraphQL'],
  ['sparql', 'sparql', 'SPARQL'],
];

/** What readers of feeds and clients of event streams find on every page. */
const FEEDS = [
  ['versions.atom', 'application/atom+xml', 'Versions of the vocabulary'],
  ['terms.atom', 'application/atom+xml', 'Terms that changed'],
  ['ldes', 'application/trig', 'Versions of what the vocabulary describes, as a Linked Data Event Stream'],
] as const;

interface DocumentProps {
  readonly page: Page;
  readonly site: Site;
  readonly frame: Frame;
  readonly children: ComponentChildren;
}

function Document({ page, site, frame, children }: DocumentProps): VNode {
  const { title, root, description, head, lateStyle, isWide = false } = page;
  const late = lateStyle === undefined ? null : addressOfAsset(lateStyle, root, site);
  return (
    <html lang="en" data-root={root}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title === 'Vocabulary Hub' ? title : `${title} | Vocabulary Hub`}</title>
        {description === undefined ? null : <meta name="description" content={description} />}
        {frame.head}
        {head}
      </head>
      <body class={isWide ? 'wide' : undefined}>
        <a class="skip" href="#main">
          Skip to content
        </a>
        {frame.header}
        <Breadcrumbs page={page} />
        <main id="main" tabIndex={-1}>
          {children}
          {late === null ? null : <link rel="stylesheet" href={late} />}
        </main>
        {frame.footer}
        <div id="page-end" hidden />
      </body>
    </html>
  );
}

/** Of an asset, as a page has it; null when it was not built. */
function addressOfAsset(name: string, root: string, { assets }: Site): string | null {
  const file = assets.fileOf(name);
  return file === null ? null : `${root}assets/${file}`;
}

/** What the head of each page has, with the scripts and styles of the page. */
function CommonHead({ page: { root, script, style: ownStyle }, site }: Pick<DocumentProps, 'page' | 'site'>): VNode {
  const addressOf = (name: string): string | null => addressOfAsset(name, root, site);
  const styles = ['site.css', ...(ownStyle === undefined ? [] : [ownStyle])].map(addressOf);
  const theme = site.assets.inlineScript('theme.js');
  const icon = addressOf('mark.svg');
  const modules = ['site.js', ...(script === undefined ? [] : [script])].map(addressOf);
  return (
    <>
      <meta name="color-scheme" content="light dark" />
      {/* Before anything is drawn, as it says in which colours: in the page, as nothing is drawn before a file has come. */}
      {theme === null ? null : <script dangerouslySetInnerHTML={{ __html: theme }} />}
      {styles.map((style) => (style === null ? null : <link rel="stylesheet" href={style} />))}
      {/* Drawn when all of it is there, as what comes in pieces moves what is drawn. */}
      <link rel="expect" href="#page-end" {...BEFORE_DRAWING} />
      {icon === null ? null : <link rel="icon" type="image/svg+xml" href={icon} />}
      {modules.map((module) => (module === null ? null : <script type="module" src={module} {...LATER} />))}
      {site.hasVocabulary
        ? FEEDS.map(([path, type, words]) => <link rel="alternate" type={type} href={root + path} title={words} />)
        : null}
    </>
  );
}

interface HeaderProps {
  readonly page: Page;
  readonly hasVocabulary: boolean;
}

function Header({ page: { root, place }, hasVocabulary }: HeaderProps): VNode {
  return (
    <header class="site">
      <a class="name" href={root}>
        <Mark />
        Vocabulary Hub
      </a>
      {hasVocabulary ? (
        <>
          <form class="search" role="search" action={`${root}vocabulary/`}>
            <label class="visually-hidden" for="site-search">
              Search the vocabulary
            </label>
            <input id="site-search" name="q" type="search" placeholder="Search terms" autocomplete="off" />
            <button>Search</button>
          </form>
          <nav aria-label="Site">
            <ul>
              {PLACES.map(([name, href, text]) => (
                <li>
                  <a href={root + href} aria-current={name === place ? 'true' : undefined}>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </>
      ) : null}
      {/* A script puts the choice of colours here. */}
      <div class="scheme" data-island="scheme" />
    </header>
  );
}

function Breadcrumbs({ page: { root, above, title } }: { readonly page: Page }): VNode | null {
  if (above === undefined) return null;
  return (
    <nav class="breadcrumbs" aria-label="Where this is">
      <ol>
        {[[root, 'Hub'] as const, ...above].map(([href, text]) => (
          <li>
            <a href={href}>{text}</a>
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}

/** What the footer leads to. */
const BELOW: ReadonlyArray<readonly [href: string, text: string]> = [
  ['versions', 'Versions'],
  ['suggest', 'Suggest a term'],
  ['vocabulary/?format=ttl', 'Turtle'],
  ['vocabulary/?format=nt', 'N-Triples'],
  ['vocabulary/?format=rdf', 'RDF/XML'],
  ['vocabulary/?format=jsonld', 'JSON-LD'],
  ['problems/', 'Errors'],
  ['accessibility', 'Accessibility'],
  ['status', 'Status'],
];

function Footer({ root, release, hasVocabulary }: Omit<Site, 'assets'> & { readonly root: string }): VNode {
  if (!hasVocabulary)
    return (
      <footer class="site">
        <p>Vocabulary Hub {release}.</p>
      </footer>
    );
  return (
    <footer class="site">
      <p>
        Vocabulary Hub {release}. The vocabulary is licensed under{' '}
        <a href="https://creativecommons.org/licenses/by/4.0/" rel="license">
          CC BY 4.0
        </a>
        .
      </p>
      <ul>
        {BELOW.map(([href, text]) => (
          <li>
            <a href={root + href}>{text}</a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
