import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that this process has allocated in its heap and that a collection of the young generation, of which there is one every few requests, does not free. */
export function bytesHeldByYoung(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;
  // What survives two is in the old generation.
  for (let i = 0; i < 3; i++) collect({ type: 'minor' });
  return process.memoryUsage().heapUsed;
}

/** Bytes that this process holds when nothing is left that it no longer needs; its resident memory says when garbage was last collected. */
export function bytesHeld(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
