import {
  GraphQLError,
  Kind,
  visit,
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

const KIBIBYTE = 1024;

/**
 * Bytes of one GraphQL request: a document of 10 MiB whose every second character is escaped in the variables, and the query.
 * A second document of that size goes into a request of its own.
 */
export const MAX_REQUEST_BYTES = 20 * KIBIBYTE * KIBIBYTE + 64 * KIBIBYTE;
/** A request up to this size is free; a larger one can only be about a document, and is charged as one before it is read. */
export const MAX_FREE_REQUEST_BYTES = 64 * KIBIBYTE;
/** Values and members in the JSON of a request: 20 MiB of `{},` would take half a gigabyte of memory. */
export const MAX_REQUEST_VALUES = 20_000;
/** Characters of the query itself; documents belong into the variables. */
export const MAX_QUERY_CHARACTERS = 32 * KIBIBYTE;
/** Tokens of the query: bounds the parser, every rule of validation, and what the limits below have to look at. */
export const MAX_QUERY_TOKENS = 1000;
/** Fields in fields. The hub's own types nest 5 deep, the introspection query that GraphiQL sends 15. */
const MAX_DEPTH = 16;
/** Aliases in the whole query. */
export const MAX_ALIASES = 30;
/** Fields of the operation itself, fragments included. */
export const MAX_ROOT_FIELDS = 30;
/** Selections with every fragment written out. */
export const MAX_RECURSIVE_SELECTIONS = 2000;
/** Queries that cost less are as cheap as a read of REST, and are not counted. */
export const FREE_COST = 500;
/** What a list of terms costs besides its items: all terms are looked at, however short it is. */
export const LIST_COST = 100;
/** What it costs to search a text, to correct its words, and to find the terms that a key may stand for: milliseconds, at worst. */
export const SEARCH_COST = 1000;
export const MENDING_COST = 1000;
export const SUGGESTION_COST = 500;
/** What it costs to save a suggestion, to have one reviewed, which is to check the whole vocabulary, and to rank missing terms. */
export const SAVING_COST = 5_000;
export const REVIEW_COST = 25_000;
export const RANKING_COST = 5_000;
/** What it costs to hash or to check a password, or to send a mail: four in one request. */
export const PASSWORD_COST = 14_500;
/** Keys that suggestions are made for at a time. */
export const MAX_SUGGESTED_KEYS = 100;
/** How long a query is kept that a client sent with its hash, and what all of them take where the hub keeps them for itself. */
export const PERSISTED_SECONDS = 3600;
export const MAX_PERSISTED_BYTES = 4 * KIBIBYTE * KIBIBYTE;
/** Streams of events that one client, and all together, may have open: each is a connection. */
export const MAX_STREAMS_PER_CLIENT = 10;
export const MAX_STREAMS = 1_000;
/** Mistakes of a query that are looked for. */
export const MAX_VALIDATION_ERRORS = 5;
/** Errors in one answer; a query can be wrong in more places than anybody reads. */
export const MAX_ERRORS = 20;
/** Characters of one message: GraphQL quotes the value that it refuses, and that may be a document. */
export const MAX_MESSAGE_CHARACTERS = 1000;
/**
 * Entries of each list that tells what became of a document, and notes on all documents of a graph together: each is a value that GraphQL
 * completes on the answering thread.
 */
export const MAX_LISTED = 1000;
/** Documents that are restored of one graph, for the same reason. */
export const MAX_RESTORED = 10_000;
/** Bytes of the documents in one answer, all together: what is larger streams over REST. */
export const MAX_ANSWER_BYTES = 32 * KIBIBYTE * KIBIBYTE;
/** Bytes of the documents in all answers that clients are still reading. */
export const MAX_HELD_ANSWER_BYTES = 8 * MAX_ANSWER_BYTES;

/** The error for a request beyond one of these limits; 400 before anything is resolved. */
export function limitError(limit: string, most: number, found: number): GraphQLError {
  return new GraphQLError(`The request has ${limit} ${found}; at most ${most} are answered.`, {
    extensions: { code: 'QUERY_LIMIT_EXCEEDED', limit, most, http: { status: 400 } },
  });
}

interface Shape {
  readonly depth: number;
  readonly rootFields: number;
}

/**
 * Validation rule: refuses a query that is too deep, has too many aliases, or too many fields at its root. Apollo runs it when
 * the rules of GraphQL have passed, whose work the limit of tokens bounds.
 */
export function queryShapeRule(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      const { depth, rootFields } = measureShape(document);
      const aliases = countAliases(document);
      if (depth > MAX_DEPTH) context.reportError(limitError('depth', MAX_DEPTH, depth));
      if (rootFields > MAX_ROOT_FIELDS) context.reportError(limitError('root fields', MAX_ROOT_FIELDS, rootFields));
      if (aliases > MAX_ALIASES) context.reportError(limitError('aliases', MAX_ALIASES, aliases));
    },
  };
}

function countAliases(document: DocumentNode): number {
  let aliases = 0;
  visit(document, {
    Field(node) {
      if (node.alias !== undefined) aliases++;
    },
  });
  return aliases;
}

/** The deepest and widest operation of the document. Fragments count where they are spread; each is measured once, a circle ends. */
function measureShape(document: DocumentNode): Shape {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const measured = new Map<string, Shape>();
  const empty: Shape = { depth: 0, rootFields: 0 };

  function measure(selectionSet: SelectionSetNode): Shape {
    let depth = 0;
    let rootFields = 0;
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FIELD) {
        rootFields++;
        depth = Math.max(depth, 1 + (selection.selectionSet === undefined ? 0 : measure(selection.selectionSet).depth));
      } else {
        const inner =
          selection.kind === Kind.INLINE_FRAGMENT
            ? measure(selection.selectionSet)
            : measureFragment(selection.name.value);
        depth = Math.max(depth, inner.depth);
        rootFields += inner.rootFields;
      }
    }
    return { depth, rootFields };
  }

  function measureFragment(name: string): Shape {
    const known = measured.get(name);
    if (known !== undefined) return known;
    measured.set(name, empty);
    const fragment = fragments.get(name);
    const shape = fragment === undefined ? empty : measure(fragment.selectionSet);
    measured.set(name, shape);
    return shape;
  }

  let depth = 0;
  let rootFields = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const shape = measure(definition.selectionSet);
    depth = Math.max(depth, shape.depth);
    rootFields = Math.max(rootFields, shape.rootFields);
  }
  return { depth, rootFields };
}
