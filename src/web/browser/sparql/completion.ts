import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { PrefixedNames } from '../../../rdf/prefixed-names.ts';
import type { SparqlFacts } from '../../parts/sparql-facts.ts';
import { rootOfHub } from '../page/root.ts';

const KEYWORDS =
  'SELECT DISTINCT WHERE CONSTRUCT DESCRIBE ASK PREFIX OPTIONAL UNION FILTER BIND VALUES MINUS GRAPH GROUP BY ORDER HAVING LIMIT OFFSET COUNT SUM AVG MIN MAX SAMPLE GROUP_CONCAT LANG STR REGEX CONTAINS STRSTARTS EXISTS NOT AS DESC';

/** A term, as `GET /api/parameters?whole=true` lists it. */
interface ListedTerm {
  readonly parameter: string;
  readonly description: string;
}

/** Completes prefixes, properties and classes of the vocabulary, its terms, the query's variables and the words of SPARQL. */
export function completeSparql(facts: SparqlFacts): CompletionSource {
  const known = knownNames(facts);
  let terms: Promise<readonly Completion[]> | null = null;
  return async (context) => {
    const variable = context.matchBefore(/[?$]\w*/);
    if (variable !== null) return variables(context, variable.from);
    const word = context.matchBefore(/[A-Za-z][\w.%-]*(?::[\w.%-]*)?/);
    if ((word === null && !context.explicit) || isInText(context)) return null;
    // They are asked for when somebody writes, once.
    terms ??= readTerms(facts.prefixes).catch(() => {
      // The rest is completed without them, and they are asked for again.
      terms = null;
      return [];
    });
    return {
      from: word?.from ?? context.pos,
      options: [...known, ...(await terms)],
      validFor: /^[A-Za-z][\w.%-]*(?::[\w.%-]*)?$/,
    };
  };
}

/** True inside of a string, a comment or an IRI. */
function isInText(context: CompletionContext): boolean {
  const { name } = syntaxTree(context.state).resolveInner(context.pos, -1);
  return name === 'string' || name === 'comment' || context.matchBefore(/<[^<>\s]*/) !== null;
}

function variables(context: CompletionContext, from: number): CompletionResult {
  const written = context.state.doc.toString().match(/[?$]\w+/g) ?? [];
  const here = context.state.sliceDoc(from, context.pos);
  const labels = [...new Set(written)].filter((name) => name !== here);
  return { from, options: labels.map((label) => ({ label, type: 'variable' })), validFor: /^[?$]\w*$/ };
}

function knownNames({ prefixes, properties, classes }: SparqlFacts): Completion[] {
  const names = new PrefixedNames(Object.entries(prefixes).map(([prefix, namespace]) => ({ prefix, namespace })));
  const named = (iris: readonly string[], type: string): Completion[] =>
    iris.flatMap((iri, place) => {
      const label = names.find(iri);
      // The most frequent first, where what was written fits several.
      return label === null ? [] : [{ label, type, boost: 20 - place / 4, apply: applyName(prefixes) }];
    });
  return [
    ...named(properties, 'property'),
    ...named(classes, 'class'),
    ...Object.entries(prefixes).map(([prefix, namespace]) => ({
      label: `${prefix}:`,
      type: 'namespace',
      detail: namespace,
      apply: applyPrefix(namespace),
    })),
    ...KEYWORDS.split(' ').map((label) => ({ label, type: 'keyword' })),
  ];
}

async function readTerms(prefixes: SparqlFacts['prefixes']): Promise<readonly Completion[]> {
  const root = rootOfHub();
  const response = await fetch(new URL(`${root}api/parameters?whole=true`, location.href));
  if (!response.ok) throw new Error(`The hub answered ${response.status}`);
  const { data } = (await response.json()) as { readonly data: readonly ListedTerm[] };
  return data.map(({ parameter, description }) => ({
    label: `vocab:${parameter}`,
    type: 'constant',
    info: description,
    apply: applyName(prefixes),
  }));
}

/** Writes a prefixed name, and declares its prefix where the query does not. */
function applyName(prefixes: SparqlFacts['prefixes']) {
  return (view: EditorView, { label }: Completion, from: number, to: number): void => {
    const prefix = label.slice(0, label.indexOf(':'));
    const changes = [{ from, to, insert: label }];
    if (!declares(view, prefix))
      changes.unshift({ from: 0, to: 0, insert: `PREFIX ${prefix}: <${prefixes[prefix]!}>\n` });
    const added = changes.length === 1 ? 0 : changes[0]!.insert.length;
    view.dispatch({ changes, selection: { anchor: from + label.length + added }, userEvent: 'input.complete' });
  };
}

/** Writes a prefix; after PREFIX with its namespace. */
function applyPrefix(namespace: string) {
  return (view: EditorView, { label }: Completion, from: number, to: number): void => {
    const isDeclaration = /\bprefix\s+$/i.test(view.state.sliceDoc(Math.max(0, from - 20), from));
    if (isDeclaration) {
      const insert = `${label} <${namespace}>`;
      view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
      return;
    }
    const declaration = declares(view, label.slice(0, -1)) ? '' : `PREFIX ${label} <${namespace}>\n`;
    const changes = [{ from, to, insert: label }];
    if (declaration !== '') changes.unshift({ from: 0, to: 0, insert: declaration });
    view.dispatch({ changes, selection: { anchor: from + declaration.length + label.length } });
  };
}

function declares(view: EditorView, prefix: string): boolean {
  const text = view.state.doc.toString();
  return [...text.matchAll(/\bprefix\s+([\w.-]*):/gi)].some(([, declared]) => declared === prefix);
}
