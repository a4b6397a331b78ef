import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientCharges } from '../../http/limits/rate-limit.ts';

/** A request that GraphQL answers. */
export interface GraphqlExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly charges: ClientCharges;
  /** Found again in the log. */
  readonly requestId: string;
}
