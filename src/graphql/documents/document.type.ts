import { ArgsType, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { RdfFormat } from '../../rdf/write/format.ts';
import type { Grade } from '../../restore/digest.ts';
import { MAX_LISTED } from '../request/limits.ts';
import { WARNING_CODES, type WarningCode } from '../../mapping/records/warnings.ts';
import { BASE_DESCRIPTION, MappingArgs } from './mapping-args.ts';

export const DOCUMENT_DESCRIPTION =
  'The JSON document as text, not as a GraphQL value, so that its numbers keep every digit and its members their order.';

export const SOURCE_DESCRIPTION =
  'The source of the document, a name of `sources`, whose keys are described as the source means them; `auto` takes the one whose keys fit clearly best, and none when in doubt.';
export const RESTRUCTURE_DESCRIPTION =
  'With a source: whether keys are replaced by their paths, so that each means one thing; else only keys are described whose names alone decide.';

export const SemanticsSource = { BLOCK: 'block', REGISTRY: 'registry' } as const;
export type SemanticsSource = (typeof SemanticsSource)[keyof typeof SemanticsSource];
registerEnumType(SemanticsSource, {
  name: 'SemanticsSource',
  description: 'Where a conversion takes the meaning of the keys from.',
  valuesConfig: {
    BLOCK: { description: 'From the `@semantic` block that the document carries, as POST /api/rdf does.' },
    REGISTRY: {
      description: 'From the registry: every key has to be a vocabulary term, as for POST /api/json-to-rdf.',
    },
  },
});

export const RdfFormatName = {
  TURTLE: 'ttl',
  N_TRIPLES: 'nt',
  RDF_XML: 'rdf',
  JSON_LD: 'jsonld',
} as const satisfies Record<string, RdfFormat>;
registerEnumType(RdfFormatName, {
  name: 'RdfFormat',
  description: 'A way to write RDF down; the graph is the same in each.',
  valuesConfig: {
    TURTLE: { description: 'Turtle, `text/turtle`: compact and made for reading.' },
    N_TRIPLES: { description: 'N-Triples, `application/n-triples`: one triple a line.' },
    RDF_XML: { description: 'RDF/XML, `application/rdf+xml`: for tools that read XML.' },
    JSON_LD: { description: 'JSON-LD, `application/ld+json`: for tools that read JSON.' },
  },
});

const WARNING_DESCRIPTIONS: Readonly<Record<WarningCode, string>> = {
  'deprecated-term': 'A key is a vocabulary term that is deprecated; the message names the term that takes its place.',
  'nested-array': 'An array inside an array was flattened, and its items align with nothing.',
  'unresolved-token': 'A token of a template names an array of another length, so that triple was left out.',
  'undefined-node': 'A template names a node that the block does not describe, so the node stays bare.',
  'reserved-key': 'A key that begins with `?` cannot be told from a node and was kept as a plain literal.',
  'axis-length-mismatch': 'An array is not as long as the time axis beside it, so its values were not aligned.',
  'ambiguous-time': 'A record has a second time axis or timestamp; the first counts.',
  'datatype-mismatch': 'A value does not fit the datatype of its term and was kept with the datatype that it shows.',
  'out-of-range': 'A number is outside of the range of its term and was kept as it is.',
  'unit-mismatch': 'The name of a key, or a text beside its value, says another unit than its template.',
  'unit-not-converted': 'Values that were wanted in another unit stay in theirs.',
  'unit-rounded': 'Values have no end as decimals in the unit that was asked for and were rounded.',
  'lone-surrogate': 'Half of a surrogate pair was replaced by U+FFFD.',
  'xml-character': 'A character that XML 1.0 cannot hold was replaced by U+FFFD.',
};

export const enumName = (code: string): string => code.toUpperCase().replaceAll('-', '_');
const WarningCodeName = Object.fromEntries(WARNING_CODES.map((code) => [enumName(code), code]));
registerEnumType(WarningCodeName, {
  name: 'WarningCode',
  description: 'The kinds of loss or doubt that a conversion reports.',
  valuesConfig: Object.fromEntries(
    WARNING_CODES.map((code) => [enumName(code), { description: WARNING_DESCRIPTIONS[code] }]),
  ),
});

@ArgsType()
export class EmbedDocumentArgs {
  @Field(() => String, { description: `${DOCUMENT_DESCRIPTION} At most 10 MiB of UTF-8.` })
  document!: string;

  @Field(() => String, { nullable: true, description: BASE_DESCRIPTION })
  base?: string | null;

  @Field(() => String, { nullable: true, description: SOURCE_DESCRIPTION })
  source?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: true, description: RESTRUCTURE_DESCRIPTION })
  restructure!: boolean | null;
}

export const ProofName = { VALUE: 'value', BYTES: 'bytes' } as const satisfies Record<string, Grade>;
registerEnumType(ProofName, {
  name: 'DocumentProof',
  description: 'What of a document is kept beside its graph, and proved when it is restored.',
  valuesConfig: {
    VALUE: { description: 'The JSON value, with the order of keys and the digits of numbers.' },
    BYTES: { description: 'Every byte.' },
  },
});

