import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { OperationCost } from './operation-cost.ts';

/** Clients send few different queries; those of somebody who writes a new one each time take no more memory than this. */
const MOST_OPERATIONS = 256;
const MOST_CHARACTERS = 256 * 1024;

/** An operation that was parsed, found valid, and within the limits for queries. */
export interface KnownOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Null when it depends on the variables. */
  readonly cost: OperationCost | null;
}

/** The operations of queries that came before, by the text of the query and the name of the operation, which many queries do without. */
export class KnownQueries {
  readonly #queries = new Map<string, Map<string | undefined, KnownOperation>>();
  #operations = 0;
  #characters = 0;

  find(source: string, operationName: string | undefined): KnownOperation | undefined {
    return this.#queries.get(source)?.get(operationName);
  }

  note(source: string, operationName: string | undefined, operation: KnownOperation): void {
    if (this.find(source, operationName) !== undefined) return;
    if (this.#operations >= MOST_OPERATIONS || this.#characters + source.length > MOST_CHARACTERS) this.#forget();
    let operations = this.#queries.get(source);
    if (operations === undefined) {
      this.#queries.set(source, (operations = new Map()));
      this.#characters += source.length;
    }
    operations.set(operationName, operation);
    this.#operations++;
  }

  #forget(): void {
    this.#queries.clear();
    this.#operations = 0;
    this.#characters = 0;
  }
}
