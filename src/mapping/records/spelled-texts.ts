import { hasNonXmlBytes } from '../../rdf/characters.ts';
import { NO_BYTES } from '../../rdf/utf8.ts';
import { QUOTE } from '../bytes/ascii.ts';
import type { JsonDocument } from '../json/document.ts';
import { spellOut } from '../json/text.ts';

/** The texts of strings with escapes that writers write otherwise, one at a time. */
export class SpelledTexts {
  /** The text that was spelled out last, in UTF-8. Behind it stands a quote, as behind one of the document. */
  bytes = NO_BYTES;
  private readonly document: JsonDocument;
  private readonly forXml: boolean;
  private value = -1;
  private length = 0;

  /** @param forXml characters that XML cannot hold are replaced */
  constructor(document: JsonDocument, forXml: boolean) {
    this.document = document;
    this.forXml = forXml;
  }

  /** Spells out a string into `bytes`; answers its length, -1 for half of a surrogate pair. */
  spell(value: number): number {
    if (value === this.value) return this.length;
    const { entries, bytes } = this.document;
    const start = entries[value + 1]!;
    const end = entries[value + 2]!;
    if (end - start >= this.bytes.length) this.bytes = new Uint8Array(Math.max(64, (end - start) * 2));
    const length = spellOut(bytes, start, end, this.bytes);
    this.bytes[Math.max(length, 0)] = QUOTE;
    this.value = value;
    return (this.length = length);
  }

  /** Writes the text of a string as the lexical form of a literal. */
  write(writer: { text(bytes: Uint8Array, length: number): void }, value: number): void {
    const length = this.spell(value);
    writer.text(this.bytes, length);
  }

  /** True for a string of which nothing is replaced. */
  isWhole(value: number): boolean {
    const length = this.spell(value);
    return length >= 0 && !(this.forXml && hasNonXmlBytes(this.bytes, 0, length));
  }
}
