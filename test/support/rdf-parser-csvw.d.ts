/** What tests use of the package, which has no types. */
declare module 'rdf-parser-csvw' {
  import type { Store } from 'n3';

  export default class CsvwParser {
    constructor(options: { metadata: Store; baseIRI: string });
    import(input: NodeJS.ReadableStream): NodeJS.ReadableStream;
  }
}
