import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../../shared/vocabulary/', import.meta.url);

export function readShared(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

/** Namespaces of the table of section 2, by prefix. */
export function readNamespaces(): Map<string, string> {
  const table = sections().get('2') ?? '';
  return new Map([...table.matchAll(/^\| (\w+) \| (http\S+) \|/gm)].map(([, prefix = '', namespace = '']) => [prefix, namespace]));
}

/**
 * Every IRI that the facts call verified: the prefixed names of sections 4 to 10 and of the table of terms, without what is said to be
 * absent, deprecated, unverified or a draft.
 */
export function readVerifiedIris(): Set<string> {
  const namespaces = readNamespaces();
  const facts = ['4', '5', '6', '7', '8', '9', '10']
    .map((number) => sections().get(number) ?? '')
    .join('\n')
    .split('\n')
    .filter((line) => !/^(Checked and \*\*absent|Only in the new edition|Metering and market packages)/.test(line));
  const verified = new Set<string>();
  const add = (prefix: string, local: string) => {
    const namespace = namespaces.get(prefix);
    if (namespace !== undefined) verified.add(namespace + local);
  };
  const text = [...facts, readShared('terms.tsv')].join('\n');
  for (const [, prefix = '', local = ''] of text.matchAll(/\b([a-z]\w*):([A-Za-z][\w.-]*\w|[A-Za-z])/g)) add(prefix, local);
  // The table of the SAREF family lists local names behind the prefix of its row, and the individuals stand below it.
  for (const line of facts) {
    const prefix = /^\| (\w+): \|/.exec(line)?.[1];
    if (prefix !== undefined) for (const [local] of line.matchAll(/[A-Za-z]\w+/g)) add(prefix, local);
  }
  add('cim', 'UsagePoint');
  return verified;
}

function sections(): Map<string, string> {
  const parts = readShared('facts.md').split(/^## (\d+)\. .*$/m);
  const found = new Map<string, string>();
  for (let index = 1; index < parts.length; index += 2) found.set(parts[index] ?? '', parts[index + 1] ?? '');
  return found;
}
