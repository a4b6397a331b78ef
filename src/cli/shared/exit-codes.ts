/** What the command says to scripts; docs/command-line.md lists them. */
export const EXIT = {
  /** Everything was converted; warnings are no failure. */
  done: 0,
  /** A document could not be converted, or a store failed a check. */
  documentsFailed: 1,
  /** The command was not understood. */
  usage: 2,
  /** An input, the output or the hub could not be read or written. */
  unavailable: 3,
  /** A mistake of this program. */
  internal: 4,
  /** The platform refused the credentials, or no account is signed in there. */
  refused: 5,
  /** As after SIGINT. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure that ends the command with a sentence and a code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}
