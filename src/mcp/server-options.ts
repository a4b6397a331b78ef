import type * as protocol from '@modelcontextprotocol/server';
import type { FailureLog } from '../problem.ts';
import type { ToolBasis, ToolCall } from './tools/tool.ts';

/** The official package, which is loaded when the first agent comes. */
export type Protocol = typeof protocol;

/** Who sends a message, and how it is told in the log. */
export type AgentCaller = Pick<ToolCall, 'caller' | 'signedIn'> & { readonly requestId: string };

export interface ServerOptions {
  readonly basis: ToolBasis;
  readonly release: string;
  /** What says why a call failed by a mistake of the hub, or by what it depends on. */
  readonly log: FailureLog;
  /** Gets each call of a tool when it begins. */
  readonly noteCall?: (call: Promise<unknown>) => void;
}

/** The caller of a message, whose signal is aborted when its answer is not needed any more. */
export type CallerOf = (signal: AbortSignal) => AgentCaller;
