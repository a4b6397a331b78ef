import type { Readable, Writable } from 'node:stream';

/** What the command has of the process that runs it. */
export interface CliContext {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Workers that the machine has room for. */
  readonly cores: number;
  /** What is done, and awaited, when the command is interrupted; an exit code means that this is how it ends. It is removed when it is not needed any more. */
  readonly cleanUps: Set<() => unknown>;
}
