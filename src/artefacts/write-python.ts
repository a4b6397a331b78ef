import type { ResolvedKey } from '../mapping/templates/resolved-templates.ts';
import type { ArtefactModel } from './artefact-model.ts';
import type { Written } from './artefact.ts';
import { headerLines } from './header.ts';
import { commentText, plainName, quoteText, uniqueNames } from './safe-text.ts';
import { scalarFormOf, type ScalarForm } from './scalar-form.ts';
import { checkingLevels, formsOf, holdsArrays, recordsOf } from './schema-parts.ts';

const NOTES = [
  'Numbers are Decimal. Their digits stay if the text is read with json.loads(text, parse_float=Decimal).',
  'Document is a model of pydantic 2, which checks; TypedDocument is a TypedDict of the same keys, for type checkers.',
];

const PRELUDE = `from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated, Any, Dict, List, Literal, Optional, TypedDict, Union

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field


def _number(pattern: str, whole: bool = False, low: Optional[int] = None, high: Optional[int] = None) -> Any:
    compiled = re.compile(pattern)

    def read(value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, (int, float, Decimal, str)):
            raise ValueError('is no number')
        if isinstance(value, str) and compiled.fullmatch(value) is None:
            raise ValueError('is no text of a number')
        number = Decimal(str(value))
        if whole and (not number.is_finite() or number != number.to_integral_value()):
            raise ValueError('is no whole number')
        if (low is not None and number < low) or (high is not None and number > high):
            raise ValueError('is out of the bounds of its datatype')
        return number

    return BeforeValidator(read)


def _text(pattern: str) -> Any:
    compiled = re.compile(pattern)

    def read(value: Any) -> Any:
        if not isinstance(value, str) or compiled.fullmatch(value) is None:
            raise ValueError('does not fit its datatype')
        return value

    return BeforeValidator(read)


def _one_of(*known: Any) -> Any:
    def read(value: Any) -> Any:
        if not any(type(value) is type(one) and value == one for one in known):
            raise ValueError('is no truth value')
        return value

    return BeforeValidator(read)


def _scalar(value: Any) -> Any:
    if not isinstance(value, (str, int, float, bool, Decimal)):
        raise ValueError('is no scalar')
    return value


Scalar = Annotated[Any, AfterValidator(_scalar)]
Truth = Annotated[Any, _one_of(True, False, 0, 1, 'true', 'false', '0', '1')]
`;

/** What a reader of JSON gives for a scalar, by what its datatype takes. */
const PLAIN_TYPES: Readonly<Record<ScalarForm['kind'], string>> = {
  number: 'Union[int, float, Decimal, str]',
  decimal: 'Union[int, float, Decimal, str]',
  integer: 'Union[int, str]',
  boolean: 'Union[bool, int, str]',
  moment: 'str',
  text: 'Union[str, int, float, bool]',
};

/** Models of documents for Python: pydantic 2, and typed dictionaries. */
export function writePython(model: ArtefactModel): Written {
  return {
    levels: checkingLevels(model),
    notes: NOTES,
    write: (report) =>
      [...headerLines(report).map((line) => `# ${line}`), '', PRELUDE, '', ...classesOf(model)].join('\n'),
  };
}

function classesOf(model: ArtefactModel): string[] {
  const records = recordsOf(model);
  const keys = uniqueNames(
    model.keys.map(({ name }) => name),
    (name) => `K_${plainName(name).replaceAll('-', '_')}`,
  );
  const classes = uniqueNames([...records.keys()].map(labelOf), (label) =>
    label === '' ? 'Document' : `Record_${plainName(label.slice(1)).replaceAll('-', '_')}`,
  );
  const recordOf = (holder: string): string => classes.get(records.has(holder) ? labelOf(holder) : '')!;
  const scalars = model.keys.map(
    ({ name, datatype }) => `${keys.get(name)!} = ${annotationOf(scalarFormOf(datatype))}`,
  );
  const found = [...scalars, ''];
  const dictionaries: string[] = [];
  for (const [holder, members] of records) {
    const name = classes.get(labelOf(holder))!;
    const fields = members.map((key, i) => {
      const type = typeOf(model, model.templates.keys.get(key)!, keys.get(key)!, recordOf(key));
      return { key, line: `    field_${i}: Optional[${type}] = Field(None, alias=${quoteText(key)})` };
    });
    const extra = model.lenient ? 'allow' : 'forbid';
    found.push(
      '',
      `class ${name}(BaseModel):`,
      `    model_config = ConfigDict(extra='${extra}', arbitrary_types_allowed=True)`,
      '',
      ...fields.flatMap(({ key, line }) => [...docOf(model, key), line]),
      ...(holder === null && !members.includes('@semantic')
        ? ["    semantic: Optional[Dict[str, Any]] = Field(None, alias='@semantic')"]
        : []),
      '',
    );
    // No class of a record begins with this.
    const typedName = `Typed${name}`;
    const typed = members.map((key) => {
      const resolved = model.templates.keys.get(key)!;
      const scalar = PLAIN_TYPES[scalarFormOf(resolved.datatype).kind];
      const type = typeOf(model, resolved, scalar, quoteText(`Typed${recordOf(key)}`));
      return `    ${quoteText(key)}: Optional[${type}],`;
    });
    dictionaries.push('', `${typedName} = TypedDict(${quoteText(typedName)}, {`, ...typed, '}, total=False)', '');
  }
  const rebuilt = [...classes.values()].map((name) => `${name}.model_rebuild()`);
  return [...found, ...dictionaries, ...rebuilt, ''];
}

/** The document itself is under the empty name, a record under its key with a mark before it. */
function labelOf(holder: string | null): string {
  return holder === null ? '' : `/${holder}`;
}

function annotationOf(form: ScalarForm): string {
  switch (form.kind) {
    case 'number':
    case 'decimal':
      return `Annotated[Decimal, Field(allow_inf_nan=True), _number(${quoteText(form.pattern)})]`;
    case 'integer': {
      const bounds = [form.low, form.high].map((bound) => (bound === null ? 'None' : String(bound)));
      return `Annotated[Decimal, _number(${quoteText(form.pattern)}, True, ${bounds.join(', ')})]`;
    }
    case 'boolean':
      return 'Truth';
    case 'moment':
      return `Annotated[str, _text(${quoteText(form.pattern)})]`;
    case 'text':
      return 'Scalar';
  }
}

function typeOf(model: ArtefactModel, { name }: ResolvedKey, scalar: string, record: string): string {
  const forms = formsOf(model, name);
  const items = [
    ...(holdsArrays(forms) ? [scalar] : []),
    ...(forms.has('records') ? [record] : []),
    // Arrays within arrays have no depth that a type could tell.
    ...(forms.has('nested') ? ['List[Any]'] : []),
  ];
  const all = [
    ...(forms.has('record') ? [record] : []),
    ...(items.length === 0 ? [] : [`List[Optional[${union(items)}]]`]),
    ...(forms.has('scalar') ? [scalar] : []),
  ];
  return union(all);
}

function union(types: readonly string[]): string {
  return types.length === 1 ? types[0]! : `Union[${types.join(', ')}]`;
}

function docOf({ factsOf }: ArtefactModel, key: string): string[] {
  const { label, unit, ucum } = factsOf(key);
  if (label === undefined) return [];
  return [`    # ${commentText(unit === null ? label : `${label}, in ${ucum ?? unit}`)}`];
}
