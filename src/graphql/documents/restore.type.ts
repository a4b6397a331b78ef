import { ArgsType, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { RdfFormat } from '../../rdf/write/format.ts';
import type { Grade } from '../../restore/digest.ts';
import { NOTE_CODES, NOTE_SENTENCES, type NoteCode } from '../../restore/notes.ts';
import { MAX_LISTED } from '../request/limits.ts';
import { enumName, ProofName, RdfFormatName } from './document.type.ts';
import { BASE_DESCRIPTION } from './mapping-args.ts';

const NoteCodeName = Object.fromEntries(NOTE_CODES.map((code) => [enumName(code), code]));
registerEnumType(NoteCodeName, {
  name: 'RestoreNoteCode',
  description: 'The kinds of things that a graph does not tell of its document.',
  valuesConfig: Object.fromEntries(NOTE_CODES.map((code) => [enumName(code), { description: NOTE_SENTENCES[code] }])),
});

@ArgsType()
export class RestoreDocumentsArgs {
  @Field(() => String, { description: 'The graph as text, in the format of `format`. At most 10 MiB of UTF-8.' })
  graph!: string;

  @Field(() => RdfFormatName, {
    nullable: true,
    defaultValue: RdfFormatName.TURTLE,
    description: 'How the graph is written.',
  })
  format!: RdfFormat | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The `@semantic` object of the documents, as JSON text, where they had one of their own and the graph has no residue.',
  })
  semantic?: string | null;

  @Field(() => String, { nullable: true, description: `${BASE_DESCRIPTION} When left out, it is found in the graph.` })
  base?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether documents are taken whose digest differs, because a store has rewritten numbers.',
  })
  byValue!: boolean | null;
}

@ObjectType('RestoreNote', { description: 'One thing that is not known of a restored document.' })
export class RestoreNoteType {
  @Field(() => NoteCodeName, { description: 'The kind.' })
  code!: NoteCode;

  @Field(() => String, { description: 'JSON Pointer (RFC 6901) to one of the places, in the restored document.' })
  pointer!: string;

  @Field(() => Int, { description: 'How many places there are.' })
  count!: number;

  @Field(() => String, { description: 'What is not known, in a sentence.' })
  message!: string;
}

@ObjectType('RestoredDocument', { description: 'A document that was restored from a graph, and what is known of it.' })
export class RestoredDocumentType {
  @Field(() => String, {
    description: 'The JSON document as text, so that its numbers keep every digit and its members their order.',
  })
  document!: string;

  @Field(() => ProofName, {
    nullable: true,
    description: 'What the digest of the graph proves to be that of the source; null for nothing.',
  })
  proof!: Grade | null;

  @Field(() => [RestoreNoteType], { description: 'What is not known of the document; empty with a proof.' })
  notes!: readonly RestoreNoteType[];

  @Field(() => Int, {
    description: `How many notes it would have besides: the documents of a graph have ${MAX_LISTED} together at most.`,
  })
  omitted!: number;
}
