// On every page.
import { mountCopyButtons } from './copy-buttons.ts';
import { mountSearchBox } from './search-box.tsx';
import { mountSchemeChoice } from './scheme-choice.tsx';

const scheme = document.querySelector('[data-island="scheme"]');
if (scheme !== null) mountSchemeChoice(scheme);
mountCopyButtons();
mountSearchBox();
