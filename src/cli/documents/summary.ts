import type { FindingCode } from '../../check/finding-codes.ts';
import type { BatchFacts, Work } from './batch.ts';

/** What came of a run, added up batch by batch. */
export class Summary {
  documents = 0;
  failed = 0;
  triples = 0;
  unmapped = 0;
  /** Inputs that were left before their end. */
  unreadInputs = 0;
  readonly #warnings = new Map<FindingCode, number>();
  readonly #startMs = performance.now();

  add(facts: BatchFacts): void {
    this.documents += facts.documents;
    this.failed += facts.failed;
    this.triples += facts.triples;
    this.unmapped += facts.unmapped;
    if (facts.endsInput) this.unreadInputs++;
    for (const [code, count] of Object.entries(facts.warnings) as [FindingCode, number][])
      this.#warnings.set(code, (this.#warnings.get(code) ?? 0) + count);
  }

  get warnings(): number {
    return [...this.#warnings.values()].reduce((sum, count) => sum + count, 0);
  }

  /** One line of JSON, for programs. @param vocabulary IRI of the version that documents were converted with */
  json(vocabulary: string): string {
    const { documents, failed, triples } = this;
    const warnings = Object.fromEntries(this.#warnings);
    return `${JSON.stringify({ documents, failed, triples, warnings, vocabulary })}\n`;
  }

  /** One line: documents, triples, warnings, seconds. */
  describe(work: Work): string {
    const codes = [...this.#warnings].map(([code, count]) => `${code} ${number(count)}`).join(', ');
    const parts = [
      counted(this.documents, 'document'),
      ...(this.failed > 0 ? [`${number(this.failed)} failed`] : []),
      ...(work === 'convert' ? [counted(this.triples, 'triple')] : []),
      `${counted(this.warnings, 'warning')}${codes === '' ? '' : ` (${codes})`}`,
      ...(work === 'convert' ? [] : [`${counted(this.unmapped, 'key')} kept as plain literals`]),
      `${((performance.now() - this.#startMs) / 1000).toFixed(1)} s`,
    ];
    return parts.join(', ');
  }
}

function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function number(count: number): string {
  return count.toLocaleString('en');
}
