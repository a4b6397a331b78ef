const [HASH_SIGN, SLASH] = [0x23, 0x2f];
/** How nearly all IRIs begin. */
const COMMON_SCHEMES = ['https:', 'http:'].map((scheme) => Buffer.from(scheme));

/** IRIs are sought until there is one in each of some namespaces, and one of each scheme. */
export class SoughtIris {
  /** Namespaces in which none was found yet, by their length in bytes: most IRIs are in none of such a length. */
  readonly #left: Uint8Array[][] = [];
  /** Of each common scheme, whether an IRI was found. */
  readonly #found = COMMON_SCHEMES.map(() => false);

  constructor(namespaces: Iterable<string>) {
    for (const namespace of new Set(namespaces)) {
      const bytes = Buffer.from(namespace);
      (this.#left[bytes.length] ??= []).push(bytes);
    }
  }

  /** Whether an IRI is one that is sought. Of schemes that are not common, all are. */
  take(texts: Uint8Array, start: number, end: number): boolean {
    const isInNew = this.#isInNew(texts, start, end);
    return this.#hasNewScheme(texts, start, end) || isInNew;
  }

  #isInNew(texts: Uint8Array, start: number, end: number): boolean {
    let cut = end;
    while (cut > start && texts[cut - 1] !== SLASH && texts[cut - 1] !== HASH_SIGN) cut--;
    const left = this.#left[cut - start];
    if (left === undefined) return false;
    const at = left.findIndex((namespace) => isAt(texts, start, cut, namespace, namespace.length));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }

  #hasNewScheme(texts: Uint8Array, start: number, end: number): boolean {
    for (let at = 0; at < COMMON_SCHEMES.length; at++) {
      const scheme = COMMON_SCHEMES[at]!;
      if (!isAt(texts, start, Math.min(end, start + scheme.length), scheme, scheme.length)) continue;
      const isNew = !this.#found[at];
      this.#found[at] = true;
      return isNew;
    }
    return true;
  }
}

/** Whether a part of texts is the beginning of other bytes, of that length. */
export function isAt(texts: Uint8Array, start: number, end: number, bytes: Uint8Array, length: number): boolean {
  if (end - start !== length) return false;
  for (let i = 0; i < length; i++) if (texts[start + i] !== bytes[i]) return false;
  return true;
}
