import { beforeAll, describe, expect, test } from 'vitest';
import { readLink } from '../../src/web/playground/link-state.ts';
import { areIsomorphic } from '../support/isomorphic.ts';
import { readBack } from '../support/read-back.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

const VOCABULARY = 'http://localhost:4000/vocabulary/';

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

async function pageOf(path: string): Promise<string> {
  const response = await fetch(`${hub.url}/vocabulary/${path}`, { headers: { Accept: 'text/html' } });
  expect(response.status, path).toBe(200);
  return response.text();
}

/** The text of an element without elements in it. */
function textAfter(html: string, start: string): string {
  const from = html.indexOf('>', html.indexOf(start)) + 1;
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return html.slice(from, html.indexOf('<', from)).replace(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name]!);
}

const link = (name: string): string => `<a href="${VOCABULARY}${name}"><code>${name}</code></a>`;

describe('the page of a term', () => {
  test('tells unit, other units, quantity, datatype, plausible values and example', async () => {
    const html = await pageOf('voltage-V');
    expect(html).toContain('<dt>Unit</dt><dd><a href="http://qudt.org/vocab/unit/V" title="unit:V">V</a>');
    expect(html).toContain(`<dt class="many">In other units</dt><dd>${link('voltage-kV')}`);
    expect(html).toContain(`<dt>Quantity</dt><dd><a href="${VOCABULARY}quantity/voltage">Voltage</a></dd>`);
    expect(html).toContain('<a href="../vocabulary/?unit=V">all terms in it</a>');
    expect(html).toContain('<dt>Plausible values</dt><dd>at least 0</dd>');
    expect(html).toContain('<code>xsd:double</code></a></dd><dt>');
    expect(html).toContain('<dt>Example</dt><dd><code>231.4</code></dd>');
    expect(html).toContain('<a href="../versions">');
    expect(html).toContain(`<code data-copy data-copy-label="the IRI">${VOCABULARY}voltage-V</code>`);
    expect(html).toContain(`<a class="chip" href="${VOCABULARY}facet/side/AC">`);
  });

  test('says what the term is in the language of its reader', async () => {
    const address = `${hub.url}/vocabulary/active_power-kW`;
    const readIn = async (languages: string) => {
      const headers = { Accept: 'text/html', 'Accept-Language': languages };
      const response = await fetch(address, { headers });
      expect(response.headers.get('vary')).toContain('Accept-Language');
      const html = await response.text();
      const [, language, label] = /<h1 lang="([^"]+)">([^<]+) </.exec(html)!;
      const [, leadLanguage, lead] = /<p class="lead" lang="([^"]+)">([^<]+)</.exec(html)!;
      return { language, label, leadLanguage, lead, tag: response.headers.get('etag') };
    };
    const english = await readIn('en-GB,en;q=0.9');
    const german = await readIn('nl, de-AT;q=0.8, en;q=0.5');
    expect(english).toMatchObject({ language: 'en', label: 'Active power (kW)', leadLanguage: 'en' });
    expect(german).toMatchObject({ language: 'de', label: 'Wirkleistung (kW)', leadLanguage: 'de' });
    expect(german.lead).not.toBe(english.lead);
    expect(german.tag).not.toBe(english.tag);
    expect(await readIn('nl')).toEqual(english);
    const turtle = await fetch(address, { headers: { Accept: 'text/turtle' } });
    expect(turtle.headers.get('vary')).not.toContain('Accept-Language');
  });

  test('has the picture of its template, in which nodes are links', async () => {
    const html = await pageOf('active_power-kW');
    const svg = html.slice(html.indexOf('<svg class="picture"'), html.indexOf('</svg></svg></div>'));
    expect(svg).toContain('role="group" aria-label="Template of Active power (kW)"');
    expect(svg.match(/class="subject"/g)).toHaveLength(2);
    expect(svg).toContain('>value of active_power-kW</text>');
    expect(svg).toContain(`<a href="${VOCABULARY}device_id#entity">`);
    expect(svg).toMatch(/<g class="line optional">.*?>sosa:madeBySensor<.*?>@device_id</);
    expect(svg).toMatch(/<g class="line"><text[^>]*>(?:<title>[^<]*<\/title>)?qudt:hasUnit</);
    expect(html).not.toContain('style=');
    expect(await pageOf('device_id')).toContain('>@device_id</text>');
  });

  test.each(['active_power-kW', 'device_id', 'timestamp', 'month', 'bidding_zone', 'estimated'])(
    'shows what the hub makes of the example of %s',
    async (name) => {
      const html = await pageOf(name);
      const json = textAfter(html, '<pre data-copy data-copy-label="the document"');
      expect(JSON.parse(json)).toHaveProperty([name]);
      const answer = await fetch(`${hub.url}/api/json-to-rdf`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: json,
      });
      const annotation = /\/dcat#Dataset>|terms\/(?:created|provenance|conformsTo)>/;
      const converted = (await readBack('ttl', await answer.text())).filter(
        ([, property, object]) => !annotation.test(property) && !annotation.test(object),
      );
      const shown = await readBack('ttl', textAfter(html, '<pre data-copy data-copy-label="the Turtle"'));
      expect(shown.length).toBeGreaterThan(1);
      expect(areIsomorphic(shown, converted)).toBe(true);
      const [, fragment] = /<a class="button" href="\.\.\/playground(#[^"]+)">/.exec(html)!;
      expect(await readLink(fragment!)).toMatchObject({ text: json, kind: 'json', tab: 'meaning' });
    },
  );

  test('tells its names and its meaning in five languages, its names in data, and the keys of sources', async () => {
    const html = await pageOf('active_power-kW');
    for (const [language, label] of [
      ['English', 'Active power (kW)'],
      ['German', 'Wirkleistung (kW)'],
      ['Spanish', 'Potencia activa (kW)'],
      ['French', 'Puissance active (kW)'],
      ['Portuguese', 'Potência ativa (kW)'],
    ] as const)
      expect(html).toMatch(
        new RegExp(`<th scope="row">${language}</th><td><span lang="..">${label.replace(/[()]/g, '\\$&')}`),
      );
    expect(html).toContain('<span lang="de">Aktive Leistung</span>');
    expect(html).toContain('<li><code>Global_active_power</code></li>');
    expect(html).toContain('<a href="https://w3id.org/seas/activePower">');
    expect(await pageOf('ac_output_power-W')).toMatch(
      /<h2 id="sources">[^]*<dt><a href="\.\.\/sources\/fronius">Fronius[^<]*<\/a><\/dt><dd><code>PAC\.Value</,
    );
  });

  test('leads to the terms that its template cites, and shows a bounded number of those that cite it', async () => {
    expect(await pageOf('active_power-kW')).toMatch(/<dt>Its template cites<\/dt><dd>.*device_id/);
    expect(await pageOf('device_id')).toMatch(
      /<dt>Cited by the templates of<span class="note"> [\d,]+ terms<\/span><\/dt>.*<summary>\d{3} more<\/summary>/,
    );
  });
});

