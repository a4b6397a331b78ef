// Of the start page: a document that is pasted opens in the playground. Its address carries it behind the `#`, which no server sees.
import { kindOf } from '../playground/kind-of.ts';
import { FIRST_STATE, MAX_LINK_BYTES, writeLink } from '../playground/link-state.ts';

const form = document.querySelector<HTMLFormElement>('[data-island="paste"]');
const field = form?.querySelector('textarea');
const mistake = form?.querySelector('[data-part="mistake"]');

async function open(text: string): Promise<void> {
  const link = text.trim() === '' ? '' : await writeLink({ ...FIRST_STATE, text, kind: kindOf('', text) });
  if (link !== null) location.assign(link === '' ? 'playground' : `playground#${link}`);
  else mistake!.replaceChildren(...sayTooLong());
}

/** What is to be done with a document of which no address can be made. */
function sayTooLong(): ReadonlyArray<string | Element> {
  const link = document.createElement('a');
  link.href = 'playground';
  link.textContent = 'Open the playground';
  return [
    `The document takes more than the ${MAX_LINK_BYTES / 1024} KB of an address. `,
    link,
    ' and paste it there, or drop its file.',
  ];
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void open(field!.value);
});
