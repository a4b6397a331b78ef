import type { DocumentNode, ExecutionResult } from 'graphql';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Documents, Output } from '../../documents/documents.ts';
import { HubError } from '../../errors.ts';
import type { BodyBudget } from '../../http/limits/body-budget.ts';
import type { Impacts } from '../../impact/impacts.ts';
import type { Suggestions } from '../../suggestions/suggestions.ts';
import type { ChangeCounts } from '../../vocabulary/versions/change-counts.ts';
import type { VersionChange } from '../../vocabulary/versions/version-news.ts';
import type { Versions } from '../../vocabulary/versions/versions.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import type { Loaders } from './loaders.ts';
import type { RequestCaller } from './request-caller.ts';

/** What the resolvers of one request share. Plain members only: Apollo copies it, and would run getters. */
export interface GraphqlContext {
  readonly documents: Documents;
  /** The vocabulary, the same version for the whole request. @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  /** Has the rest of the request see the vocabulary of this moment: what it changed itself has to show. */
  readonly renewVocabulary: () => void;
  readonly versions: Pick<Versions, 'list' | 'find' | 'range' | 'placeAfter'>;
  /** Reads go through the loaders. */
  readonly suggestions: {
    readonly terms: Pick<Suggestions['terms'], 'suggest' | 'accept' | 'reject' | 'preview'>;
    readonly sources: Pick<Suggestions['sources'], 'suggest' | 'accept' | 'reject'>;
    readonly changes: Pick<Suggestions['changes'], 'suggest' | 'accept' | 'reject'>;
  };
  readonly impacts: Pick<Impacts, 'compare'>;
  /** Null when the hub has none. */
  readonly accounts: Accounts | null;
  /** For administrators alone. */
  readonly webhooks: Webhooks;
  readonly loaders: Loaders;
  /** Tells of new versions until the client is gone or the hub stops. */
  readonly news: (known: string | null) => AsyncGenerator<VersionChange, void, undefined>;
  readonly changeCounts: Pick<ChangeCounts, 'count'>;
  /** @throws HubError `forbidden` when a browser asks on behalf of a page of another site */
  readonly refuseOtherSites: () => void;
  /** Counts one document against the client's allowance. @throws HubError `rate-limited` */
  readonly chargeDocumentRequest: () => Promise<void>;
  /** Counts the cost of a query against the client's allowance. @throws HubError `rate-limited` */
  readonly chargeQuery: (cost: number) => Promise<void>;
  /** Its signal is aborted when the client goes away and when it has its answer. */
  readonly caller: Pick<RequestCaller, 'client' | 'signal'>;
  /** Found again in the log; shown to the client when an error is masked. */
  readonly requestId: string;
  readonly outputs: AnsweredOutputs;
  /** What came of the operation, when it was executed before Apollo saw the request. */
  readonly executed?: ExecutionResult;
  /** Of a request for a stream of events: its subscription is not executed but left here, when it has passed all checks. */
  readonly stream?: { subscription: CheckedSubscription | null };
}

/** A subscription that may be begun. */
export interface CheckedSubscription {
  readonly document: DocumentNode;
  readonly variableValues: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
}

/** The documents of one answer, and what is told of them: bounded together, and freed whether the query selected their text or not. */
export class AnsweredOutputs {
  private readonly opened: Output[] = [];
  private readonly maxBytes: number;
  private readonly budget: BodyBudget;
  private takenBytes = 0;
  private keptBytes = 0;
  private disposed = false;
  private released = false;

  /** The budget is that of all answers: GraphQL cannot stream, so a slow reader holds what it was given in memory. */
  constructor(maxBytes: number, budget: BodyBudget) {
    this.maxBytes = maxBytes;
    this.budget = budget;
  }

  /**
   * Takes over the duty of freeing the output. Call the result for its text: it is read once, however many aliases ask, and counts while it
   * is read; `tell` counts what becomes a part of the answer.
   */
  own(output: Output): () => Promise<string> {
    // GraphQL answers as soon as one field has failed for good; its neighbours may still come with theirs.
    if (this.disposed) output.dispose();
    else this.opened.push(output);
    let text: Promise<string> | undefined;
    return () => (text ??= this.read(output));
  }

  /** Counts a text, or a list of texts, that becomes a part of the answer. @throws HubError `answer-too-large`, `converter-busy` */
  tell<Told>(told: Told): Told {
    if (typeof told === 'string') this.take(Buffer.byteLength(told));
    else if (Array.isArray(told)) for (const one of told) this.tell<unknown>(one);
    return told;
  }

  /** Counts what stays in memory until the answer is out, whether it becomes a part of it or not. @throws HubError `converter-busy` */
  keep(bytes: number): void {
    if (this.released) return;
    this.budget.take(bytes);
    this.keptBytes += bytes;
  }

  private async read(output: Output): Promise<string> {
    this.take(output.size);
    const text = await output.text(this.maxBytes);
    if (!this.released) {
      this.budget.release(output.size);
      this.takenBytes -= output.size;
    }
    return text;
  }

  private take(bytes: number): void {
    // The client left while its document was converted.
    if (this.released) throw new HubError('conversion-failed', 'The client is gone.');
    if (this.takenBytes + bytes > this.maxBytes) {
      throw new HubError(
        'answer-too-large',
        `The documents of this answer, and what it tells of them, have ${this.takenBytes + bytes} bytes together or more; ${this.maxBytes} is the most.`,
        {
          hint: 'Ask for fewer of them in one request. POST /api/semantic, /api/rdf and /api/json-to-rdf stream documents, and maxArrayItems takes a sample.',
        },
      );
    }
    this.budget.take(bytes);
    this.takenBytes += bytes;
  }

  /** Frees the outputs, once the answer is made. */
  dispose(): void {
    this.disposed = true;
    for (const output of this.opened) output.dispose();
  }

  /** Gives the room in the budget back, once the client has the answer or is gone. */
  release(): void {
    this.budget.release(this.takenBytes + this.keptBytes);
    this.takenBytes = 0;
    this.keptBytes = 0;
    this.released = true;
  }
}
