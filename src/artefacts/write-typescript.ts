import type { ResolvedKey } from '../mapping/templates/resolved-templates.ts';
import type { ArtefactModel } from './artefact-model.ts';
import type { Written } from './artefact.ts';
import { headerLines } from './header.ts';
import { commentText, plainName, quoteText, uniqueNames } from './safe-text.ts';
import { scalarFormOf, type ScalarForm } from './scalar-form.ts';
import { checkingLevels, formsOf, holdsArrays, recordsOf } from './schema-parts.ts';

/** By what a datatype takes. A text of a number is any that JavaScript reads as one. */
const TYPES: Readonly<Record<ScalarForm['kind'], string>> = {
  number: 'number | NumericText',
  decimal: 'number | `${number}`',
  integer: 'number | `${bigint}` | `+${bigint}`',
  boolean: "boolean | 0 | 1 | 'true' | 'false' | '0' | '1'",
  moment: 'string',
  text: 'string | number | boolean',
};

const PRELUDE = `/** A number as text, which keeps its digits. */
export type NumericText = \`\${number}\` | 'INF' | '+INF' | '-INF' | 'NaN';
`;

/** Types of documents for TypeScript. */
export function writeTypescript(model: ArtefactModel): Written {
  return {
    levels: checkingLevels(model).map((level) =>
      level.level === 'none' ? level : { ...level, missing: [...level.missing, ...missingOf(model, level.key)] },
    ),
    notes: ['A number of JavaScript has no digits of its own: 812.40 becomes 812.4. Texts keep them.'],
    write: (report) => {
      const lines = headerLines(report).map((line) => `// ${line}`);
      return `${lines.join('\n')}\n\n${PRELUDE}\n${interfacesOf(model).join('\n')}`;
    },
  };
}

function missingOf({ templates }: ArtefactModel, key: string): readonly string[] {
  return scalarFormOf(templates.keys.get(key)!.datatype).kind === 'moment'
    ? ['The type is that of all texts: the form of a date is not checked.']
    : [];
}

function interfacesOf(model: ArtefactModel): string[] {
  const records = recordsOf(model);
  const names = uniqueNames([...records.keys()].map(labelOf), (label) =>
    label === '' ? 'Document' : `${pascalCase(label === '/' ? 'Empty' : label.slice(1))}Record`,
  );
  const recordOf = (holder: string): string => names.get(records.has(holder) ? labelOf(holder) : '')!;
  return Array.from(records, ([holder, keys]) =>
    [
      `export interface ${names.get(labelOf(holder))!} {`,
      ...keys.flatMap((key) => [
        ...docOf(model, key),
        `  ${quoteText(key)}?: ${typeOf(model, model.templates.keys.get(key)!, recordOf(key))};`,
      ]),
      ...(holder === null && !keys.includes('@semantic') ? ["  '@semantic'?: object;"] : []),
      ...(model.lenient ? ['  [key: string]: unknown;'] : []),
      '}\n',
    ].join('\n'),
  );
}

/** The document itself is under the empty name; a key, also an empty one, is behind a slash. */
function labelOf(holder: string | null): string {
  return holder === null ? '' : `/${holder}`;
}

function pascalCase(name: string): string {
  return plainName(name)
    .split(/[_-]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
    .replace(/^(?![A-Za-z])/, '_');
}

function docOf({ factsOf }: ArtefactModel, key: string): string[] {
  const { label, description, unit, ucum } = factsOf(key);
  const words = [label, description, unit === null ? undefined : `Unit: ${ucum ?? unit}`].filter(
    (text) => text !== undefined,
  );
  const sentences = words.map((text) => commentText(text).replace(/[.]$/, ''));
  return sentences.length === 0 ? [] : [`  /** ${sentences.join('. ')}. */`];
}

function typeOf(model: ArtefactModel, { name, datatype }: ResolvedKey, record: string): string {
  const forms = formsOf(model, name);
  const scalar = TYPES[scalarFormOf(datatype).kind];
  const ofArray = [
    ...(holdsArrays(forms) ? [scalar] : []),
    ...(forms.has('records') ? [record] : []),
    // Arrays within arrays have no depth that a type could tell.
    ...(forms.has('nested') ? ['readonly unknown[]'] : []),
  ];
  return [
    ...(forms.has('scalar') ? [scalar] : []),
    ...(forms.has('record') ? [record] : []),
    ...(ofArray.length === 0 ? [] : [`readonly (${ofArray.join(' | ')} | null)[]`]),
    'null',
  ].join(' | ');
}
