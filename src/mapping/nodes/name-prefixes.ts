import { KINDS, NO_KEY, PLAIN, BROKEN } from './name-kinds.ts';
import { absorbText, absorbWords, copyState, startState, type States } from './name-hash.ts';
import type { KeyNames } from '../json/key-list.ts';
import { withRoomAt } from '../bytes/grow.ts';
import { hasLoneSurrogate } from '../../rdf/characters.ts';

/** The states that names begin with. They are kept, because many names begin alike. */
export class NamePrefixes {
  private readonly keys: KeyNames;
  /** Four words each; that of the base comes first. */
  private states: Int32Array<ArrayBuffer> = new Int32Array(KINDS * 4);
  private count = 1;
  /** By kind, and by key plus 1: the number of the state, 0 for none. */
  private readonly numbers: Int32Array[] = [];
  /** By name of a node `?name`. */
  private readonly rowNodes = new Map<string, States>();

  /** @param keys those of the document */
  constructor(base: string, keys: KeyNames) {
    this.keys = keys;
    copyState(this.states, 0, startState(), 0);
    absorbText(this.states, 0, PLAIN, base);
  }

  /** The state that holds the base, a kind and a key. */
  of(kind: number, key: number): States {
    const state = new Int32Array(4);
    this.copy(state, 0, kind, key);
    return state;
  }

  /** Copies that state. */
  copy(states: States, at: number, kind: number, key: number): void {
    const numbers = (this.numbers[kind] ??= new Int32Array(this.keys.count + 1));
    const number = (numbers[key + 1] ||= this.add(kind, key));
    copyState(states, at, this.states, number * 4);
  }

  private add(kind: number, key: number): number {
    const at = this.count * 4;
    const states = (this.states = withRoomAt(this.states, at + 3));
    copyState(states, at, states, 0);
    absorbWords(states, at, kind, 0, 0, 0);
    if (key !== NO_KEY) absorbKey(states, at, this.keys.nameOf(key));
    return this.count++;
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

function absorbKey(states: States, at: number, name: string): void {
  if (hasLoneSurrogate(name)) absorbText(states, at, BROKEN, JSON.stringify(name));
  else absorbText(states, at, PLAIN, name);
}
