import { TERMS_QUERY } from './cli/vocabulary/terms-query.ts';
import * as ofAdministrators from './web/browser/admin/queries.ts';

/** The GraphQL queries that the hub's own clients send: the page of administrators, and the command line of this release. */
export const OWN_QUERIES: readonly string[] = [TERMS_QUERY, ...Object.values(ofAdministrators).flatMap(textsOf)];

function textsOf(queries: string | Readonly<Record<string, string>>): readonly string[] {
  return typeof queries === 'string' ? [queries] : Object.values(queries);
}
