import { FormatNames } from './format-names.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { perLexicon } from './lexicon/per-lexicon.ts';
import { checkNamespaces, isNamespace } from './semantic/expand.ts';
import type { SemanticBlock } from './semantic/semantic-block.ts';
import { SharedDatatypes, SharedTerms, type SharedKeys } from './semantic/shared-terms.ts';

/** Lists of prefixes for which terms are kept: those of sources that post in turn. */
const MAX_TERMS = 128;
/** About how many characters of names all of them may hold: the shipped vocabulary has 4.2 million. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Terms with what the formats write of them. */
interface WrittenTerms {
  readonly terms: SharedTerms;
  readonly names: FormatNames;
}

/** Looked at once: a vocabulary has dozens of prefixes, and a converter may be made for one document. */
const registeredOf = perLexicon(({ prefixes }) => {
  const namespaces = new Set(prefixes.values());
  const areApart = namespaces.size === prefixes.size && [...namespaces].every(isNamespace);
  return { prefixes: areApart ? prefixes : null };
});

/** What mappings of one vocabulary share, whatever keys the documents have. */
export class TermsCache {
  private readonly lexicon: Lexicon;
  private readonly datatypes = new SharedDatatypes();
  /** Those that were asked for last come first. */
  private kept: readonly WrittenTerms[] = [];
  /** All that are registered; null where it matters which of them a block has, as two are of one namespace or one is of none. */
  private readonly registered: ReadonlyMap<string, string> | null;
  private readonly onDropped: (names: FormatNames) => void;

  /** @param onDropped is told what is kept no longer, so that nothing else keeps it */
  constructor(lexicon: Lexicon, onDropped: (names: FormatNames) => void) {
    this.onDropped = onDropped;
    this.lexicon = lexicon;
    this.registered = registeredOf(lexicon).prefixes;
  }

  /**
   * @param baseOption wins over the block's base
   * @param isKept false for a block that is too long to be kept
   * @throws HubError `invalid-semantic`
   */
  of(block: SemanticBlock, baseOption: string | null, isKept: boolean): WrittenTerms & { readonly keys: SharedKeys } {
    const base = baseOption ?? block.base ?? this.lexicon.idIri;
    const prefixes = this.declaredBy(block.prefixes);
    const scheme = base.slice(0, base.indexOf(':') + 1);
    // Terms grow while they are used: those that are too long are asked for no more.
    if (isKept) this.keep(this.kept);
    const known = isKept ? this.kept.find(({ terms }) => terms.areOf(prefixes, scheme)) : undefined;
    const written = known ?? this.create(prefixes, scheme);
    checkNamespaces(new Map(), block.base);
    if (isKept) this.keep([written, ...this.kept.filter((other) => other !== written)]);
    return { ...written, keys: written.terms.keysUnder(base) };
  }

  private create(prefixes: ReadonlyMap<string, string>, scheme: string): WrittenTerms {
    const terms = new SharedTerms(prefixes, scheme, this.lexicon, this.datatypes);
    return { terms, names: new FormatNames(terms) };
  }

  /** @param terms the last of which make room */
  private keep(terms: readonly WrittenTerms[]): void {
    let characters = 0;
    const kept = terms.filter((each, i) => {
      characters += each.terms.size;
      return i < MAX_TERMS && characters <= MAX_CHARACTERS;
    });
    this.kept = kept;
    if (kept.length < terms.length) for (const each of terms) if (!kept.includes(each)) this.onDropped(each.names);
  }

  /** A block that declares prefixes as they are registered says nothing by that: those that embedding made differ in which they cite. */
  private declaredBy(prefixes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const { registered } = this;
    const isPart = registered !== null && [...prefixes].every(([prefix, iri]) => registered.get(prefix) === iri);
    return isPart ? registered : prefixes;
  }
}
