// On the pages of the reference and of the schema of GraphQL.
import { render } from 'preact';
import { readForm } from '../parts/operation-form.ts';
import { followAnchor } from './reference/follow-anchor.ts';
import { FilterField } from './reference/filter-field.tsx';
import { chooseLanguage } from './reference/language-choice.ts';
import { SendForm } from './reference/send-form.tsx';

chooseLanguage();
followAnchor();
addEventListener('hashchange', followAnchor);
const filter = document.querySelector<HTMLElement>('[data-island="filter"]');
if (filter !== null) render(<FilterField noun={filter.dataset['noun']!} />, filter);
for (const place of document.querySelectorAll<HTMLElement>('[data-island="send"]')) {
  const form = readForm(place.dataset['form']!);
  render(<SendForm form={form} name={place.dataset['name']!} />, place);
}
