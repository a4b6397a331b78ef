import type { RdfFormat } from '../rdf/write/format.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { framePrefixes, startRdfXml } from '../rdf/write/write-rdfxml.ts';

/** What stands around documents that are parts of one output, and between two of them. */
export interface Envelope {
  readonly open: string;
  readonly between: string;
  readonly close: string;
}

/** The frame of an output whose documents were converted with `part`, by one vocabulary. */
export function envelopeOf(format: RdfFormat, lexicon: Lexicon): Envelope {
  switch (format) {
    case 'rdf':
      return { open: startRdfXml(framePrefixes(lexicon.prefixes)), between: '', close: '</rdf:RDF>\n' };
    case 'jsonld':
      return { open: '[\n', between: ',\n', close: '\n]\n' };
    default:
      return { open: '', between: '', close: '' };
  }
}
