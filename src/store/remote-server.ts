import type { Solution } from '../rdf/rows.ts';
import type { Sparql } from '../rdf/sparql.ts';
import type { Deadline } from './deadline.ts';

/** How a server is asked. */
export interface Server {
  /** Tries again where that may help. @throws Error when there is no answer */
  ask(query: Sparql, deadline: Deadline): Promise<Solution[]>;
  /** Tries once. @throws RefusedError when the server says that it did nothing, another Error when nobody knows */
  update(update: Sparql, deadline: Deadline): Promise<void>;
}
