import { render } from 'preact';
import { AdminApp } from './admin/admin-app.tsx';
import { followAddress } from './admin/view.ts';

const place = document.querySelector<HTMLElement>('[data-island="admin"]');
if (place !== null) {
  const { vocabulary = '', ontology = '' } = place.dataset;
  const root = document.documentElement.dataset['root'] ?? './';
  followAddress();
  place.replaceChildren();
  render(<AdminApp places={{ root, vocabulary, ontology }} />, place);
}
