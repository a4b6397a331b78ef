// On every page.
import { mountCopyButtons } from './copy-buttons.ts';
import { mountSearchBox } from './search-box.tsx';
import { mountSchemeChoice } from './scheme-choice.tsx';

const scheme = document.querySelector('[data-island="scheme"]');
if (scheme !== null) mountSchemeChoice(scheme);
mountCopyButtons();
mountSearchBox();
// Most pages have no picture.
if (document.querySelector('[data-island="zoom"]') !== null)
  void import('./picture/zoom.ts').then(({ mountZooms }) => mountZooms());
