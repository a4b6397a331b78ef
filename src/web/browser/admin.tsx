import { render } from 'preact';
import { AdminApp } from './admin/admin-app.tsx';
import { followAddress } from './admin/navigation.ts';
import { rootOfHub } from './page/root.ts';

const place = document.querySelector<HTMLElement>('[data-island="admin"]');
if (place !== null) {
  const root = rootOfHub();
  followAddress();
  place.replaceChildren();
  render(<AdminApp root={root} />, place);
}
