import { readdirSync } from 'node:fs';
import { joinBytes } from '../../src/join-bytes.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { embedBySource } from '../../src/mapping/sources/embed-by-source.ts';
import { getSource } from '../../src/sources/source-files.ts';
import { convert, CONVERT_DEFAULTS, type ConvertedText } from './convert.ts';
import { FIXTURES, readFixture } from './fixtures.ts';

/** Documents that do not tell which part of their source they are. */
const PARTS: Readonly<Record<string, string>> = {
  'smard/410_DE_quarterhour': 'smard-410',
  'smard/table_data_1225_DE_quarterhour': 'smard-1225',
  'octopus/consumption': 'octopus-electricity',
  'octopus/standard_unit_rates': 'octopus-unit-rates',
  'home-assistant/statistics_during_period': 'home-assistant-active_power-W',
};

/** A document of `test/fixtures/sources/` with the name of its source. */
export interface SourceExample {
  /** Without its ending: `fronius/power_flow`. */
  readonly path: string;
  readonly source: string;
  readonly document: string;
}

export function listSourceExamples(): SourceExample[] {
  const folders = readdirSync(`${FIXTURES}sources`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name }) =>
    readdirSync(`${FIXTURES}sources/${name}`)
      .filter((file) => file.endsWith('.json'))
      .map((file) => {
        const path = `${name}/${file.replace('.json', '')}`;
        return { path, source: PARTS[path] ?? name, document: readFixture(`sources/${path}.json`) };
      }),
  );
}

/** The graph of an example, without what `@annotations` says of the day and the version. */
export function convertExample({ source, document }: SourceExample, lexicon: Lexicon): ConvertedText {
  const options = { base: 'https://site.example/id/', now: CONVERT_DEFAULTS.now, restructure: true };
  const { parts } = embedBySource(Buffer.from(document), lexicon, getSource(source, lexicon), options)!;
  const described = new TextDecoder().decode(joinBytes(parts));
  return convert(described.replace(/,"@annotations":\{[^}]*\}/, ''), lexicon, { format: 'ttl' });
}
