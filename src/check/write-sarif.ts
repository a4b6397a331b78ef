import { titleOf } from '../problem.ts';
import { replaceLoneSurrogates } from '../rdf/characters.ts';
import { FINDING_CODES, isExplainedHere, levelOf, type FindingCode } from './finding-codes.ts';
import type { Finding, Place } from './findings.ts';
import { omission, pageOf, sentenceOf, type CheckedFile, type ReportContext } from './report.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** A log of SARIF 2.1.0: a run with a result for each finding, and a rule for each code that is among them. */
export function writeSarif(files: readonly CheckedFile[], context: ReportContext): string {
  const results = files.flatMap(({ file, findings }) => findings.map((finding) => resultOf(file, finding)));
  const codes = [...new Set(files.flatMap(({ findings }) => findings.map(({ code }) => code)))].toSorted();
  const notifications = files.flatMap((file) => {
    const text = omission(file);
    return text === null
      ? []
      : [{ level: 'note', message: { text }, locations: [{ physicalLocation: artifactOf(file.file) }] }];
  });
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'vocabulary-hub',
            version: context.release,
            informationUri: `${context.baseUrl}/`,
            rules: codes.map((code) => ruleOf(code, context)),
          },
        },
        columnKind: 'utf16CodeUnits',
        artifacts: [...new Set(files.map(({ file }) => uriOf(file)))].map((uri) => ({ location: { uri } })),
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        results: results.map((result) => ({ ...result, ruleIndex: codes.indexOf(result.ruleId) })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(code: FindingCode, context: ReportContext): object {
  const explained = isExplainedHere(code) ? FINDING_CODES[code] : null;
  return {
    id: code,
    shortDescription: { text: `${isExplainedHere(code) ? FINDING_CODES[code].title : titleOf(code)}.` },
    ...(explained === null ? {} : { fullDescription: { text: explained.meaning }, help: { text: explained.remedy } }),
    helpUri: pageOf(code, context),
    defaultConfiguration: { level: levelOf(code) },
  };
}

function resultOf(file: string, finding: Finding) {
  const { code, level, key, count, places } = finding;
  const name = key === null ? {} : { key: replaceLoneSurrogates(key) };
  return {
    ruleId: code,
    level,
    message: { text: replaceLoneSurrogates(sentenceOf(finding)) },
    locations: [locationOf(file, places[0]!)],
    ...(places.length < 2
      ? {}
      : { relatedLocations: places.slice(1).map((place, id) => ({ id: id + 1, ...locationOf(file, place) })) }),
    occurrenceCount: count,
    // Without indexes and lines: a finding is the same when rows are added before it.
    partialFingerprints: {
      'codeAndPlace/v1': [code, key, placeWithoutIndexes(places[0]!)]
        .map((part) => replaceLoneSurrogates(part ?? ''))
        .join(' '),
    },
    properties: name,
  };
}

function placeWithoutIndexes({ pointer }: Place): string {
  return (pointer ?? '').replace(/\/\d+(?=\/|$)/g, '/*');
}

function locationOf(file: string, { pointer, line, column }: Place): object {
  const region =
    line === null ? {} : { region: { startLine: line, ...(column === null ? {} : { startColumn: column }) } };
  const logical =
    pointer === null || pointer === ''
      ? {}
      : { logicalLocations: [{ fullyQualifiedName: replaceLoneSurrogates(pointer), kind: 'member' }] };
  return { physicalLocation: { ...artifactOf(file), ...region }, ...logical };
}

function artifactOf(file: string): { artifactLocation: { uri: string } } {
  return { artifactLocation: { uri: uriOf(file) } };
}

/** A path as a relative reference (RFC 3986): a colon in its first part would be the end of a scheme, and after two slashes stands a host. */
function uriOf(file: string): string {
  if (file === '-') return 'stdin';
  const path = replaceLoneSurrogates(file).replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return path.replace(/^\/+/, '/');
}
