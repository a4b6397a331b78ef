import type { HubError } from '../errors.ts';
import type { ByteSink } from '../rdf/write/byte-sink.ts';
import type { Mapping, Predicate } from './semantic/mapping.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import { JsonLdNames, JsonLdWriter } from '../rdf/write/write-jsonld.ts';
import { unnameablePredicate } from './unnameable-predicate.ts';
import type { UnitChecks } from './units/unit-checks.ts';
import { NTriplesNames, NTriplesWriter } from '../rdf/write/write-ntriples.ts';
import { RdfXmlNames, RdfXmlWriter } from '../rdf/write/write-rdfxml.ts';
import { TurtleNames, TurtleWriter } from '../rdf/write/write-turtle.ts';
import type { PredicateTerm } from '../rdf/write/terms.ts';
import type { Fragment, Writer } from '../rdf/write/writer.ts';

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

  /** How many predicates documents have; descriptions of sources add some, after which names of a format may be asked for first. */
  private readonly predicateCount: number;

  /** Null when no name or text of such documents can say another unit than their templates. */
  readonly unitChecks: UnitChecks | null;

  constructor(
    mapping: Mapping,
    described: number,
    framePrefixes: ReadonlyMap<string, string>,
    unitChecks: UnitChecks | null,
  ) {
    this.mapping = mapping;
    this.predicateCount = mapping.predicates.length;
    this.unitChecks = unitChecks;
    this.described = described;
    this.framePrefixes = framePrefixes;
  }

  /** A writer of one document. */
  createWriter(format: RdfFormat, sink: ByteSink, part: Fragment | undefined): Writer {
    const { mapping, predicateCount } = this;
    switch (format) {
      case 'nt':
        return new NTriplesWriter(sink, (this.ntriples ??= new NTriplesNames()), part);
      case 'ttl':
        return new TurtleWriter(sink, (this.turtle ??= new TurtleNames(mapping.prefixes)), part);
      case 'rdf':
        return part === undefined
          ? new RdfXmlWriter(
              sink,
              (this.rdfXml ??= rdfXmlNames(mapping, mapping.prefixes, mapping.predicates.slice(0, predicateCount))),
            )
          : new RdfXmlWriter(sink, (this.rdfXmlOfParts ??= rdfXmlNames(mapping, this.framePrefixes, [])), part);
      case 'jsonld':
        return new JsonLdWriter(sink, (this.jsonLd ??= jsonLdNames(mapping)), part);
    }
  }
}

function rdfXmlNames(
  mapping: Mapping,
  prefixes: ReadonlyMap<string, string>,
  predicates: readonly Predicate[],
): RdfXmlNames {
  const refuse = ({ id }: PredicateTerm, fault: string): HubError =>
    unnameablePredicate(mapping.predicates[id]!, fault);
  return new RdfXmlNames({ prefixes, predicates, refuse });
}

function jsonLdNames({ prefixes, base }: Mapping): JsonLdNames {
  // What the values of the document say is not known yet: these are the schemes of entities.
  const iris = ['urn:', 'http:', 'https:', base, ...prefixes.values()];
  return new JsonLdNames(prefixes, iris);
}
