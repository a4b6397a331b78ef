import { writeJson } from '../support/written-json.ts';
import { findFault, type Finding, type FuzzOptions, type Lexicons } from './check.ts';
import type { FuzzInput } from './generate.ts';
import { childrenOf, parseWritten, pathsOf, replaceAt, valueAt } from './tree.ts';

const BUDGET_MS = 30_000;

const PLAIN: FuzzOptions = {
  semantics: 'block',
  skolemize: false,
  align: true,
  maxArrayItems: 0,
  base: null,
  maxTriples: 20_000,
};

/** A smaller input that breaks the same promise: options first, then values of the document, then bytes. */
export async function minimize(input: FuzzInput, { promise }: Finding, lexicons: Lexicons): Promise<FuzzInput> {
  const endsAt = performance.now() + BUDGET_MS;
  let smallest = input;
  const tryOut = async (candidate: FuzzInput): Promise<boolean> => {
    if (performance.now() > endsAt) return false;
    const found = await findFault(candidate.body, candidate.options, lexicons);
    if (found?.promise !== promise) return false;
    smallest = candidate;
    return true;
  };
  for (const name of Object.keys(PLAIN) as (keyof FuzzOptions)[]) {
    if (smallest.options[name] === PLAIN[name]) continue;
    await tryOut({ body: smallest.body, options: { ...smallest.options, [name]: PLAIN[name] } });
  }
  await shrinkTree(() => smallest, tryOut);
  await shrinkBytes(() => smallest, tryOut);
  return smallest;
}

type TryOut = (candidate: FuzzInput) => Promise<boolean>;

/** Takes values out, or puts their children or `1` in their place, as long as something gives. */
async function shrinkTree(current: () => FuzzInput, tryOut: TryOut): Promise<void> {
  for (let gave = true; gave;) {
    gave = false;
    let tree: ReturnType<typeof parseWritten>;
    try {
      tree = parseWritten(new TextDecoder('utf-8', { fatal: true }).decode(current().body));
    } catch {
      return;
    }
    for (const path of pathsOf(tree)) {
      // Paths behind one that gave lead elsewhere now.
      const value = valueAt(tree, path);
      const isPlain = 'raw' in value && value.raw === '1';
      const smaller = [null, ...childrenOf(value), ...(isPlain ? [] : [{ raw: '1' }])];
      for (const replacement of path.length === 0 ? childrenOf(value) : smaller) {
        const body = new TextEncoder().encode(writeJson(replaceAt(tree, path, replacement)));
        if (body.length < current().body.length && (await tryOut({ ...current(), body }))) {
          gave = true;
          break;
        }
      }
      if (gave) break;
    }
  }
}

/** Delta debugging: takes pieces out, of half the length at first and of one byte at last. */
async function shrinkBytes(current: () => FuzzInput, tryOut: TryOut): Promise<void> {
  for (let piece = Math.ceil(current().body.length / 2); piece >= 1; piece = piece === 1 ? 0 : Math.ceil(piece / 2)) {
    for (let at = 0; at < current().body.length;) {
      const { body, options } = current();
      const without = Buffer.concat([body.subarray(0, at), body.subarray(at + piece)]);
      if (!(await tryOut({ body: without, options }))) at += piece;
    }
  }
}
