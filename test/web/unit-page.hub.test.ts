import { expect, test } from 'vitest';
import { sharedHub } from '../support/shared-hub.ts';

test('the page of a unit has its exact factor, and what one is in the other units of its family', async () => {
  const { url } = await sharedHub();
  const headers = { accept: 'text/html' };
  const html = await (await fetch(`${url}/vocabulary/unit/EUR-PER-MegaW-HR`, { headers })).text();
  expect(html).toContain('Exact factor 1/3600000000');
  expect(html).toMatch(/<td>0\.001<\/td>\s*<td>\s*<code>EUR_per_kWh<\/code>/);
  expect(html).toMatch(/<td>0\.1<\/td>\s*<td>\s*<code>ct_per_kWh<\/code>/);
  expect(html).not.toContain('GBP_per_MWh</code>');
  const kind = await (await fetch(`${url}/vocabulary/quantitykind/CostPerTime`, { headers })).text();
  expect(kind).not.toContain('id="conversion"');
});
