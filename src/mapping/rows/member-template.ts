import { paddedView } from '../../rdf/utf8.ts';
import { bodyOf, warnsOfMismatch, type LiteralForm } from '../rdf-terms/literal-form.ts';
import type { RecordScope } from '../records/scopes.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import { stateOfCited, stateOfInstant, type MemberCites } from './member-cites.ts';
import type { RowContext } from './row-context.ts';
import { writeText } from './write-text.ts';

/** What stands between two pieces of what is written of a member. */
export type MemberSlot =
  | { readonly kind: 'record' | 'own instant' | 'instant of the record' }
  /** A node that the member introduces, by its number among these. */
  | { readonly kind: 'node'; readonly index: number }
  /** A text made of a value: that of the member where the key is null. */
  | { readonly kind: 'literal'; readonly cited: KeyPlan | null; readonly isSafe: boolean }
  | { readonly kind: 'entity'; readonly cited: KeyPlan };

/** Places of nodes in `MemberTemplate.starts`; behind them those of nodes that the member introduces. */
const RECORD = 0;
const OWN_INSTANT = 1;
const INSTANT_OF_RECORD = 2;
const INTRODUCED = 3;

/** What was found of a member whose triples were recorded. */
export interface MemberFacts {
  readonly form: LiteralForm;
  readonly triples: number;
  /** How many it introduces. */
  readonly nodes: number;
  readonly cites: MemberCites;
  /** By cited key. */
  readonly states: readonly number[];
  readonly instantState: number;
  /** Of a value of a time key: its element describes the instant; null for others. */
  readonly isFirst: boolean | null;
  readonly defersInstant: boolean;
  /** Of the bytes of a row, which are not kept. */
  readonly pieces: readonly Uint8Array[];
  readonly slots: readonly MemberSlot[];
}

/**
 * What a writer wrote of one scalar member of a record, as bytes with slots. What is written of a member of the same key in another record
 * differs in nothing but the slots, whichever other keys that record has. It is made anew for each member, where `RowBuffer` keeps the
 * bytes of a row for the next one: rows go on for long, members of a key are far apart.
 */
export class MemberTemplate {
  private readonly facts: Omit<MemberFacts, 'pieces'>;
  private readonly pieces: readonly DataView[];
  /** By place of a node: where its number stands in the chunk at hand, so that it is copied the next time; -1 before. */
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private flushes = 0;

  constructor({ pieces, ...facts }: MemberFacts) {
    this.facts = facts;
    this.pieces = pieces.map(paddedView);
    this.starts = new Int32Array(INTRODUCED + facts.nodes);
    this.ends = new Int32Array(INTRODUCED + facts.nodes);
  }

  /** True where the member's triples are those of the recorded one but for the slots. */
  fits(context: RowContext, scope: RecordScope, value: number, form: LiteralForm): boolean {
    const { facts } = this;
    const { cites, states } = facts;
    if (bodyOf(form) !== bodyOf(facts.form)) return false;
    if (facts.isFirst !== null && context.instants.isFirst(value) !== facts.isFirst) return false;
    if (cites.hasInstant && stateOfInstant(scope) !== facts.instantState) return false;
    for (let i = 0; i < states.length; i++)
      if (stateOfCited(context, scope, cites.keys[i]!) !== states[i]) return false;
    return context.emitter.maxTriples - context.emitter.triples >= facts.triples;
  }

  /** Writes a member that fits. */
  write(context: RowContext, scope: RecordScope, plan: KeyPlan, value: number, form: LiteralForm): void {
    const { facts, pieces } = this;
    const { sink, nodes, instants, emitter, writer, entityCopier } = context;
    const { slots } = facts;
    const firstNode = nodes.reserve(facts.nodes);
    this.starts.fill(-1);
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!;
      sink.padded(pieces[i]!);
      switch (slot.kind) {
        case 'record':
          this.writeNumber(context, RECORD, scope.node.id);
          break;
        case 'own instant':
          this.writeNumber(context, OWN_INSTANT, instants.numberAt(value));
          break;
        case 'instant of the record':
          this.writeNumber(context, INSTANT_OF_RECORD, instants.numberAt(scope.time.own));
          break;
        case 'node':
          this.writeNumber(context, INTRODUCED + slot.index, firstNode + slot.index);
          break;
        case 'entity':
          entityCopier.write(slot.cited, scope.find(slot.cited.id));
          break;
        default:
          if (slot.cited === null) this.writeLiteral(context, plan, value, form, slot.isSafe);
          else {
            const cited = scope.find(slot.cited.id);
            this.writeLiteral(context, slot.cited, cited, context.values.forms.formOf(slot.cited, cited), slot.isSafe);
          }
      }
    }
    sink.padded(pieces[slots.length]!);
    emitter.triples += facts.triples;
    writer.noteCopied(plan.predicate);
    if (facts.defersInstant) context.deferred.addInstant(plan, value);
  }

  private writeLiteral(context: RowContext, plan: KeyPlan, value: number, form: LiteralForm, isSafe: boolean): void {
    if (warnsOfMismatch(form)) context.values.warnOfMismatch(plan, value);
    writeText(context, plan, value, form, isSafe);
  }

  private writeNumber({ sink }: RowContext, place: number, number: number): void {
    const { starts, ends } = this;
    sink.makeRoom(16);
    if (sink.flushes !== this.flushes) {
      starts.fill(-1);
      this.flushes = sink.flushes;
    }
    if (starts[place]! >= 0) return sink.repeat(starts[place]!, ends[place]!);
    starts[place] = sink.at;
    sink.integer(number);
    ends[place] = sink.at;
  }
}