@ArgsType()
export class ConvertDocumentArgs extends MappingArgs {
  @Field(() => String, { description: `${DOCUMENT_DESCRIPTION} At most 5 MiB of UTF-8.` })
  document!: string;

  @Field(() => SemanticsSource, {
    nullable: true,
    defaultValue: SemanticsSource.BLOCK,
    description: 'Where the meaning of the keys comes from.',
  })
  semantics!: SemanticsSource | null;

  @Field(() => RdfFormatName, {
    nullable: true,
    defaultValue: RdfFormatName.TURTLE,
    description: 'How the RDF is written.',
  })
  format!: RdfFormat | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether anonymous nodes get stable IRIs, so that the graphs of several documents merge.',
  })
  skolemize!: boolean | null;

  @Field(() => ProofName, {
    nullable: true,
    description:
      'What the root says to lead back to the document with `restoreDocuments`: to its JSON value or to its bytes; nothing when it is left out.',
  })
  residue?: Grade | null;

  @Field(() => String, {
    nullable: true,
    description: `${SOURCE_DESCRIPTION} Only with \`semantics: REGISTRY\`; then keys that it does not know become plain literals.`,
  })
  source?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: true, description: RESTRUCTURE_DESCRIPTION })
  restructure!: boolean | null;
}

@ObjectType('EmbedReport', {
  description: 'What became of the keys of a document; each list is in order of first appearance.',
})
export class EmbedReportType {
  @Field(() => [String], { description: 'Keys whose entry came from the registry.' })
  described!: readonly string[];

  @Field(() => [String], { description: 'Keys written with an empty entry, to be described by hand.' })
  undescribed!: readonly string[];

  @Field(() => [String], { description: 'Of the undescribed keys, those that are not vocabulary terms.' })
  notTerms!: readonly string[];

  @Field(() => [String], { description: 'Of the undescribed keys, vocabulary terms that have no semantics yet.' })
  termsWithoutSemantics!: readonly string[];

  @Field(() => [String], { description: 'Prefixes that templates use and no namespace declares.' })
  undeclaredPrefixes!: readonly string[];

  @Field(() => Int, { description: `How many entries the lists would have besides: each has ${MAX_LISTED} at most.` })
  omitted!: number;
}

@ObjectType('EmbeddedDocument', { description: 'A document with its `@semantic` block, and what the block covers.' })
export class EmbeddedDocumentType {
  @Field(() => String, {
    description: 'The document as text with `@semantic` as its first member, every other byte as it was given.',
  })
  document!: string;

  @Field(() => EmbedReportType, { description: 'Which keys were described and which were not.' })
  report!: EmbedReportType;

  @Field(() => Int, { description: 'How many keys took their template from the registry.' })
  describedCount!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The source that described the document; null when none was asked for or found.',
  })
  source!: string | null;

  @Field(() => Boolean, { description: 'Whether keys were replaced by their paths.' })
  isRestructured!: boolean;
}

@ObjectType('Warning', { description: 'One kind of loss or doubt at one key of a converted document.' })
export class WarningType {
  @Field(() => WarningCodeName, { description: 'The kind.' })
  code!: WarningCode;

  @Field(() => String, { description: 'The key, or the node with its `?`.' })
  key!: string;

  @Field(() => String, { description: 'JSON Pointer (RFC 6901) to the first place in the document.' })
  pointer!: string;

  @Field(() => Int, { description: 'How often it occurred.' })
  count!: number;

  @Field(() => String, { description: 'What it means and what to do, in a sentence.' })
  message!: string;
}

@ObjectType('ConvertedDocument', { description: 'The RDF of a document, and what was lost or doubtful on the way.' })
export class ConvertedDocumentType {
  @Field(() => String, { description: 'The RDF as text, in the format asked for.' })
  rdf!: string;

  @Field(() => String, { description: 'The media type of the RDF.' })
  mediaType!: string;

  @Field(() => Int, { description: 'How many distinct triples the graph has.' })
  triples!: number;

  @Field(() => Int, {
    description: 'How many keys took their template from the registry; 0 when the block gave the meaning.',
  })
  describedCount!: number;

  @Field(() => [String], { description: 'Keys kept as plain literals, in order of first appearance.' })
  unmapped!: readonly string[];

  @Field(() => Int, { description: 'How many warnings were raised: the sum of the counts.' })
  warningCount!: number;

  @Field(() => [WarningType], { description: 'Every kind of warning at every key.' })
  warnings!: readonly WarningType[];

  @Field(() => Int, {
    description: `How many entries \`unmapped\` and \`warnings\` would have besides: each has ${MAX_LISTED} at most.`,
  })
  omitted!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The source that described the document; null when none was asked for or found.',
  })
  source!: string | null;

  @Field(() => Boolean, { description: 'Whether keys were replaced by their paths.' })
  isRestructured!: boolean;
}
