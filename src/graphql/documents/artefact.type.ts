import { ArgsType, Field, ObjectType, registerEnumType } from 'type-graphql';
import {
  ARTEFACT_KINDS,
  ARTEFACT_LEVELS,
  RML_DIALECTS,
  type ArtefactKind,
  type ArtefactLevel,
  type RmlDialect,
} from '../../artefacts/artefact.ts';

const enumName = (name: string): string => name.toUpperCase().replaceAll('-', '_');

const KIND_DESCRIPTIONS: Readonly<Record<ArtefactKind, string>> = {
  'json-schema': 'A JSON Schema of the documents, draft 2020-12.',
  typescript: 'Types of the documents for TypeScript.',
  python: 'Models of the documents for Python: pydantic 2, and typed dictionaries.',
  openapi: 'Schemas of the documents as components of OpenAPI 3.1.',
  shacl: 'SHACL shapes of the graphs of the documents.',
  jsonld: 'A frame of JSON-LD with its context, which makes a tree of the graph of a document.',
  csvw: 'Metadata of CSV on the Web for tables of the documents.',
  rml: 'A mapping of RML that makes the graph of a document.',
  frictionless: 'A data package of Frictionless Data for tables of the documents.',
  'ngsi-ld': 'A JSON Schema of an entity of NGSI-LD whose attributes are the keys.',
  sparql: 'A SPARQL query that reads the values of the keys out of the graph of a document.',
};

const LEVEL_DESCRIPTIONS: Readonly<Record<ArtefactLevel, string>> = {
  same: 'It makes the graph of the hub, digits included.',
  'value-equal': 'It makes the graph of the hub, with numbers compared by value.',
  checks: 'It validates, and makes nothing.',
  partial: 'It does a part, and `missing` says what not.',
  none: 'It does nothing.',
};

const ArtefactKindName = Object.fromEntries(ARTEFACT_KINDS.map((kind) => [enumName(kind), kind]));
registerEnumType(ArtefactKindName, {
  name: 'ArtefactKind',
  description: 'A standard in which the meaning of keys is handed out.',
  valuesConfig: Object.fromEntries(
    ARTEFACT_KINDS.map((kind) => [enumName(kind), { description: KIND_DESCRIPTIONS[kind] }]),
  ),
});

const DIALECT_DESCRIPTIONS: Readonly<Record<RmlDialect, string>> = {
  standard: 'As the standard has it, with references of JSONPath.',
  'morph-kgc': 'As Morph-KGC 2.10 reads it.',
};

const RmlDialectName = Object.fromEntries(RML_DIALECTS.map((dialect) => [enumName(dialect), dialect]));
registerEnumType(RmlDialectName, {
  name: 'RmlDialect',
  description: 'How a mapping of RML is spelled.',
  valuesConfig: Object.fromEntries(
    RML_DIALECTS.map((dialect) => [enumName(dialect), { description: DIALECT_DESCRIPTIONS[dialect] }]),
  ),
});

const ArtefactLevelName = Object.fromEntries(ARTEFACT_LEVELS.map((level) => [enumName(level), level]));
registerEnumType(ArtefactLevelName, {
  name: 'ArtefactLevel',
  description: 'How much of the conversion an artefact does for a term.',
  valuesConfig: Object.fromEntries(
    ARTEFACT_LEVELS.map((level) => [enumName(level), { description: LEVEL_DESCRIPTIONS[level] }]),
  ),
});

@ArgsType()
export class ArtefactArgs {
  @Field(() => ArtefactKindName, { description: 'The standard.' })
  kind!: ArtefactKind;

  @Field(() => [String], {
    nullable: true,
    description:
      'The keys of the documents, all at once: what one becomes depends on the others. At most 500. Not with `sample`.',
  })
  parameters?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A JSON document as text, of which the keys and the forms of the values are taken. At most 1 MiB of UTF-8. Not with `parameters`.',
  })
  sample?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Namespace in which entities are minted: an absolute http(s) IRI ending in `/` or `#`.',
  })
  base?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: true,
    description: 'Whether values are linked to their instant.',
  })
  align!: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether documents may have keys that are no terms and stay plain literals.',
  })
  lenient!: boolean | null;

  @Field(() => RmlDialectName, {
    nullable: true,
    description:
      'How a mapping of the kind RML is spelled; the standard when it is left out. Other kinds have no dialects.',
  })
  dialect?: RmlDialect | null;
}

@ObjectType('ArtefactTermLevel', { description: 'What an artefact does for one key.' })
class ArtefactTermLevelType {
  @Field(() => String, { description: 'The key.' })
  key!: string;

  @Field(() => ArtefactLevelName, { description: 'How much of the conversion it does.' })
  level!: ArtefactLevel;

  @Field(() => [String], { description: 'What it does not do, as sentences.' })
  missing!: readonly string[];
}

@ObjectType('ArtefactReport', { description: 'What an artefact is worth.' })
class ArtefactReportType {
  @Field(() => String, { description: 'IRI of the version of the vocabulary.' })
  version!: string;

  @Field(() => String, {
    description: 'SHA-256 over the keys and what else decides: equal hashes and versions say the same.',
  })
  keysHash!: string;

  @Field(() => String, { description: 'Namespace in which entities are minted.' })
  base!: string;

  @Field(() => [ArtefactTermLevelType], { description: 'What it does for each key.' })
  terms!: readonly ArtefactTermLevelType[];

  @Field(() => [String], { description: 'Keys that are no terms: they stay plain literals.' })
  notTerms!: readonly string[];

  @Field(() => [String], { description: 'What holds for the artefact as a whole, as sentences.' })
  notes!: readonly string[];
}

@ObjectType('Artefact', { description: 'The meaning of a set of keys in another standard.' })
export class ArtefactType {
  @Field(() => String, { description: 'The text in its standard.' })
  text!: string;

  @Field(() => String, { description: 'Its media type.' })
  mediaType!: string;

  @Field(() => String, { description: 'A name for its file.' })
  fileName!: string;

  @Field(() => ArtefactReportType, { description: 'What it is worth, which stands in the text, too.' })
  report!: ArtefactReportType;
}
