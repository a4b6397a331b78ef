import { FormatNames } from './format-names.ts';
import { RecentList } from './json/recent-list.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { isNamespace } from './semantic/expand.ts';
import type { SemanticBlock } from './semantic/semantic-block.ts';
import { SharedDatatypes, SharedTerms } from './semantic/shared-terms.ts';

/** Prefixes and bases for which terms are kept. */
const MAX_TERMS = 8;
/** About how many characters of names one may hold: the shipped vocabulary has 4.2 million. */
const MAX_CHARACTERS = 6 * 1024 * 1024;

/** Terms with what the formats write of them. */
interface WrittenTerms {
  readonly terms: SharedTerms;
  readonly names: FormatNames;
}

/** What mappings of one vocabulary share, whatever keys the documents have. */
export class TermsCache {
  private readonly lexicon: Lexicon;
  private readonly datatypes = new SharedDatatypes();
  private readonly kept = new RecentList<WrittenTerms>(MAX_TERMS);
  /** All that are registered; null where it matters which of them a block has, as two are of one namespace or one is of none. */
  private readonly registered: ReadonlyMap<string, string> | null;

  constructor(lexicon: Lexicon) {
    const { prefixes } = lexicon;
    const namespaces = new Set(prefixes.values());
    this.lexicon = lexicon;
    this.registered = namespaces.size === prefixes.size && [...namespaces].every(isNamespace) ? prefixes : null;
  }

  /**
   * @param isKept false for a block that is too long to be kept
   * @throws HubError `invalid-semantic`
   */
  of({ prefixes, base: ownBase }: SemanticBlock, base: string | null, isKept: boolean): WrittenTerms {
    const block = { prefixes: this.declaredBy(prefixes), base: ownBase };
    const known = isKept
      ? this.kept.find(({ terms }) => terms.predicates.size <= MAX_CHARACTERS && terms.areOf(block, base))
      : undefined;
    if (known !== undefined) return known;
    const terms = new SharedTerms(block, base, this.lexicon, this.datatypes);
    const written = { terms, names: new FormatNames(terms) };
    if (isKept) this.kept.add(written);
    return written;
  }

  /** A block that declares prefixes as they are registered says nothing by that: those that embedding made differ in which they cite. */
  private declaredBy(prefixes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const { registered } = this;
    const isPart = registered !== null && [...prefixes].every(([prefix, iri]) => registered.get(prefix) === iri);
    return isPart ? registered : prefixes;
  }
}
