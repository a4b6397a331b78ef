import { KINDS, NO_KEY, PLAIN, BROKEN } from './name-kinds.ts';
import { absorbText, absorbWords, startState, type States } from './name-hash.ts';
import { hasLoneSurrogate } from '../../rdf/characters.ts';

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
