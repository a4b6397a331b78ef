import type { Readable } from 'node:stream';

/**
 * What an operator can have done, by a hub that runs or by the command itself. It takes the bytes of its input, and gives an object
 * that can be JSON, or a stream of bytes.
 *
 * @throws HubError, whose message is shown to the operator
 */
export type OperatorCommand = (input: Readable) => Promise<object | Readable>;

/** Commands by the names that they are called by. */
export type OperatorCommands = ReadonlyMap<string, OperatorCommand>;
