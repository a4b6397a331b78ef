import { createHash } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, writeSync } from 'node:fs';
import { HubError, type ErrorCode, type ErrorDetails } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import { serializeInPieces } from '../rdf/write/serialize.ts';
import { describedVersion } from '../vocabulary/versions/describe-version.ts';
import { prefixesOf, tableOfVersion, type StoredVersion } from '../vocabulary/versions/version-content.ts';
import type { TripleColumns } from '../vocabulary/triple-columns.ts';
import { TripleTable } from '../vocabulary/triple-table.ts';

const { O_WRONLY, O_CREAT } = constants;

export interface DumpTask extends StoredVersion {
  readonly hub: HubNamespaces;
  readonly format: RdfFormat;
  /** The file to write. There may be the beginning of what is written. */
  readonly path: string;
  /** What is known of the version in use, and found here of others. */
  readonly known:
    | {
        /** What can be computed from it. */
        readonly description: TripleColumns;
        /** Namespace IRIs by prefixes, which are in order. */
        readonly prefixes: ReadonlyMap<string, string>;
      }
    | undefined;
}

/** SHA-256 of what was written, in hex. An error loses its class on the way, so it travels as what it says. */
export type DumpOutcome =
  | { readonly digest: string }
  /** The system refused, with a code of its own. */
  | { readonly refused: string; readonly message: string }
  | { readonly code: ErrorCode; readonly message: string; readonly details: ErrorDetails };

/** What the thread runs that writes a dump: piece by piece, so that its memory does not grow with what it writes. */
export default async function run({ hub, format, path, known, ...stored }: DumpTask): Promise<DumpOutcome> {
  const hash = createHash('sha256');
  const file = openSync(path, O_WRONLY | O_CREAT, 0o600);
  try {
    const triples = await tableOfVersion(stored, hub);
    const description = known === undefined ? undefined : new TripleTable(known.description);
    const prefixes =
      known?.prefixes ?? new Map(prefixesOf(triples, hub).map(({ prefix, namespace }) => [prefix, namespace]));
    const described = describedVersion(triples, stored.version, hub, description);
    serializeInPieces(described, format, { prefixes, base: hub.vocabulary }, (piece) => {
      hash.update(piece);
      for (let at = 0; at < piece.length;) at += writeSync(file, piece, at);
      return true;
    });
    fsyncSync(file);
    return { digest: hash.digest('hex') };
  } catch (error) {
    const { code: refused, message: said } = error as NodeJS.ErrnoException;
    if (!(error instanceof HubError)) {
      if (refused === undefined) throw error;
      return { refused, message: said };
    }
    const { code, message, details } = error;
    return { code, message, details };
  } finally {
    closeSync(file);
  }
}
