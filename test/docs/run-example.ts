/** A request that a documented command sends. */
export interface Request {
  /** Path and query. */
  readonly target: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The file that the answer goes to; null when it is shown. */
  readonly outputFile: string | null;
}

/** What an example answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export const HUB = 'http://localhost:4000';

/**
 * The request of a `curl` command. Only the options that the documentation uses are known.
 *
 * @param files the documents that the text before it showed, by name
 */
export function readCurl(command: string, files: ReadonlyMap<string, string>): Request {
  const [program, ...words] = wordsOf(command.replaceAll('\\\n', ' '));
  if (program !== 'curl') throw new Error(`no curl command: ${command}`);
  const headers: Record<string, string> = {};
  let target: string | null = null;
  let body: string | null = null;
  let outputFile: string | null = null;
  const wordBehind = (option: string): string => {
    const word = words.shift();
    if (word === undefined) throw new Error(`${option} wants a value: ${command}`);
    return word;
  };
  const addData = (data: string): void => {
    body = body === null ? data : `${body}&${data}`;
    // As curl does for data.
    headers['content-type'] ??= 'application/x-www-form-urlencoded';
  };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-H') {
      const [name, value] = wordBehind(word).split(/:\s*/, 2) as [string, string];
      headers[name.toLowerCase()] = value;
    } else if (word === '-d') addData(wordBehind(word));
    else if (word === '--data-urlencode') addData(wordBehind(word).replace(/(?<==).*/s, encodeURIComponent));
    else if (word === '--data-binary') body = fileNamed(wordBehind(word).replace(/^@/, ''), files);
    else if (word === '-o') outputFile = wordBehind(word);
    else if (word.startsWith(`${HUB}/`)) target = word.slice(HUB.length);
    else throw new Error(`unknown word ${word}: ${command}`);
  }
  if (target === null) throw new Error(`no address of the hub: ${command}`);
  return { target, method: body === null ? 'GET' : 'POST', headers, body, outputFile };
}

export function fileNamed(name: string, files: ReadonlyMap<string, string>): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(`no block shows the file ${name}`);
  return text;
}

/** The words of a shell command with plain and single-quoted words. */
function wordsOf(command: string): string[] {
  const words = [...command.matchAll(/'([^']*)'|[^\s'"$`|;&<>\\]+/g)];
  const rest = command.replace(/'[^']*'|[^\s'"$`|;&<>\\]+/g, '').trim();
  if (rest !== '') throw new Error(`not understood: ${rest} in ${command}`);
  return words.map(([word, quoted]) => quoted ?? word);
}

/** JSON without the white space between its tokens: digits and the order of members stay. */
export function minifyJson(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text: string | undefined) => text ?? '');
}
