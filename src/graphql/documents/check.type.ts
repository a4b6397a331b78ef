import { ArgsType, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { LEVELS, type Level } from '../../check/finding-codes.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../check/write-report.ts';
import { MappingArgs } from './mapping-args.ts';
import { DOCUMENT_DESCRIPTION, RESTRUCTURE_DESCRIPTION, SOURCE_DESCRIPTION } from './document.type.ts';

const enumOf = <Value extends string>(values: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(values.map((value) => [value.toUpperCase(), value]));

const LevelName = enumOf(LEVELS);
registerEnumType(LevelName, {
  name: 'FindingLevel',
  description: 'How bad a finding is.',
  valuesConfig: {
    ERROR: {
      description: 'The conversion refuses the document or loses a value, or the graph contradicts the vocabulary.',
    },
    WARNING: { description: 'The conversion warns of it, or a timestamp comes twice.' },
    NOTE: { description: 'Nothing is lost.' },
  },
});

const ReportFormatName = enumOf(REPORT_FORMATS);
registerEnumType(ReportFormatName, {
  name: 'ReportFormat',
  description: 'How findings are written.',
  valuesConfig: {
    TEXT: { description: 'A line for each finding.' },
    JSONL: { description: 'A JSON object for each finding, one a line.' },
    SARIF: { description: 'SARIF 2.1.0.' },
    JUNIT: { description: 'The XML of JUnit.' },
    GITHUB: { description: 'Workflow commands of GitHub.' },
  },
});

@ArgsType()
export class ValidateDocumentArgs extends MappingArgs {
  @Field(() => String, { description: `${DOCUMENT_DESCRIPTION} At most 5 MiB of UTF-8.` })
  document!: string;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether keys that are no terms are notes, as they stay plain literals; else they are errors.',
  })
  lenient!: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether the `@semantic` of the document is ignored; else it counts where there is one.',
  })
  registry!: boolean | null;

  @Field(() => String, { nullable: true, description: SOURCE_DESCRIPTION })
  source?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: true, description: RESTRUCTURE_DESCRIPTION })
  restructure!: boolean | null;
}

@ArgsType()
export class CheckReportArgs {
  @Field(() => ReportFormatName, { description: 'How findings are written.' })
  format!: ReportFormat;

  @Field(() => String, {
    nullable: true,
    defaultValue: 'document.json',
    description: 'The path of the document, by which the report names it, of at most 1,000 characters.',
  })
  file!: string | null;

  @Field(() => LevelName, {
    nullable: true,
    defaultValue: 'error',
    description: 'The level from which a finding is a failure in the XML of JUnit.',
  })
  failOn!: Level | null;
}

@ObjectType('FindingPlace', { description: 'Where something was found in a document.' })
export class FindingPlaceType {
  @Field(() => String, { nullable: true, description: 'JSON Pointer (RFC 6901); null in a text that is no JSON.' })
  pointer!: string | null;

  @Field(() => Int, { nullable: true, description: 'The line, from 1.' })
  line!: number | null;

  @Field(() => Int, { nullable: true, description: 'The column in UTF-16 code units, from 1.' })
  column!: number | null;
}

@ObjectType('Finding', { description: 'One kind of thing that was found at one key of a document.' })
export class FindingType {
  @Field(() => LevelName, { description: 'How bad it is.' })
  level!: Level;

  @Field(() => String, { description: 'What it is, as `/problems/` explains it: stable.' })
  code!: string;

  @Field(() => String, { nullable: true, description: 'The key; null where it is about none.' })
  key!: string | null;

  @Field(() => Int, { description: 'How often it was found.' })
  count!: number;

  @Field(() => String, { description: 'What it means, in a sentence about the first place.' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'What to do; null where the page of the code says it.' })
  help!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The term that the key probably means; null where none comes near.',
  })
  nearestTerm!: string | null;

  @Field(() => [FindingPlaceType], { description: 'The first places, at most five.' })
  places!: readonly FindingPlaceType[];
}

@ObjectType('ValidatedDocument', { description: 'What was found in a document.' })
export class ValidatedDocumentType {
  @Field(() => LevelName, { nullable: true, description: 'The worst level; null where nothing was found.' })
  worst!: Level | null;

  @Field(() => Int, { description: 'How many findings are errors.' })
  errorCount!: number;

  @Field(() => Int, { description: 'How many findings are warnings.' })
  warningCount!: number;

  @Field(() => Int, { description: 'How many findings are notes.' })
  noteCount!: number;

  @Field(() => Int, { description: 'How many findings are counted and not told: a thousand are.' })
  omitted!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'How many distinct triples the graph has; null for a document that is not converted.',
  })
  triples!: number | null;

  @Field(() => [FindingType], { description: 'What was found, by key and code, in the order of the document.' })
  findings!: readonly FindingType[];
}
