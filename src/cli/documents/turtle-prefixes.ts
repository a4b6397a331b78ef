import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';

const NOTHING = new Uint8Array(0);

/**
 * The prefixes of a Turtle output of many documents. Those of the vocabulary are declared once, before all; a document declares
 * what it has otherwise, and takes back what it changed, so that no document depends on the ones before it.
 */
export class TurtlePrefixes {
  /** Declarations by what they begin with. */
  readonly #declared: ReadonlyMap<string, string>;
  #lastHead: Uint8Array = NOTHING;
  #last = { before: NOTHING, behind: NOTHING };

  constructor({ prefixes }: Lexicon) {
    const lines = Array.from(prefixes)
      .filter(([prefix, namespace]) => /^[A-Za-z][A-Za-z0-9_-]*$/.test(prefix) && !/[\s<>"{}|^`\\]/.test(namespace))
      .map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .`);
    this.#declared = new Map(lines.toSorted().map((line) => [prefixOf(line), line]));
  }

  /** What stands before all documents. */
  open(): string {
    return this.#declared.size === 0 ? '' : `${[...this.#declared.values()].join('\n')}\n\n`;
  }

  /** What stands before and behind a document that would declare `head` if it stood alone. */
  around(head: Uint8Array): { readonly before: Uint8Array; readonly behind: Uint8Array } {
    if (!sameBytes(head, this.#lastHead)) {
      const lines = new TextDecoder().decode(head).split('\n');
      const others = lines.filter((line) => line !== '' && this.#declared.get(prefixOf(line)) !== line);
      this.#lastHead = head;
      this.#last = {
        before: block(others),
        behind: block(others.flatMap((line) => this.#declared.get(prefixOf(line)) ?? [])),
      };
    }
    return this.#last;
  }
}

function block(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  return lines.length === 0 ? NOTHING : new TextEncoder().encode(`${lines.join('\n')}\n\n`);
}

/** A declaration up to its colon. */
function prefixOf(declaration: string): string {
  return declaration.slice(0, declaration.indexOf(':'));
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
