import { expect, test } from 'vitest';
import { expandEntities } from '../../src/restore/expand-entities.ts';

const withType = (declarations: string, text: string) =>
  `<?xml version="1.0"?>\n<!DOCTYPE a [\n${declarations}\n]>\n${text}`;

test('entities are what they mean, on the lines on which they stood', () => {
  const declarations = `<!ENTITY ex "https://a.example/"> <!ENTITY ex 'https://b.example/'>\n<!-- it's <!ENTITY old "x"> --><!ENTITY says '"'>`;
  expect(expandEntities(withType(declarations, '<a b="&ex;c" d="&says;">&amp;&#65;&old;</a>'))).toBe(
    '<?xml version="1.0"?>\n\n\n\n\n<a b="https://a.example/c" d="&quot;">&amp;&#65;&old;</a>',
  );
});

test('a text without entities stays as it is, but for its document type', () => {
  expect(expandEntities('<a>&b;</a>')).toBe('<a>&b;</a>');
  expect(expandEntities('<!DOCTYPE a SYSTEM "a.dtd"><a/>')).toBe('<a/>');
});

test('entities of entities and of elements are refused, and texts that become too long', () => {
  for (const value of ['&b;&b;', '<b/>', '%b;'])
    expect(() => expandEntities(withType(`<!ENTITY c "${value}">`, '<a/>'))).toThrow(/The entity c is no plain text/);
  const long = 'x'.repeat(100_000);
  expect(() => expandEntities(withType(`<!ENTITY c "${long}">`, '&c;'.repeat(2001)))).toThrow(/too long a text/);
});

test('declarations that do not end are found out at once', () => {
  const comments = '<!-- a > b -->'.repeat(5000);
  expect(expandEntities(`<!DOCTYPE a [ ${comments}`)).toContain('<!DOCTYPE');
});

test('a document type stands before the text, and nothing else is one', () => {
  const definition = '<a><![CDATA[a page with <!DOCTYPE html> and &ex;]]>&ex;</a>';
  expect(expandEntities(definition)).toBe(definition);
  const before = '<?xml version="1.0"?>\n<!-- of <!DOCTYPE a [<!ENTITY ex "old">]> -->\n';
  const type = `<!DOCTYPE a SYSTEM "a>b[.dtd" [<?who it's ?><!ENTITY ex "new">]>`;
  expect(expandEntities(`${before}${type}${definition}`)).toBe(
    `${before}<a><![CDATA[a page with <!DOCTYPE html> and &ex;]]>new</a>`,
  );
});

test('entities may be characters by their numbers, and those of XML stay what they are', () => {
  const declarations = `<!ENTITY nbsp "&#160;"><!ENTITY euro "&#x20AC;"><!ENTITY lt "&#38;#60;"><!ENTITY gt "no"><!ENTITY less "&#38;#60;">`;
  expect(expandEntities(withType(declarations, '<a>&nbsp;&euro;&lt;&gt;&less;</a>'))).toContain(
    '<a>\u00a0€&lt;&gt;&#60;</a>',
  );
});
