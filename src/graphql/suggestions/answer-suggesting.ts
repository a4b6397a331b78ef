import { HubError } from '../../errors.ts';
import { PROBLEM_CODES, problem, type Problem } from '../../suggestions/suggestion.ts';
import type { TakenSuggestion } from '../../suggestions/suggest-term.ts';

interface SuggestPayload<Shown> {
  readonly receipt: string | null;
  readonly message: string;
  readonly suggestion: Shown | null;
  readonly problems: readonly Problem[];
}

/**
 * What becomes of a suggestion, with its refusal as a problem.
 *
 * @param nameField what the use case calls the argument `name`
 */
export async function answerSuggesting<Proposed, Shown>(
  taking: Promise<TakenSuggestion<Proposed>>,
  nameField: string,
  show: (suggestion: Proposed) => Shown,
): Promise<SuggestPayload<Shown>> {
  try {
    const { receipt, message, suggestion } = await taking;
    return { receipt, message, suggestion: show(suggestion), problems: [] };
  } catch (error) {
    const code = error instanceof HubError ? PROBLEM_CODES.find((known) => known === error.code) : undefined;
    if (!(error instanceof HubError) || code === undefined) throw error;
    const field = error.details.key === nameField ? 'name' : error.details.key;
    const path = ['input', ...(field === undefined ? [] : [field])];
    const { message } = error;
    return { receipt: null, message, suggestion: null, problems: [problem(code, message, path)] };
  }
}
