import { z } from 'zod';
import type { SignedIn } from '../../accounts/administrators.ts';
import type { Documents } from '../../documents/documents.ts';
import type { Queries } from '../../queries/queries.ts';
import type { Caller } from '../../streaming/fair-semaphore.ts';
import type { Suggestions } from '../../suggestions/suggestions.ts';
import type { Versions } from '../../vocabulary/versions/versions.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';

/** The use cases that tools call; those that are null have no tool. */
export interface ToolBasis {
  /** The vocabulary of this moment. @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  readonly documents: Documents;
  readonly queries: Pick<Queries, 'run'> | null;
  readonly versions: Pick<Versions, 'range' | 'compare' | 'list' | 'get'> | null;
  readonly suggestions: Pick<Suggestions['terms'], 'suggest'> | null;
  /** The address that the vocabulary belongs to, without a slash at its end. */
  readonly baseUrl: string;
  /** Whether a hub answers there; else results have no links. */
  readonly hasHub: boolean;
}

/** One call of a tool. */
export interface ToolCall extends ToolBasis {
  /** The vocabulary when the call began. */
  readonly current: Vocabulary;
  readonly caller: Caller;
  /** Who is signed in; null where nobody has to be. */
  readonly signedIn: SignedIn | null;
}

const linkSchema = z.object({
  title: z.string(),
  method: z.enum(['GET', 'POST']),
  href: z.string(),
});

/** Where more of a result is. */
export type ToolLink = z.infer<typeof linkSchema>;

export const linksSchema = z
  .array(linkSchema)
  .describe(
    'Where more is: addresses of the hub; none without a hub. One of POST takes the same document as its body.',
  );

/** A tool as agents see it. Every result has `vocabulary`, the version that it was made with, besides what `output` says. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** It saves something, and only for those who are signed in. */
  readonly isForSignedIn?: boolean;
  /** Whether these use cases suffice. */
  readonly isPossible?: (basis: ToolBasis) => boolean;
  call(args: z.infer<Input>, call: ToolCall): Promise<z.infer<Output>>;
}

/** A tool, with its types checked against each other. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): Tool {
  // What the schema has let through is of its type.
  return tool as unknown as Tool;
}
