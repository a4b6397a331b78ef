import { MAX_POINTER_CHARACTERS, pointerToken } from '../mapping/json/text.ts';

/** The place of a record in its document. Where it stands in an array is known only when the array is in order. */
export class Place {
  private readonly parent: Place | null;
  private readonly token: string;
  private index = -1;

  constructor(parent: Place | null, name: string | null) {
    this.parent = parent;
    this.token = name === null ? '' : pointerToken(name);
  }

  setIndex(index: number): void {
    this.index = index;
  }

  /** JSON Pointer; far down behind long names, that of a record around it. */
  pointer(): string {
    const around = this.parent?.pointer() ?? '';
    return around.length > MAX_POINTER_CHARACTERS
      ? around
      : around + this.token + (this.index < 0 ? '' : `/${this.index}`);
  }

  /** That of a member of the record. */
  member(name: string): string {
    return this.pointer() + pointerToken(name);
  }
}
