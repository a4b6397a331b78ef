import type { FileTerm } from '../../mapping/lexicon/lexicon-file.ts';
import { unitOfName } from '../../vocabulary/terms.ts';
import type { TermFacts } from './model.ts';

/** What a person reads of a term of the file. */
export function factsOf(term: FileTerm): TermFacts {
  const { name, label, description, category, datatype, template, range, replacedBy } = term;
  return {
    name,
    label,
    description: description ?? '',
    category,
    unit: unitText(name),
    datatype,
    range: range ?? null,
    isPlain: template.length === 0,
    isDeprecated: replacedBy !== undefined,
  };
}

const SIGNS: Readonly<Record<string, string>> = { percent: '%', degC: '°C', deg: '°', K: 'K' };

/** The unit of a term as people write it; null without one. */
function unitText(name: string): string | null {
  const unit = unitOfName(name);
  if (unit === null) return null;
  return unit
    .split('_per_')
    .map(
      (part) =>
        SIGNS[part] ??
        part.replace(/^(.*[A-Za-z])([23])$/, (_, of: string, power: string) => of + (power === '2' ? '²' : '³')),
    )
    .join('/');
}
