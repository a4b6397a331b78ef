import type { VNode } from 'preact';
import { grouped } from './grouped.ts';
import { listingQuery } from './listing-address.ts';

/** Terms of one file, as `GET /api/terms` has it. A test holds the numbers to those of the interface. */
export const MOST_OF_FILE = { csv: 20_000, rdf: 2_000 } as const;

const RDF = [
  ['ttl', 'Turtle'],
  ['nt', 'N-Triples'],
  ['rdf', 'RDF/XML'],
  ['jsonld', 'JSON-LD'],
] as const;

interface DownloadsProps {
  readonly query: URLSearchParams;
  readonly root: string;
  /** How many terms were found. */
  readonly count: number;
}

/** All that was found, as data; of more terms than a file has, what there is instead. */
export function Downloads({ query, root, count }: DownloadsProps): VNode {
  const found = (format: string): string => {
    const asked = listingQuery(query);
    asked.delete('skip');
    asked.set('format', format);
    return `${root}api/terms?${asked.toString()}`;
  };
  const hasRdf = count <= MOST_OF_FILE.rdf;
  const hasCsv = count <= MOST_OF_FILE.csv;
  const formats = [...(hasCsv ? ([['csv', 'CSV']] as const) : []), ...(hasRdf ? RDF : []), ['json', 'JSON'] as const];
  return (
    <>
      <p>
        What was found as <Formats formats={formats} addressOf={found} />.
      </p>
      {hasRdf ? null : (
        <p>
          A file of RDF has at most {grouped(MOST_OF_FILE.rdf)} terms
          {hasCsv ? '' : `, one of CSV ${grouped(MOST_OF_FILE.csv)}`}. Narrow the search, or take the whole vocabulary
          as <Formats formats={RDF} addressOf={(format) => `${root}vocabulary/?format=${format}`} />.
        </p>
      )}
    </>
  );
}

interface FormatsProps {
  readonly formats: ReadonlyArray<readonly [format: string, name: string]>;
  readonly addressOf: (format: string) => string;
}

function Formats({ formats, addressOf }: FormatsProps): VNode {
  return (
    <>
      {formats.map(([format, name], at) => (
        <>
          {at === 0 ? null : ', '}
          <a href={addressOf(format)}>{name}</a>
        </>
      ))}
    </>
  );
}
