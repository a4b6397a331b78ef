/** A request as programs send it. */
export interface SampleRequest {
  readonly method: string;
  /** Absolute, and encoded. */
  readonly url: string;
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  readonly body: string | null;
}

/** What samples are written in, in the order in which they are offered. */
export const LANGUAGES = ['curl', 'javascript', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
};

/** A program that sends the request and prints the answer, and needs nothing but what comes with the language. */
export function writeSample(language: Language, request: SampleRequest): string {
  return WRITERS[language](request);
}

const WRITERS: Readonly<Record<Language, (request: SampleRequest) => string>> = {
  curl: writeCurl,
  javascript: writeJavaScript,
  python: writePython,
};

function writeCurl({ method, url, headers, body }: SampleRequest): string {
  const words = [`curl ${shellWord(url)}`];
  if (method !== (body === null ? 'GET' : 'POST')) words.push(`-X ${method}`);
  words.push(...headers.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`));
  // Other options take an @ at the beginning for the name of a file.
  if (body !== null) words.push(`--data-raw ${shellWord(body)}`);
  return words.join(' \\\n  ');
}

function writeJavaScript({ method, url, headers, body }: SampleRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(headers.length === 0
      ? []
      : [
          `  headers: { ${headers.map((header) => header.map((text) => JSON.stringify(text)).join(': ')).join(', ')} },`,
        ]),
    ...(body === null ? [] : [`  body: ${textBetween('`', body, /[\\`$]/g)},`]),
  ];
  const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return `const response = await fetch(${JSON.stringify(url)}${given});
console.log(response.status, await response.text());`;
}

function writePython({ method, url, headers, body }: SampleRequest): string {
  const lines = [
    `    ${JSON.stringify(url)},`,
    ...(method === (body === null ? 'GET' : 'POST') ? [] : [`    method=${JSON.stringify(method)},`]),
    ...(headers.length === 0
      ? []
      : [
          `    headers={${headers.map((header) => header.map((text) => JSON.stringify(text)).join(': ')).join(', ')}},`,
        ]),
    ...(body === null ? [] : [`    data=${textBetween("'''", body, /[\\']/g)}.encode(),`]),
  ];
  return `from urllib.request import Request, urlopen

request = Request(
${lines.join('\n')}
)
with urlopen(request) as response:
    print(response.status, response.read().decode())`;
}

/** A word that a POSIX shell takes as it is. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A literal of several lines, of JavaScript and of Python alike: both would take a carriage return for the end of a line. */
function textBetween(quote: string, text: string, escaped: RegExp): string {
  const safe = text
    .replaceAll(escaped, String.raw`\$&`)
    .replaceAll(
      /[\0-\x08\x0b-\x1f\x7f]/g,
      (control) => String.raw`\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`,
    );
  return quote + safe + quote;
}
