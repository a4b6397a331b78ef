import type { FormatNames } from './format-names.ts';
import type { ByteSink } from '../rdf/write/byte-sink.ts';
import type { Mapping } from './semantic/mapping.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import { JsonLdWriter } from '../rdf/write/write-jsonld.ts';
import type { UnitChecks } from './units/unit-checks.ts';
import { NTriplesWriter } from '../rdf/write/write-ntriples.ts';
import { RdfXmlWriter, type RdfXmlNames } from '../rdf/write/write-rdfxml.ts';
import { TurtleWriter } from '../rdf/write/write-turtle.ts';
import type { Fragment, Writer } from '../rdf/write/writer.ts';

/** A mapping with what the formats write of it: what documents with the same keys and the same block share. */
export class CompiledMapping {
  readonly mapping: Mapping;
  /** Keys that took their template from the registry. */
  readonly described: number;
  /** Null when no name or text of such documents can say another unit than their templates. */
  readonly unitChecks: UnitChecks | null;
  readonly names: FormatNames;
  private rdfXml: RdfXmlNames | null = null;

  constructor(mapping: Mapping, described: number, unitChecks: UnitChecks | null, names: FormatNames) {
    this.mapping = mapping;
    this.described = described;
    this.unitChecks = unitChecks;
    this.names = names;
  }

  /** A writer of one document. */
  createWriter(format: RdfFormat, sink: ByteSink, part: Fragment | undefined): Writer {
    const { mapping, names } = this;
    switch (format) {
      case 'nt':
        return new NTriplesWriter(sink, names.nTriples, part);
      case 'ttl':
        return new TurtleWriter(sink, names.turtle, part);
      case 'rdf':
        return part === undefined
          ? new RdfXmlWriter(sink, (this.rdfXml ??= names.rdfXml(mapping.plans.listPredicates())))
          : new RdfXmlWriter(sink, names.rdfXmlOfParts, part);
      case 'jsonld':
        return new JsonLdWriter(sink, names.jsonLd, part);
    }
  }
}
