import {
  adviceAround,
  ALMOST_JSON,
  isAnotherDocument,
  isBehindDocument,
  isBehindEnd,
  isStart,
  isYaml,
  type Advice,
} from '../../mapping/json/fault-advice.ts';

const READS = 'the playground reads JSON, NDJSON and CSV.';

/** What people paste that is almost JSON, or something else, with what to do about it. The first that fits counts. */
const ADVICE: readonly Advice[] = [
  [({ before, rest }) => isStart(before) && rest.startsWith('<'), `This looks like XML or HTML; ${READS}`],
  [isYaml, `This looks like YAML; ${READS}`],
  ...ALMOST_JSON,
  [
    isAnotherDocument,
    'Another document follows. Choose NDJSON under Read as where each has a line of its own; else put [ before the first, commas between them and ] behind the last.',
  ],
  [isBehindDocument, 'Take away what stands behind the document.'],
  [
    ({ before, message }) => isStart(before) || isBehindEnd(message),
    'JSON begins with { or [: paste what begins so. A table is read with CSV chosen under Read as.',
  ],
];

/** What to do about JSON that is malformed at a place; empty where nothing is known. @param message what is wrong there */
export function adviceFor(text: string, at: number, message: string): string {
  return adviceAround(ADVICE, text.slice(0, at), text.slice(at, at + 200), message);
}
