import { render } from 'preact';
import { AdminApp } from './admin/admin-app.tsx';
import { followAddress } from './admin/navigation.ts';

const place = document.querySelector<HTMLElement>('[data-island="admin"]');
if (place !== null) {
  const root = document.documentElement.dataset['root'] ?? './';
  followAddress();
  place.replaceChildren();
  render(<AdminApp root={root} />, place);
}
