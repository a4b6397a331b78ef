import { SPELLED_OUT } from '../rdf-terms/literal-form.ts';
import type { RecordScope } from '../records/scopes.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import {
  MAX_ALIKE,
  MAX_MEMBER_BYTES,
  MAX_MEMBER_KEYS,
  MAX_TEMPLATES_BYTES,
  MEMBER_BYTES,
  MIN_COPIES,
} from './limits.ts';
import { citesOf, isKnown, stateOfCited, type MemberCites } from './member-cites.ts';
import { compileMember } from './member-compiler.ts';
import type { MemberTemplate } from './member-template.ts';
import type { RowContext } from './row-context.ts';

/** Scalar members of one key. */
interface MembersOfKey {
  readonly cites: MemberCites;
  /** The one that fitted last comes first. */
  readonly templates: MemberTemplate[];
  /** Members that are walked before one is recorded, and how many that will be next: more behind a recording that brought no copies. */
  toWait: number;
  patience: number;
  /** Copies since a template was made last. */
  copied: number;
}

/**
 * The templates of scalar members of the records of one array, by key: where records have keys that come and go, whole rows are like none
 * before, and their members are. What stands around the array is the same for all records.
 */
export class MemberTemplates {
  private readonly context: RowContext;
  /** By key; null for one whose members are walked. */
  private readonly byKey = new Map<number, MembersOfKey | null>();
  private bytes = 0;

  private constructor(context: RowContext) {
    this.context = context;
  }

  /** Null where a member cannot be told from its plan: where triples are looked up, or nodes are named by what the record holds. */
  static of(context: RowContext): MemberTemplates | null {
    return context.nodes.names !== null || context.mapping.predicatesOverlap ? null : new MemberTemplates(context);
  }

  /** Writes a scalar member of a record as a copy; false leaves it to `write`. */
  copy(scope: RecordScope, plan: KeyPlan, value: number): boolean {
    const { context } = this;
    const ofKey = this.byKey.get(plan.id);
    if (ofKey === undefined || ofKey === null || ofKey.templates.length === 0 || !this.mayCopy(scope, plan))
      return false;
    const { templates } = ofKey;
    const form = context.values.forms.formOf(plan, value);
    for (let i = 0; i < templates.length; i++) {
      const template = templates[i]!;
      if (!template.fits(context, scope, value, form)) continue;
      template.write(context, scope, plan, value, form);
      ofKey.copied++;
      if (i > 0) {
        templates[i] = templates[0]!;
        templates[0] = template;
      }
      return true;
    }
    return false;
  }

  /** Where nothing else is recorded, and it is written as behind others. Of a record that others cite, copies would not tell these. */
  private mayCopy({ element }: RecordScope, { predicate }: KeyPlan): boolean {
    const { writer, recorder } = this.context;
    return recorder.recording === null && writer.continues(predicate) && !element!.plan.isReferenced;
  }

  /**
   * Walks a scalar member of a record, and tries to make a template of it, if it is its turn.
   *
   * @param walk answers the triples that it wrote
   */
  write(scope: RecordScope, plan: KeyPlan, value: number, walk: () => number): void {
    const { context } = this;
    const { nodes, sink, recorder, values } = context;
    const ofKey = this.mayCopy(scope, plan) ? this.ofKey(plan) : null;
    if (
      ofKey === null ||
      ofKey.templates.length === MAX_ALIKE ||
      this.bytes > MAX_TEMPLATES_BYTES ||
      --ofKey.toWait >= 0
    ) {
      walk();
      return;
    }
    const form = values.forms.formOf(plan, value);
    const states = ofKey.cites.keys.map((key) => stateOfCited(context, scope, key));
    if (form === SPELLED_OUT || !states.every(isKnown)) {
      walk();
      return;
    }
    const firstNode = nodes.reserve(0);
    sink.startRecording(MAX_MEMBER_BYTES);
    recorder.start(value, scope.node, firstNode, false);
    const triples = walk();
    const recording = recorder.stop();
    const row = sink.stopRecording();
    const { cites } = ofKey;
    const facts = { scope, plan, value, form, cites, states, triples, firstNode, nodes: nodes.reserve(0) - firstNode };
    const template = row === null || recording === null ? null : compileMember(context, { ...facts, row, recording });
    if (template === null || (ofKey.copied === 0 && ofKey.templates.length > 0)) ofKey.patience *= 2;
    if (template !== null) {
      ofKey.templates.unshift(template);
      ofKey.copied = 0;
      this.bytes += MEMBER_BYTES + row!.bytes.length;
    }
    ofKey.toWait = ofKey.patience;
  }

  private ofKey(plan: KeyPlan): MembersOfKey | null {
    let known = this.byKey.get(plan.id);
    if (known === undefined) {
      if (this.byKey.size === MAX_MEMBER_KEYS) return null;
      const cites = citesOf(plan);
      known = cites === null ? null : { cites, templates: [], toWait: MIN_COPIES, patience: MIN_COPIES, copied: 0 };
      this.byKey.set(plan.id, known);
    }
    return known;
  }
}
