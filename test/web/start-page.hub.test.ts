import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

let hub: TestApp;
let html: string;
beforeAll(async () => {
  hub = await createTestApp();
  html = await (await fetch(`${hub.url}/`)).text();
});
afterAll(() => hub?.stop());

test('the start page says what three documents mean, key by key', () => {
  expect(html.match(/<a href="playground#example=\w+">/g)).toHaveLength(3);
  expect(html).toMatch(
    /<code>state_of_charge-percent<\/code><\/dt><dd><a href="[^"]+\/vocabulary\/state_of_charge-percent"/,
  );
  expect(html).toMatch(/<code>PhVphA<\/code><\/dt><dd><span class="chip warn">no term yet<\/span>/);
});

test('it shows what comes of a document', () => {
  expect(html).toMatch(
    /<section class="card outcome"[^]*active_power-W[^]*says[^]*Active power \(W\)[^]*qudt:hasUnit unit:W/,
  );
  expect(html).not.toContain('@prefix');
});

test('it leads to each interface, and nowhere where there is nothing', async () => {
  const places = new Set([...html.matchAll(/ href="((?![a-z]+:|#)[^"#]*)/g)].map(([, href]) => href!));
  expect(places.size).toBeGreaterThan(12);
  // The forms of the whole vocabulary have tests of their own, and take seconds.
  for (const place of [...places].filter((each) => !each.includes('?format='))) {
    const { status } = await fetch(new URL(place, `${hub.url}/`), { headers: { Accept: 'text/html' } });
    expect(status, place).toBe(200);
  }
});

test('its search works without a script', async () => {
  expect(html).toMatch(
    /<form class="card find" action="vocabulary\/"><div class="field"><label for="start-q">Find a term/,
  );
  const found = await (
    await fetch(`${hub.url}/vocabulary/?q=Wirkleistung`, { headers: { Accept: 'text/html' } })
  ).text();
  expect(found).toMatch(/<code>active_power-kW<\/code>/);
});
