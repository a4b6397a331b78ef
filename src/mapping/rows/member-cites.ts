import { ESCAPED, NULL, OBJECT, STRING } from '../json/tape-entry.ts';
import { bodyOf, SPELLED_OUT } from '../rdf-terms/literal-form.ts';
import type { RecordScope } from '../records/scopes.ts';
import type { CompiledTemplate, KeyPlan } from '../semantic/mapping.ts';
import type { RowContext } from './row-context.ts';

/** What a record has of a cited key, where that is no scalar, whose state is the body of its form. */
const ABSENT = -3;
const NOTHING = -4;
/** Members that cite it are walked. */
const UNKNOWN = -5;

/** What the triples of a scalar member are made of besides its value. */
export interface MemberCites {
  /** Other keys that its template cites. */
  readonly keys: readonly number[];
  /** It cites the instant of the record. */
  readonly hasInstant: boolean;
}

/** What the triples of scalar members of a key are made of; null where that is not known from the plan. */
export function citesOf(plan: KeyPlan): MemberCites | null {
  // What entities say depends on what was said of them before.
  if (plan.isReserved || (plan.isEntity && plan.template !== null)) return null;
  const tokens = { keys: new Set<number>(), hasInstant: false };
  if (plan.template !== null && !collectTokens(plan.template, tokens)) return null;
  tokens.keys.delete(plan.id);
  return { keys: [...tokens.keys], hasInstant: tokens.hasInstant };
}

/** False for a template of which a part is shared with others, or compared. */
function collectTokens({ groups }: CompiledTemplate, tokens: { keys: Set<number>; hasInstant: boolean }): boolean {
  return groups.every(
    ({ objects, needsDeduplication }) =>
      !needsDeduplication &&
      objects.every((object) => {
        if (object.kind === 'value' || object.kind === 'entity') tokens.keys.add(object.key);
        else if (object.kind === 'instant') tokens.hasInstant = true;
        else if (object.kind === 'node') {
          const { isReferencedOnce, template } = object.node;
          return isReferencedOnce && template !== null && collectTokens(template, tokens);
        }
        return true;
      }),
  );
}

/** What a record has of a key that a member cites: the same number where the member's triples differ in no more than texts. */
export function stateOfCited({ document, mapping, values }: RowContext, scope: RecordScope, key: number): number {
  const value = scope.find(key);
  if (value < 0) return ABSENT;
  const kind = document.kindOf(value);
  if (kind === NULL) return NOTHING;
  if (kind >= OBJECT) return UNKNOWN;
  const plan = mapping.plans.of(key);
  if (plan.isEntity && kind === STRING && (document.entries[value + 3]! & ESCAPED) !== 0) return UNKNOWN;
  const form = values.forms.formOf(plan, value);
  return form === SPELLED_OUT ? UNKNOWN : bodyOf(form);
}

/** True where members that cite the key may be copied. */
export function isKnown(state: number): boolean {
  return state !== UNKNOWN;
}

/** The same for the instant of a record: the key that it is found by, as those of some keys are entities. */
export function stateOfInstant({ time }: RecordScope): number {
  return (time.ownKey + 1) * 2 + (time.axis >= 0 ? 1 : 0);
}
