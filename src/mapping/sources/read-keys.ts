import type { JsonDocument } from '../json/document.ts';
import { KeyMeanings } from './key-meanings.ts';
import type { KeyNamer } from './key-namer.ts';
import type { Scope } from './member-finder.ts';
import type { Path } from './path.ts';

/** What each key of a document means by its source, where its name alone is to say it. */
export function readKeys(document: JsonDocument, namer: KeyNamer): KeyMeanings {
  const reader = new KeyReader(document, namer);
  reader.readRecord(document.root, namer.root, null);
  return reader.meanings;
}

class KeyReader {
  readonly meanings = new KeyMeanings();
  readonly #document: JsonDocument;
  readonly #namer: KeyNamer;

  constructor(document: JsonDocument, namer: KeyNamer) {
    this.#document = document;
    this.#namer = namer;
  }

  readRecord(record: number, path: Path, around: Scope | null): void {
    const document = this.#document;
    const scope = { record, around };
    for (const member of document.membersOf(record)) {
      const key = document.nameOf(document.keyOf(member));
      const value = document.valueOf(member);
      const child = path.child(key);
      if (this.#holdsRecords(value)) {
        // A template that is made for a value says nothing right of a record.
        this.meanings.note(key, undefined);
        this.#readWithin(value, child, scope);
      } else this.meanings.note(key, this.#namer.name(child, scope).meaning);
    }
    this.#namer.finder.forget(record);
  }

  #readWithin(value: number, path: Path, scope: Scope): void {
    const document = this.#document;
    if (document.isRecord(value)) this.readRecord(value, path, scope);
    else if (document.isArray(value))
      for (let i = 0; i < document.lengthOf(value); i++) {
        const item = document.itemAt(value, i);
        this.#readWithin(item, path.child(this.#namer.itemStep(path, item, i, scope)), scope);
      }
  }

  #holdsRecords(value: number): boolean {
    const document = this.#document;
    if (document.isRecord(value)) return true;
    if (!document.isArray(value) || document.holdsScalarsOnly(value)) return false;
    for (let i = 0; i < document.lengthOf(value); i++) if (this.#holdsRecords(document.itemAt(value, i))) return true;
    return false;
  }
}