describe('the page of', () => {
  test.each([
    ['a unit', 'unit/EUR-PER-DAY', 'Euro per Day'],
    ['a quantity kind', 'quantitykind/EnergyPerDistance', 'Energy per distance'],
    ['a quantity', 'quantity/active_power', 'Active power'],
    ['a value of a facet', 'facet/direction/import', 'Import'],
    ['a prefix', 'prefix/saref', 'Prefix saref'],
    ['a template node', 'node/active_power_kW_result', '?active_power_kW_result'],
    ['a quantile', 'quantile/q75', 'Seventy-five per cent quantile'],
  ])('%s has a table of the terms that use it', async (_, path, title) => {
    const html = await pageOf(path);
    expect(html).toMatch(new RegExp(`<h1>${title.replace('?', '\\?')}<(?:/h1|code)>`));
    const [, count] = /<h2 id="terms">Used by (\d+) terms?<\/h2>/.exec(html)!;
    let tables = '';
    for (let page = 1, html = await pageOf(path); ; html = await pageOf(`${path}?page=${++page}`)) {
      tables += html.replace(/<table(?: class="stacked")?>[^]*?<\/table>/g, '');
      if (!html.includes('rel="next"')) break;
    }
    const rows = tables.match(
      /<td><a href="[^"]*"><code>(?:[^<]|<wbr\/>)*<\/code><\/a>(?: <span class="chip warn">deprecated<\/span>)?<\/td><td>/g,
    );
    expect(rows).toHaveLength(Number(count));
  });

  test('a facet tells how many terms have each value', async () => {
    expect(await pageOf('facet/direction')).toMatch(/>Direction: Import<\/a><span class="note"> \d+ terms<\/span>/);
  });

  test('a value of a facet leads to the facet', async () => {
    expect(await pageOf('facet/direction/import')).toContain(
      `<li><a href="${VOCABULARY}facet/direction">Direction</a></li><li aria-current="page">Import</li>`,
    );
  });

  test('a large category is divided by quantity kinds that can be jumped to', async () => {
    const html = await pageOf('category/power');
    const [, id] = /<a class="chip" href="#(kind-\d+)">Active power \(\d+\)<\/a>/.exec(html)!;
    expect(html).toContain(
      `<h3 id="${id}"><a href="http://qudt.org/vocab/quantitykind/ActivePower">Active power</a></h3>`,
    );
    expect(html).toContain('<a href="../../vocabulary/?category=power">');
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, found]) => found);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
