import type { VNode } from 'preact';
import { RDF_FORMATS, RDF_SYNTAXES, type RdfFormat } from '../../../rdf/write/format.ts';
import type { PanelProps } from './meaning-panels.tsx';
import * as store from './store.ts';

/** The choice of the format, which the panels of RDF and of what is taken away share. */
export function FormatChoice({ session }: Pick<PanelProps, 'session'>): VNode {
  const { format } = store.link.value;
  return (
    <label class="inline">
      Format{' '}
      <select value={format} onChange={(event) => session.show({ format: event.currentTarget.value as RdfFormat })}>
        {RDF_FORMATS.map((name) => (
          <option value={name}>{RDF_SYNTAXES[name].name}</option>
        ))}
      </select>
    </label>
  );
}
