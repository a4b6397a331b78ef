/** The W3C's tests of SPARQL 1.1. */
import { Parser, Store, type Quad_Subject, type Term } from 'n3';
import { readTarGz } from './read-tar.ts';
import { pathOfSuite } from './suites.ts';

export const W3C_RDF_TESTS = 'w3c-rdf-tests.tar.gz';
const FOLDER = 'sparql/sparql11/';
const BASE = 'http://tests.example/';

export const MF = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#';
export const QT = 'http://www.w3.org/2001/sw/DataAccess/tests/test-query#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

let files: Map<string, Buffer> | null = null;

/** A node of a manifest, and what it says. */
export class Entry {
  readonly id: Term;
  readonly #store: Store;

  constructor(store: Store, id: Term) {
    this.#store = store;
    this.id = id;
  }

  get(property: string): Entry | null {
    return this.all(property)[0] ?? null;
  }

  all(property: string): Entry[] {
    return this.#store
      .getObjects(this.id as Quad_Subject, property, null)
      .map((object) => new Entry(this.#store, object));
  }

  get text(): string {
    return this.id.value;
  }

  /** The members of a list. */
  items(): Entry[] {
    const items: Entry[] = [];
    for (
      let node: Entry | null = this as Entry;
      node !== null && node.text !== `${RDF}nil`;
      node = node.get(`${RDF}rest`)
    )
      items.push(node.get(`${RDF}first`)!);
    return items;
  }

  /** The text of the file that it names. */
  file(): string {
    return fileText(this.text.slice(BASE.length));
  }

  /** The file's name behind its last slash. */
  get fileName(): string {
    return this.text.slice(this.text.lastIndexOf('/') + 1);
  }
}

/** The tests of one folder, in order. */
export function readManifest(folder: string): Entry[] {
  const base = `${BASE}${folder}/manifest.ttl`;
  const store = new Store(new Parser({ baseIRI: base }).parse(fileText(`${folder}/manifest.ttl`)));
  const [list] = store.getObjects(null, `${MF}entries`, null);
  return new Entry(store, list!).items();
}

function fileText(path: string): string {
  files ??= readTarGz(pathOfSuite(W3C_RDF_TESTS));
  const file = files.get(FOLDER + path);
  if (file === undefined) throw new Error(`the suite has no ${path}`);
  return file.toString('utf8');
}
