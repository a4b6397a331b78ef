import { absorbText, absorbWords, startState, type States } from './name-hash.ts';
import { hasLoneSurrogate } from '../../rdf/characters.ts';

/** What a name is of, or a part of one: names of different kinds are made of different blocks. The numbers never change. */
export const INSTANT = 0;
export const ROOT = 1;
export const RECORD = 2;
export const ITEM = 3;
export const ITEM_AT = 4;
export const VALUE = 5;
export const VALUE_AT = 6;
export const ROW = 7;
export const ROW_AT = 8;
export const OWN_ROW = 9;
export const RECORD_ROW = 10;
export const AXIS_ROW = 11;
export const AXIS_ROW_AT = 12;
export const MEMBER = 13;
export const INSTANT_ROW = 14;
const KINDS = 15;

/** The key of kinds that have none. */
export const NO_KEY = -1;

/** Tags of texts. JSON distinguishes two lone surrogates, which UTF-8 cannot, and `1` from `"1"`. */
export const PLAIN = 0;
export const STRING_TEXT = 1;
export const BROKEN = 2;
/** Words that begin what is no text: greater than the tags of texts, with `STRING_TEXT` added or not. */
export const BEGIN_RECORD = 4;
export const BEGIN_ARRAY = 5;
export const INDEX = 6;
export const POSITION = 7;

/** The states that names begin with. They are kept, because many names begin alike: copy one before more is mixed into it. */
export class NamePrefixes {
  private readonly keyNames: readonly string[];
  private readonly base: States;
  private readonly prefixes = new Map<number, States>();
  /** By name of a node `?name`. */
  private readonly rowNodes = new Map<string, States>();

  /** @param keyNames the names of the document's keys, by number */
  constructor(base: string, keyNames: readonly string[]) {
    this.keyNames = keyNames;
    this.base = startState();
    absorbText(this.base, 0, PLAIN, base);
  }

  /** The state that holds the base, a kind and a key. */
  of(kind: number, key: number): States {
    const number = (key + 1) * KINDS + kind;
    let state = this.prefixes.get(number);
    if (state === undefined) {
      this.prefixes.set(number, (state = this.base.slice()));
      absorbWords(state, 0, kind, 0, 0, 0);
      if (key !== NO_KEY) absorbKey(state, this.keyNames[key]!);
    }
    return state;
  }

  /** The state that holds the name of a node `?name`. */
  ofRowNode(node: string): States {
    let state = this.rowNodes.get(node);
    if (state === undefined) {
      this.rowNodes.set(node, (state = startState()));
      absorbText(state, 0, PLAIN, node);
    }
    return state;
  }
}

function absorbKey(state: States, name: string): void {
  if (hasLoneSurrogate(name)) absorbText(state, 0, BROKEN, JSON.stringify(name));
  else absorbText(state, 0, PLAIN, name);
}
