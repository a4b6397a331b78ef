import type { Solution } from '../rdf/rows.ts';
import type { Sparql } from '../rdf/sparql.ts';
import type { Deadline } from './deadline.ts';

/** How a server is asked. */
export interface Server {
  /** The rows of a query; tried again where that may help. @throws Error when there is no answer */
  ask(query: Sparql, deadline: Deadline): Promise<Solution[]>;
  /** Sends an update once. @throws RefusedError when the server says that it did nothing, another Error when the outcome is unknown */
  update(update: Sparql, deadline: Deadline): Promise<void>;
}
