import { HubError } from '../../errors.ts';
import type { JsonDocument } from './document.ts';
import { ARRAY, nextValue, OBJECT, STRIDE, STRING } from './tape-entry.ts';

/** A place in a body. */
export interface Position {
  /** In bytes, from 0. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** In bytes, from 1. */
  readonly column: number;
}

/** Line and column (in bytes, from 1) of a byte offset. */
export function positionAt(bytes: Uint8Array, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < offset; at++) {
    if (bytes[at] === 0x0a) {
      line++;
      lineStart = at + 1;
    }
  }
  return { offset, line, column: offset - lineStart + 1 };
}

/** Runs `read`; an error of the block that it throws tells where in the body its pointer points. */
export function withPositions<Result>(document: JsonDocument, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HubError) || error.details.pointer === undefined) throw error;
    const entry = findInBlock(document, error.details.pointer);
    if (entry === null) throw error;
    const isString = document.kindOf(entry) === STRING;
    const position = positionAt(document.bytes, document.entries[entry + 1]! - (isString ? 1 : 0));
    const message = `${error.message.replace(/\.$/, '')} (line ${position.line}, column ${position.column}).`;
    throw new HubError(error.code, message, { ...error.details, ...position }, error.cause);
  }
}

/** The value in `@semantic` that a JSON Pointer (RFC 6901) from the root points at; null when there is none. */
function findInBlock(document: JsonDocument, pointer: string): number | null {
  const [, , ...tokens] = pointer.split('/').map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
  let value = document.semanticValue();
  for (const token of tokens) {
    if (value === null) return null;
    value = childOf(document, value, token);
  }
  return value;
}

function childOf(document: JsonDocument, container: number, token: string): number | null {
  const kind = document.kindOf(container);
  if (kind === OBJECT) {
    const member = document.membersOf(container).find((entry) => document.textOf(entry) === token);
    return member === undefined ? null : document.valueOf(member);
  }
  if (kind !== ARRAY) return null;
  let item = container + STRIDE;
  for (let i = Number(token); i > 0; i--) item = nextValue(document.entries, item);
  return item < document.entries[container + 3]! ? item : null;
}
