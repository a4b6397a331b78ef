// On the pages of the reference and of the schema of GraphQL.
import { render } from 'preact';
import type { OperationForm } from '../parts/operation-form.ts';
import { FilterField } from './reference/filter-field.tsx';
import { keepLanguage } from './reference/language-choice.ts';
import { SendForm } from './reference/send-form.tsx';

keepLanguage();
const filter = document.querySelector<HTMLElement>('[data-island="filter"]');
if (filter !== null) render(<FilterField noun={filter.dataset['noun']!} />, filter);
for (const place of document.querySelectorAll<HTMLElement>('[data-island="send"]')) {
  const form = JSON.parse(place.dataset['form']!) as OperationForm;
  render(<SendForm form={form} name={place.dataset['name']!} />, place);
}
