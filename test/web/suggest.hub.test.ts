import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub?.stop());

const GOOD = {
  parameter: 'flue_gas_temperature-degC',
  description: 'Temperature of the flue gas where it leaves the boiler.',
  datatype: 'xsd:double',
  units: '',
  email: 'maria@example.org',
};

const send = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(hub.url + path, { method: 'POST', body: new URLSearchParams(fields), headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

describe('a term is suggested without a script', () => {
  test('and its receipt tells what became of it', async () => {
    const { status, headers, html } = await send('/suggest', GOOD);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    const receipt = /data-copy-label="the receipt">([^<]+)</.exec(html)![1]!;
    const asked = await send('/suggest/status', { receipt: ` ${receipt} ` });
    expect(asked.html).toContain('flue_gas_temperature-degC');
    expect(asked.html).toContain('It waits for an administrator.');
    expect(asked.html).not.toContain('maria@example.org');
  });

  test.each([
    [{ parameter: 'Flue Gas' }, 400, 'parameter'],
    [{ parameter: '' }, 400, 'parameter'],
    [{ datatype: 'double' }, 400, 'datatype'],
    [{ email: 'nobody' }, 400, 'email'],
    [{ parameter: 'active_power-kW' }, 400, 'parameter'],
  ])('and what is wrong is told at its field, with all that was filled in: %o', async (wrong, code, field) => {
    const { status, html } = await send('/suggest', { ...GOOD, ...wrong });
    expect(status).toBe(code);
    expect(html).toMatch(/<p role="alert" class="alert bad">[^<]{10}/);
    expect(new RegExp(`<[^>]+ name="${field}"[^>]*>`).exec(html)![0]).toContain('aria-invalid="true"');
    expect(html).toContain(GOOD.description);
  });

  test('and no text is cut to what is taken: the hub says which is too long, and it stays', async () => {
    const form = await (await fetch(`${hub.url}/suggest`)).text();
    expect(form).not.toMatch(/maxlength/i);
    const description = 'y'.repeat(2001);
    const { status, html } = await send('/suggest', { ...GOOD, description });
    expect(status).toBe(400);
    expect(html).toContain('description has 2001 characters; at most 2000 are taken.');
    expect(html).toContain(description);
  });

  test('and a text in any script may be as long as it may be', async () => {
    const { status, html } = await send('/suggest', {
      ...GOOD,
      parameter: 'fill_level',
      description: '量'.repeat(2000),
    });
    expect(html).toContain('data-copy-label="the receipt"');
    expect(status).toBe(200);
  });

  test('and what no form takes is told on a page', async () => {
    const fields = { ...GOOD, description: 'y'.repeat(100_000) };
    const form = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'same-origin' };
    const { status, headers, html } = await send('/suggest', fields, form);
    expect(status).toBe(413);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('href="./problems/body-too-large"');
    expect((await send('/suggest', fields)).headers.get('content-type')).toContain('json');
  });

  test('a field that came twice is refused', async () => {
    const body = new URLSearchParams([...Object.entries(GOOD), ['parameter', 'other']]);
    expect((await fetch(`${hub.url}/suggest`, { method: 'POST', body })).status).toBe(400);
  });

  test('what is filled in is shown as text', async () => {
    const { html } = await send('/suggest', { ...GOOD, parameter: '"><script>alert(1)</script>' });
    expect(html).not.toContain('<script>alert');
    const prefilled = await (await fetch(`${hub.url}/suggest?parameter=%22%3E%3Cscript%3Ealert(1)`)).text();
    expect(prefilled).not.toContain('<script>alert');
    expect(prefilled).toContain('value="&quot;>&lt;script>alert(1)"');
  });

  test('an unknown receipt has no suggestion', async () => {
    const { html } = await send('/suggest/status', { receipt: 'nothing' });
    expect(html).toContain('There is no suggestion with this receipt.');
  });

  test('a page of another site cannot suggest for its visitors, nor ask', async () => {
    for (const path of ['/suggest', '/suggest/source', '/suggest/change', '/suggest/status']) {
      const { status, headers } = await send(path, { ...GOOD, receipt: 'x' }, { 'Sec-Fetch-Site': 'cross-site' });
      expect(status).toBe(403);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('a change of a term is suggested without a script', () => {
  const CHANGE = {
    term: 'state_of_charge-percent',
    change: 'Say <b>at which height</b>.\nWhy: soils.',
    email: GOOD.email,
  };
  const get = async (path: string) => {
    const response = await fetch(hub.url + path, { headers: { accept: 'text/html' } });
    return { status: response.status, html: await response.text() };
  };

  test('from the page of the term, and its receipt tells what became of it', async () => {
    const { html: page } = await get('/vocabulary/state_of_charge-percent');
    const [, address] = /<a href="\.\.\/(suggest\/change[^"]*)">Suggest a change</.exec(page)!;
    const { status, html } = await get(`/${address!}`);
    expect(status).toBe(200);
    expect(html).toContain('<input type="hidden" name="term" value="state_of_charge-percent"');
    expect(html).toContain(`href="http://localhost:4000/vocabulary/state_of_charge-percent"`);
    const saved = await send('/suggest/change', CHANGE);
    expect([saved.status, saved.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const receipt = /data-copy-label="the receipt">([^<]+)</.exec(saved.html)![1]!;
    const asked = await send('/suggest/status', { receipt });
    expect(asked.html).toContain('It waits for an administrator.');
    expect(asked.html).toContain('Say &lt;b>at which height&lt;/b>.');
    expect(asked.html).not.toContain(GOOD.email);
    const again = await send('/suggest/change', CHANGE);
    expect([again.status, /<textarea[^>]* aria-invalid="true"/.test(again.html)]).toEqual([409, true]);
    expect(again.html).toContain('Say &lt;b>at which height&lt;/b>.');
  });

  test('and a term that is not there has no form', async () => {
    for (const path of ['/suggest/change', '/suggest/change?term=no_such_term', '/suggest/change?term=a&term=b'])
      expect((await get(path)).status).toBe(404);
    expect((await send('/suggest/change', { ...CHANGE, term: 'no_such_term' })).status).toBe(404);
  });
});

describe('a source is suggested without a script', () => {
  const FILE = { title: 'Acme', documentation: 'https://acme.example/', keys: { 'meter.power': 'active_power-W' } };
  const SOURCE = { source: 'acme-meter', file: JSON.stringify(FILE, null, 2), email: GOOD.email };
  const fileOf = (html: string): string => /<textarea[^>]* name="file"[^>]*>([^]*?)<\/textarea>/.exec(html)![1]!;

  test('from the list of sources, and its receipt tells what became of it', async () => {
    const list = await (await fetch(`${hub.url}/sources`, { headers: { accept: 'text/html' } })).text();
    const [, address] = /<a href="([^"]+)">Suggest a source</.exec(list)!;
    const form = await (await fetch(new URL(address!, `${hub.url}/sources`))).text();
    // What the form begins with is JSON that nobody can send as it is.
    const blank = fileOf(form).replaceAll('&quot;', '"');
    expect(Object.keys(JSON.parse(blank) as object)).toEqual(['title', 'documentation', 'keys']);
    const refused = await send('/suggest/source', { ...SOURCE, file: blank });
    expect(refused.status).toBe(400);
    expect(refused.html.match(/<p>Line \d: /g)).toEqual(['<p>Line 2: ', '<p>Line 3: ', '<p>Line 5: ', '<p>Line 5: ']);
    const saved = await send('/suggest/source', { ...SOURCE, file: SOURCE.file.replaceAll('\n', '\r\n') });
    expect([saved.status, saved.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const receipt = /data-copy-label="the receipt">([^<]+)</.exec(saved.html)![1]!;
    const asked = await send('/suggest/status', { receipt });
    expect(asked.html).toContain('A source: <code>acme-meter</code>');
    expect(asked.html).not.toContain(GOOD.email);
    expect((await send('/suggest/source', SOURCE)).status).toBe(409);
  });

  test.each([
    [{ source: 'Acme Meter' }, 'source', 'is no name of a source'],
    [{ source: 'fronius' }, 'source', 'There is a source fronius already'],
    [{ file: '{\r\n"title": 1' }, 'file', 'line 2'],
    [{ file: SOURCE.file.replace('active_power-W', 'active_powr-W') }, 'file', 'Line 5: keys: "meter.power" names'],
    [{ file: '' }, 'file', 'file'],
    [{ email: 'nobody' }, 'email', 'no e-mail address'],
  ])('and what is wrong is told at its field, with all that was filled in: %o', async (wrong, field, message) => {
    const filled = { ...SOURCE, source: 'acme-other', ...wrong };
    const { status, html } = await send('/suggest/source', filled);
    expect(status).toBe(400);
    const [, told] = /<div role="alert" class="alert bad"><p>([^<]+)</.exec(html)!;
    expect(told!.replaceAll('&quot;', '"')).toContain(message);
    expect(new RegExp(`<[^>]+ name="${field}"[^>]*>`).exec(html)![0]).toContain('aria-invalid="true"');
    expect(fileOf(html).replaceAll('&quot;', '"')).toBe(filled.file.replaceAll('\r\n', '\n'));
  });

  test('a link fills in what it says, which is shown as text', async () => {
    const query = new URLSearchParams({ source: 'acme', file: '</textarea><script>alert(1)</script>' });
    const html = await (await fetch(`${hub.url}/suggest/source?${query.toString()}`)).text();
    expect(html).not.toContain('<script>alert');
    expect(fileOf(html)).toBe('&lt;/textarea>&lt;script>alert(1)&lt;/script>');
    expect(/<input[^>]* name="source"[^>]*>/.exec(html)![0]).toContain('value="acme"');
  });

  test('a file that is longer than one may be is refused', async () => {
    const { status, html } = await send('/suggest/source', { ...SOURCE, file: `{"title": "${'a'.repeat(100_000)}"}` });
    expect([status, html.includes('class="alert bad"')]).toEqual([400, true]);
    const cyrillic = await send('/suggest/source', { ...SOURCE, file: `{"title": "${'ж'.repeat(90_000)}"}` });
    expect(cyrillic.status).toBe(400);
    expect((await send('/suggest/source', { ...SOURCE, file: ' '.repeat(1_200_000) })).status).toBe(413);
  });
});
