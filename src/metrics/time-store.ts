import type { Store } from '../store/store.ts';

/** An operation of the store that has ended. */
export interface TimedOperation {
  readonly operation: 'select' | 'change' | 'dump';
  readonly outcome: 'ok' | 'error';
  readonly seconds: number;
}

type Count = (timed: TimedOperation) => void;

/** A store of which each question, change and dump is timed. */
export function timeStore(store: Store, count: Count): Store {
  const timed = async <T>(operation: TimedOperation['operation'], run: () => Promise<T>): Promise<T> => {
    const end = begin(operation, count);
    try {
      const result = await run();
      end('ok');
      return result;
    } catch (error) {
      end('error');
      throw error;
    }
  };
  return {
    open: () => store.open(),
    select: (query, shape, options) => timed('select', () => store.select(query, shape, options)),
    hasLists: (graphIri) => store.hasLists(graphIri),
    lengthsOfLists: (graphIri, lists, options) => timed('select', () => store.lengthsOfLists(graphIri, lists, options)),
    change: (change, options) => timed('change', () => store.change(change, options)),
    async *dump(graphIri, options) {
      const end = begin('dump', count);
      let outcome: TimedOperation['outcome'] = 'ok';
      try {
        yield* store.dump(graphIri, options);
      } catch (error) {
        outcome = 'error';
        throw error;
      } finally {
        // Whoever has read enough ends it, too.
        end(outcome);
      }
    },
    forget: (graphIri) => store.forget(graphIri),
    findFault: () => store.findFault(),
    onChange: (listener) => store.onChange(listener),
    close: () => store.close(),
  };
}

function begin(operation: TimedOperation['operation'], count: Count): (outcome: TimedOperation['outcome']) => void {
  const startedAt = performance.now();
  return (outcome) => count({ operation, outcome, seconds: (performance.now() - startedAt) / 1000 });
}
