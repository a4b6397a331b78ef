import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { RDF_SYNTAXES } from '../../../rdf/write/format.ts';
import { writeSample } from '../../parts/write-sample.ts';
import { askFor, type Answer } from './ask.ts';
import { addressOf } from './query-in-address.ts';
import { requestFor } from './request.ts';
import { saveBytes } from '../page/save-bytes.ts';

interface Download {
  readonly name: string;
  readonly mediaType: string;
  readonly extension: string;
}

const TABLES: readonly Download[] = [
  { name: 'CSV', mediaType: 'text/csv', extension: 'csv' },
  { name: 'TSV', mediaType: 'text/tab-separated-values', extension: 'tsv' },
  { name: 'JSON', mediaType: 'application/sparql-results+json', extension: 'srj' },
  { name: 'XML', mediaType: 'application/sparql-results+xml', extension: 'srx' },
];
const GRAPHS: readonly Download[] = Object.entries(RDF_SYNTAXES).map(([extension, syntax]) => ({
  ...syntax,
  extension,
}));
const DOWNLOADS = { table: TABLES, boolean: TABLES.slice(2), graph: GRAPHS, refusal: [] } as const;

interface TakeAwayProps {
  /** The query that was answered. */
  readonly query: string;
  readonly kind: Answer['kind'];
}

/** The answer as files, and the query as a command and as a link. */
export function TakeAway({ query, kind }: TakeAwayProps): VNode {
  const [said, say] = useState('');
  const copy = async (text: string, what: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      say(`${what} is copied.`);
    } catch {
      say('The browser did not let the page copy.');
    }
  };
  const save = async ({ name, mediaType, extension }: Download): Promise<void> => {
    say(`${name} is asked for …`);
    try {
      saveBytes(await askFor(query, mediaType), `answer.${extension}`, mediaType);
      say(`answer.${extension} is saved.`);
    } catch (error) {
      say((error as Error).message);
    }
  };
  const downloads: readonly Download[] = DOWNLOADS[kind];
  const accept = downloads[0]?.mediaType ?? '*/*';
  return (
    <div class="toolbar">
      {downloads.map((download) => (
        <button type="button" onClick={() => void save(download)} aria-label={`Save as ${download.name}`}>
          {download.name}
        </button>
      ))}
      <button type="button" onClick={() => void copy(writeSample('curl', requestFor(query, accept, 0)), 'The command')}>
        Copy as curl
      </button>
      <button type="button" onClick={() => void copy(addressOf(query), 'The link')}>
        Copy link
      </button>
      <span class="note" role="status">
        {said}
      </span>
    </div>
  );
}
