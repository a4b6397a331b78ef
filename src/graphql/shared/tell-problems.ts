import { HubError, type ErrorCode } from '../../errors.ts';

/** Why a mutation is refused. */
interface ToldProblem<Code> {
  readonly code: Code;
  readonly message: string;
  /** The argument at fault, from the outside inwards. */
  readonly path: readonly string[];
}

/** The result of a mutation, or why it is refused. */
export type Told<T, Code> =
  | { readonly done: T; readonly problems: readonly [] }
  | { readonly done: null; readonly problems: readonly ToldProblem<Code>[] };

/** The result of a mutation, or its problems when it is refused with one of these codes. Failures that the input did not cause are thrown. */
export async function tellProblems<T, Code extends ErrorCode>(
  codes: readonly Code[],
  work: () => Promise<T>,
): Promise<Told<T, Code>> {
  try {
    return { done: await work(), problems: [] };
  } catch (error) {
    const code = error instanceof HubError ? codes.find((known) => known === error.code) : undefined;
    if (!(error instanceof HubError) || code === undefined) throw error;
    const { fields } = error.details;
    if (fields === undefined) return { done: null, problems: [{ code, message: error.message, path: ['input'] }] };
    const problems = Object.entries(fields).flatMap(([name, mistakes]) =>
      mistakes.map((message) => ({ code, message, path: ['input', name] })),
    );
    return { done: null, problems };
  }
}
