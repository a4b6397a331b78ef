import { readdirSync, readFileSync } from 'node:fs';
import { joinBytes } from '../../src/join-bytes.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { embedBySource } from '../../src/mapping/sources/embed-by-source.ts';
import { getSource } from '../../src/sources/source-files.ts';
import { convert, CONVERT_DEFAULTS, type ConvertedText } from './convert.ts';
import { FIXTURES, readFixture } from './fixtures.ts';
import type { RdfFormat } from '../../src/rdf/write/format.ts';

/** Documents that do not tell which part of their source they are. */
const PARTS: Readonly<Record<string, string>> = {
  'smard/table_data_1225_DE_quarterhour': 'smard-1225',
  'octopus/standard_unit_rates': 'octopus-unit-rates',
};

const SHOWN = new URL('../../seeds/examples/', import.meta.url);

/** A document of `seeds/examples/` or of `test/fixtures/sources/` with the name of its source. */
export interface SourceExample {
  /** Of its graph, without its ending: `fronius/power_flow`, or `fronius/example` of the one that people are shown; of a part beside it by its name. */
  readonly path: string;
  readonly source: string;
  readonly document: string;
}

export function listSourceExamples(): SourceExample[] {
  const folders = readdirSync(`${FIXTURES}sources`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name }) => {
    const paths = readdirSync(`${FIXTURES}sources/${name}`)
      .filter((file) => file.endsWith('.json'))
      .map((file) => `${name}/${file.replace('.json', '')}`);
    const shown = readdirSync(SHOWN).filter((file) => file === `${name}.json` || file.startsWith(`${name}-`));
    return [
      ...shown.map((file) => ({
        path:
          shown.length === 1 || file === `${name}.json` ? `${name}/example` : `${name}/${file.replace('.json', '')}`,
        source: file.replace('.json', ''),
        document: readFileSync(new URL(file, SHOWN), 'utf8'),
      })),
      ...paths.map((path) => ({
        path,
        source: PARTS[path] ?? name,
        document: readFixture(`sources/${path}.json`),
      })),
    ];
  });
}

/** The graph of an example, without what `@annotations` says of the day and the version. */
export function convertExample(
  { source, document }: SourceExample,
  lexicon: Lexicon,
  format: RdfFormat = 'ttl',
): ConvertedText {
  const options = { base: 'https://site.example/id/', now: CONVERT_DEFAULTS.now, restructure: true };
  const { parts } = embedBySource(Buffer.from(document), lexicon, getSource(source, lexicon), options)!;
  const described = new TextDecoder().decode(joinBytes(parts));
  return convert(described.replace(/,"@annotations":\{[^}]*\}/, ''), lexicon, { format });
}
