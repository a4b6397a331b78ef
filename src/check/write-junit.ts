import { replaceLoneSurrogates, replaceNonXmlCharacters } from '../rdf/characters.ts';
import { escapeXmlText } from '../rdf/escape.ts';
import { isAtLeast } from './finding-codes.ts';
import type { Finding } from './findings.ts';
import { omission, pageOf, sentenceOf, type CheckedFile, type ReportContext } from './report.ts';

/**
 * XML as JUnit's tasks for Ant write it, and as Jenkins and GitLab read it: a suite for each file, a case for each finding, which fails from
 * the level on that the caller named. A file in which nothing was found has one case, which passes.
 */
export function writeJUnit(files: readonly CheckedFile[], context: ReportContext): string {
  const suites = files.map((file, id) => suiteOf(file, id, context));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function suiteOf(file: CheckedFile, id: number, context: ReportContext): string {
  const { findings } = file;
  const name = file.file === '-' ? 'stdin' : file.file;
  const failures = findings.filter(({ level }) => isAtLeast(level, context.failOn));
  const others = findings.filter((finding) => !failures.includes(finding));
  const output = [...others.map((finding) => `${finding.level}: ${describe(finding)}`), omission(file) ?? []].flat();
  const attributes = {
    name,
    package: 'vocabulary-hub',
    id,
    timestamp: context.now.toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: Math.max(1, findings.length),
    failures: failures.length,
    errors: 0,
    time: 0,
  };
  const cases = [
    ...(findings.length === 0 ? [`    <testcase${attributesOf({ name: 'valid', classname: name, time: 0 })}/>\n`] : []),
    ...findings.map((finding) => caseOf(name, finding, failures.includes(finding), context)),
  ];
  return [
    `  <testsuite${attributesOf(attributes)}>\n    <properties/>\n`,
    ...cases,
    `    <system-out>${escapeXml(output.join('\n'))}</system-out>\n    <system-err/>\n  </testsuite>\n`,
  ].join('');
}

function caseOf(file: string, finding: Finding, fails: boolean, context: ReportContext): string {
  const { code, key } = finding;
  const attributes = attributesOf({ name: key === null ? code : `${code}: ${key}`, classname: file, time: 0 });
  if (!fails) return `    <testcase${attributes}/>\n`;
  const failure = attributesOf({ message: sentenceOf(finding), type: code });
  const text = escapeXml(`${describe(finding)}\n${pageOf(code, context)}`);
  return `    <testcase${attributes}>\n      <failure${failure}>${text}</failure>\n    </testcase>\n`;
}

/** The sentence with all places that are told. */
function describe(finding: Finding): string {
  const { count, places } = finding;
  const told = places.map(({ pointer, line, column }) => {
    const place = line === null ? '' : `line ${line}${column === null ? '' : `, column ${column}`}`;
    return [place, pointer ?? ''].filter((part) => part !== '').join(': ');
  });
  const more = count > told.length ? [`and ${count - told.length} more`] : [];
  const list = [...told.filter((place) => place !== ''), ...more];
  return [sentenceOf(finding), ...list.map((line) => `  ${line}`)].join('\n');
}

function attributesOf(attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`);
  return written.join('');
}

/** Text of XML 1.0, also within quotes. Characters that it cannot hold become U+FFFD. */
function escapeXml(text: string): string {
  return escapeXmlText(replaceNonXmlCharacters(replaceLoneSurrogates(text))).replaceAll('"', '&quot;');
}
