import { NAMESPACE, PREFIXED_NAME } from '../rest/iri-patterns.ts';
import { MAX_DEPTH } from '../mapping/json/tape.ts';
import { NOTE_CODES } from '../restore/notes.ts';
import type { Schema } from './openapi-types.ts';
import { count, described, listOf, object, schemaRef, text, uri } from './schema-parts.ts';

/** A token, or a prefixed name. */
const templateObject = { ...text, pattern: `^[$?@]|${PREFIXED_NAME}` };

/** Documents, and what `@semantic` says of them. */
export const DOCUMENT_SCHEMAS: Readonly<Record<string, Schema>> = {
  Document: {
    type: 'object',
    description: `A JSON object with arbitrary keys. Keys that are vocabulary terms are described by the service; other keys are allowed. Objects and arrays stand at most ${MAX_DEPTH} deep in each other.`,
    additionalProperties: true,
  },
  DocumentWithSemantic: {
    type: 'object',
    description: 'A JSON object that carries its data keys and `@semantic`.',
    required: ['@semantic'],
    properties: { '@semantic': schemaRef('SemanticObject') },
    additionalProperties: true,
  },
  SemanticObject: {
    type: 'object',
    properties: {
      '@prefix': {
        type: 'object',
        description: 'Namespace IRI of each prefix; `@base` is the namespace in which entities are minted.',
        additionalProperties: { ...uri, pattern: NAMESPACE },
      },
      '@context': {
        type: 'object',
        description: 'One template per data key, and one per node that a template introduces (`?name`).',
        additionalProperties: schemaRef('Template'),
      },
      '@annotations': {
        type: 'object',
        description: 'Metadata of the data set, by prefixed names.',
        propertyNames: { pattern: PREFIXED_NAME },
        additionalProperties: text,
      },
    },
    additionalProperties: true,
  },
  Template: {
    type: 'object',
    description:
      'Predicates, `a` or prefixed names, with their objects: `$key` is the value of a key, `?name` a node with a template of its own, `@key` an entity, any other string a prefixed name. Each prefix is one of `@prefix` or a registered one. An empty template describes nothing.',
    propertyNames: { pattern: `^a$|${PREFIXED_NAME}` },
    additionalProperties: { anyOf: [templateObject, listOf(templateObject)] },
  },
  EmbeddedDocument: object({ document: schemaRef('DocumentWithSemantic'), report: schemaRef('EmbedReport') }),
  RestoredDocuments: object({ documents: listOf(schemaRef('RestoredDocument')) }),
  RestoredDocument: object({
    document: schemaRef('Document'),
    proof: described(
      { enum: ['value', 'bytes', null] },
      'What the digest of the graph proves to be that of the source; null for nothing.',
    ),
    notes: described(listOf(schemaRef('RestoreNote')), 'What is not known of the document; empty with a proof.'),
  }),
  RestoreNote: object({
    code: described({ enum: [...NOTE_CODES] }, 'Its kind; docs/restore.md explains each.'),
    pointer: described(text, 'JSON Pointer to one of the places, in the restored document.'),
    count: described(count, 'How many places there are.'),
    message: described(text, 'A sentence.'),
  }),
  EmbedReport: object({
    described: described(listOf(text), 'Keys whose entry came from the registry.'),
    undescribed: described(listOf(text), 'Keys written with an empty entry.'),
    notTerms: described(listOf(text), 'Of the undescribed keys, those that are no vocabulary terms.'),
    termsWithoutSemantics: described(listOf(text), 'Of the undescribed keys, terms that have no semantics yet.'),
    undeclaredPrefixes: described(listOf(text), 'Prefixes used by templates but declared by no namespace.'),
  }),
};
