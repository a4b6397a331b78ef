/** Readers that are not the writers: each turns an answer into triples and leaves every lexical form as it stands. */
import type { Writable } from "node:stream";
import jsonld from "jsonld";
import { JsonLdParser } from "jsonld-streaming-parser";
import { Parser } from "n3";
import type { Quad } from "n3";
import * as oxigraph from "oxigraph";
import { RdfXmlParser } from "rdfxml-streaming-parser";
import type { RdfFormat } from "../../src/mapping/convert.ts";
import { termOf } from "./graph.ts";
import type { Triple } from "./graph.ts";

const BASE = "http://reader.example/document";

/** The triples of an answer, by the first reader of its format. */
export async function readBack(format: RdfFormat, text: string): Promise<Triple[]> {
  switch (format) {
    case "nt":
      return readN3(text, "N-Triples");
    case "ttl":
      return readN3(text, "Turtle");
    case "rdf":
      return readStream(text, new RdfXmlParser({ baseIRI: BASE }));
    case "jsonld":
      return readJsonLd(text);
  }
}

/** The triples of an answer, by a second reader that shares no code with the first. */
export async function readBackAgain(format: RdfFormat, text: string): Promise<Triple[]> {
  if (format === "jsonld")
    return readStream(text, new JsonLdParser({ baseIRI: BASE, skipContextValidation: false }));
  const media = { nt: "application/n-triples", ttl: "text/turtle", rdf: "application/rdf+xml" }[
    format
  ];
  return oxigraph
    .parse(text, { format: media, base_iri: BASE })
    .map((quad) => tripleOf(quad as unknown as Quad));
}

function readN3(text: string, format: string): Triple[] {
  return new Parser({ format, baseIRI: BASE }).parse(text).map((quad) => tripleOf(quad));
}

async function readJsonLd(text: string): Promise<Triple[]> {
  const options = {
    base: BASE,
    documentLoader: (url: string) => Promise.reject(new Error(`no document is fetched: ${url}`)),
    produceGeneralizedRdf: false,
  };
  // The toolkit's dataset has RDF/JS-shaped terms; its types call it an object.
  const quads = (await jsonld.toRDF(
    JSON.parse(text) as object,
    options as object,
  )) as unknown as Quad[];
  return quads.map((quad) => tripleOf(quad as unknown as Quad));
}

function readStream(text: string, parser: NodeJS.ReadWriteStream): Promise<Triple[]> {
  return new Promise((resolve, reject) => {
    const triples: Triple[] = [];
    parser.on("data", (quad: unknown) => triples.push(tripleOf(quad as Quad)));
    parser.on("error", reject);
    parser.on("end", () => resolve(triples));
    const input = parser as unknown as Writable;
    input.write(text);
    input.end();
  });
}

function tripleOf(quad: Quad): Triple {
  return [termOf(quad.subject), termOf(quad.predicate), termOf(quad.object)];
}
