import { writeSample } from '../../parts/write-sample.ts';
import { keepInAddress, type LinkedRequest } from './request-in-address.ts';

/**
 * Puts buttons into a place that copy the request of the editor as a command and as a link.
 *
 * @param current the request as it is now
 */
export function mountTakeAway(place: HTMLElement, current: () => LinkedRequest): void {
  const said = document.createElement('span');
  said.className = 'note';
  said.setAttribute('role', 'status');
  const copy = async (write: () => string, what: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(write());
      said.textContent = `${what} is copied.`;
    } catch (error) {
      said.textContent =
        error instanceof SyntaxError ? 'The variables are no JSON.' : 'The browser did not let the page copy.';
    }
  };
  place.append(
    buttonOf('Copy as curl', () => copy(() => commandOf(current()), 'The command')),
    buttonOf('Copy link', () =>
      copy(() => {
        keepInAddress(current());
        return location.href;
      }, 'The link'),
    ),
    said,
  );
}

/** @throws SyntaxError when the variables are no JSON */
function commandOf({ query, variables }: LinkedRequest): string {
  const { href } = new URL(location.pathname, location.href);
  // As they are written: numbers would be rounded.
  if (variables.trim() !== '') JSON.parse(variables);
  const given = variables.trim() === '' ? '' : `,"variables":${variables.trim()}`;
  return writeSample('curl', {
    method: 'POST',
    url: href,
    headers: [['Content-Type', 'application/json']],
    body: `{"query":${JSON.stringify(query)}${given}}`,
  });
}

function buttonOf(text: string, act: () => Promise<void>): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.addEventListener('click', () => void act());
  return button;
}
