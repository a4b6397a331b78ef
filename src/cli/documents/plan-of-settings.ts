import type { Semantics } from '../../mapping/any-document.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { unitTargets } from '../../mapping/units/convert-units.ts';
import { checkBase } from '../../rdf/check-base.ts';
import type { RdfFormat } from '../../rdf/write/format.ts';
import type { Grade } from '../../restore/digest.ts';
import { checkSourceName } from '../../sources/source-files.ts';
import type { Plan } from './batch.ts';

/** How documents are converted, as commander reads it. */
export interface ConversionSettings {
  readonly base: string;
  readonly registry: boolean;
  readonly lenient: boolean;
  readonly skolemize: boolean;
  readonly align: boolean;
  readonly maxArrayItems: number;
  readonly source: string;
  readonly restructure: boolean;
  readonly units: string;
  readonly unit: readonly string[];
  readonly residue: Grade;
  readonly created: Date;
}

/** The plan of a conversion of one document after the other, which ends at the first that fails. @throws HubError for a base that is none */
export function planOf(settings: Partial<ConversionSettings>, format: RdfFormat): Plan {
  return {
    work: 'convert',
    options: {
      format,
      base: settings.base === undefined ? null : checkBase(settings.base),
      skolemize: settings.skolemize ?? false,
      align: settings.align ?? true,
      maxArrayItems: settings.maxArrayItems ?? 0,
      now: settings.created ?? new Date(),
      maxTriples: Number.MAX_SAFE_INTEGER,
      ...unitsOption(settings),
    },
    semantics: semanticsOf(settings),
    source: sourceOf(settings),
    residue: settings.residue ?? null,
    isParted: false,
    keepsGoing: false,
    writesReport: false,
    writesDeadLetters: false,
    messages: null,
  };
}

/** What no document can be converted with is told before one is read. @throws HubError */
export function checkPlan({ source, options }: Plan, lexicon: Lexicon): void {
  if (source !== null) checkSourceName(source.name, lexicon);
  if (options.units !== undefined) unitTargets(options.units, lexicon);
}

function unitsOption({ units, unit = [] }: Partial<ConversionSettings>): { units?: string } {
  const all = [...unit, ...(units === undefined ? [] : [units])];
  return all.length === 0 ? {} : { units: all.join(',') };
}

function sourceOf({ source, restructure = true }: Partial<ConversionSettings>): Plan['source'] {
  return source === undefined ? null : { name: source, restructure };
}

function semanticsOf({ registry = false, lenient = false }: Partial<ConversionSettings>): Semantics {
  if (registry) return lenient ? 'open' : 'registry';
  return lenient ? 'auto-open' : 'auto';
}
