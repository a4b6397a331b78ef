import type { VNode } from 'preact';
import type { RenderPage } from './page.tsx';

interface AccessibilityPage {
  /** Relative address of the first page. */
  readonly root: string;
  /** The address of a page or of a mailbox of those who run the hub; undefined when they gave none. */
  readonly contact: string | undefined;
}

/** The statement on accessibility. */
export function renderAccessibilityPage(render: RenderPage, { root, contact }: AccessibilityPage): string {
  return render(
    {
      title: 'Accessibility',
      root,
      above: [],
      description: 'How the pages of this hub can be used, and by whom they cannot yet.',
    },
    <>
      <h1>Accessibility</h1>
      <p class="lead">
        Everybody should be able to use these pages: with a keyboard, with a screen reader, enlarged, in the dark, and
        without scripts. The aim is WCAG 2.2, level AA.
      </p>
      <h2>What you can count on</h2>
      <ul>
        <li>Every page can be read without JavaScript, and the vocabulary can be searched and asked.</li>
        <li>Everything can be reached and done with the keyboard. Tab leaves every editor.</li>
        <li>Pages fit a width of 320 pixels without scrolling sideways; tables and code scroll in their own place.</li>
        <li>
          Colours follow your system, or your choice in the header. They have the contrast that level AA asks for, and
          forced colours are kept.
        </li>
        <li>Every picture of a graph has a table that says the same.</li>
      </ul>
      <h2 id="exceptions">Known exceptions</h2>
      <p>
        <a href={`${root}graphql`}>GraphQL</a> has GraphiQL, an editor that others make, which does not conform: its
        tabs have buttons inside of tabs, some targets are small, some colours are pale, and on its page the style rules
        are looser. Everything that it does can be done without it: the <a href={`${root}graphql/schema`}>schema</a> is
        a page, and requests can be sent by any program, as the <a href={`${root}graphql`}>page</a> says.
      </p>
      <h2>How this is tested</h2>
      <p>
        On every change, a browser opens the pages on a desk and on a phone, in light, dark and forced colours, and
        without scripts. axe-core checks them by the rules of WCAG 2.2 AA and by its best practice; anything that it
        finds stops the change. Journeys are made with the keyboard alone. Not tested regularly: screen readers, and
        browsers other than Chromium.
      </p>
      <h2>When something keeps you out</h2>
      <p>
        Tell <Contact address={contact} />; say the address of the page and what you use. Faults of the software itself
        are best reported where it is developed, with its version, which stands below.
      </p>
    </>,
  );
}

function Contact({ address }: { readonly address: string | undefined }): VNode {
  if (address === undefined) return <>those who run this hub, by the way by which you learned of it</>;
  const isPage = /^https?:/.test(address);
  return (
    <>
      those who run this hub: <a href={isPage ? address : `mailto:${address}`}>{address}</a>
    </>
  );
}
