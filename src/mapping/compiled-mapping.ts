import type { ByteSink } from './write/byte-sink.ts';
import type { Mapping } from './semantic/mapping.ts';
import type { RdfFormat } from './write/format.ts';
import { JsonLdNames, JsonLdWriter } from './write/write-jsonld.ts';
import { NTriplesNames, NTriplesWriter } from './write/write-ntriples.ts';
import { RdfXmlNames, RdfXmlWriter } from './write/write-rdfxml.ts';
import { TurtleNames, TurtleWriter } from './write/write-turtle.ts';
import type { Fragment, Writer } from './write/writer.ts';

/** A mapping with what the formats write of it: what documents with the same keys and the same block share. */
export class CompiledMapping {
  readonly mapping: Mapping;
  /** Keys that took their template from the registry. */
  readonly described: number;
  /** Prefixes that are declared around parts of one output. */
  private readonly framePrefixes: ReadonlyMap<string, string>;
  private ntriples: NTriplesNames | null = null;
  private turtle: TurtleNames | null = null;
  private rdfXml: RdfXmlNames | null = null;
  private rdfXmlOfParts: RdfXmlNames | null = null;
  private jsonLd: JsonLdNames | null = null;

  constructor(mapping: Mapping, described: number, framePrefixes: ReadonlyMap<string, string>) {
    this.mapping = mapping;
    this.described = described;
    this.framePrefixes = framePrefixes;
  }

  /** A writer of one document. */
  createWriter(format: RdfFormat, sink: ByteSink, part: Fragment | undefined): Writer {
    const { mapping } = this;
    switch (format) {
      case 'nt':
        return new NTriplesWriter(sink, (this.ntriples ??= new NTriplesNames()), part);
      case 'ttl':
        return new TurtleWriter(sink, (this.turtle ??= new TurtleNames(mapping)), part);
      case 'rdf':
        return part === undefined
          ? new RdfXmlWriter(sink, (this.rdfXml ??= new RdfXmlNames(mapping, null)))
          : new RdfXmlWriter(sink, (this.rdfXmlOfParts ??= new RdfXmlNames(mapping, this.framePrefixes)), part);
      case 'jsonld':
        return new JsonLdWriter(sink, (this.jsonLd ??= new JsonLdNames(mapping)), part);
    }
  }
}
