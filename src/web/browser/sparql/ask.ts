import { NO_ANSWER } from '../page/no-answer.ts';
import { SHORT_ADDRESS, requestFor } from './request.ts';
import type { BoundTerm } from '../../../rdf/rows.ts';

/** A table, as SPARQL 1.1 Query Results JSON has it. */
export interface Table {
  readonly variables: readonly string[];
  readonly rows: ReadonlyArray<Readonly<Record<string, BoundTerm>>>;
}

/** Why a query was not answered. */
export interface Refusal {
  readonly message: string;
  /** Where a page explains it; null when there is none. */
  readonly problem: string | null;
  /** Where in the query, from 1; null when the whole query is meant. */
  readonly place: { readonly line: number; readonly column: number } | null;
}

export type Answer =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'graph'; readonly turtle: string }
  | { readonly kind: 'refusal'; readonly refusal: Refusal };

/** Tables and truths as JSON, graphs as Turtle. */
const ACCEPT = 'application/sparql-results+json, text/turtle;q=0.9';

/** What the hub answers to a query; null when the asking was stopped. A failure is an answer, too. */
export async function ask(query: string, signal: AbortSignal): Promise<Answer | null> {
  try {
    return await readAnswer(await send(query, ACCEPT, signal));
  } catch {
    return signal.aborted ? null : refused(NO_ANSWER);
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  if (!response.ok) return { kind: 'refusal', refusal: readRefusal(text, response.status) };
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return { kind: 'graph', turtle: text };
  const { head, results, boolean } = JSON.parse(text) as SparqlJson;
  if (boolean !== undefined) return { kind: 'boolean', value: boolean };
  return { kind: 'table', table: { variables: head.vars ?? [], rows: results?.bindings ?? [] } };
}

/** The answer in a format, as a file. @throws Error for people, for what the hub refuses, too */
export async function askFor(query: string, mediaType: string): Promise<Blob> {
  const response = await send(query, mediaType, null);
  if (!response.ok) throw new Error(readRefusal(await response.text(), response.status).message);
  return response.blob();
}

interface SparqlJson {
  readonly head: { readonly vars?: readonly string[] };
  readonly results?: { readonly bindings: Table['rows'] };
  readonly boolean?: boolean;
}

/** @throws Error for people when the hub cannot be reached */
async function send(query: string, accept: string, signal: AbortSignal | null): Promise<Response> {
  const { method, url, headers, body } = requestFor(query, accept, SHORT_ADDRESS);
  try {
    return await fetch(url, { method, headers: headers.map(([name, value]) => [name, value]), body, signal });
  } catch {
    throw new Error(NO_ANSWER);
  }
}

function refused(message: string): Answer {
  return { kind: 'refusal', refusal: { message, problem: null, place: null } };
}

function readRefusal(text: string, status: number): Refusal {
  try {
    const { error, type, line, column } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return {
      message: typeof error === 'string' ? error : `The hub answered ${status}.`,
      problem: typeof type === 'string' ? (/\/(problems\/[\w-]+)$/.exec(type)?.[1] ?? null) : null,
      place: typeof line === 'number' && typeof column === 'number' ? { line, column } : null,
    };
  } catch {
    return { message: `The hub answered ${status}.`, problem: null, place: null };
  }
}
