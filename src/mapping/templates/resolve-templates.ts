import { HubError } from '../../errors.ts';
import { quote } from '../json/text.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { assembleBlock } from '../semantic/assemble.ts';
import type { SemanticBlock } from '../semantic/semantic-block.ts';
import {
  ExpandedContext,
  isReserved,
  NameExpander,
  saysTime,
  type ExpandedObject,
  type ExpandedRow,
  type ExpandedTemplate,
} from '../semantic/expand.ts';
import { percentEncode } from '../../rdf/iri.ts';
import { TIME_HAS_TIME } from '../../rdf/namespaces.ts';
import type { ResolvedKey, ResolvedObject, ResolvedRow, ResolvedTemplates } from './resolved-templates.ts';

export interface ResolveOptions {
  /** Namespace in which entities are minted; null is that of the hub. */
  readonly base: string | null;
  /** Values are linked to their instants. */
  readonly align: boolean;
  /** The block of a document, whose templates count then; without one, those of the vocabulary do. */
  readonly block?: SemanticBlock | undefined;
}

/** Rows of all keys, and predicates on the ways to their nodes: all of them are held. A term of the shipped vocabulary has some twenty. */
const MOST_STEPS = 5_000_000;

/** The block's date does not matter here: its annotations are not looked at. */
const NO_DATE = new Date(0);

/**
 * What the conversion makes of documents that have these keys and no others, by the templates of a vocabulary or of a block.
 *
 * @param names the keys; of equal ones the first counts
 * @throws HubError `invalid-semantic` for a vocabulary or a block whose templates have names that are none, `answer-too-large` for long chains of nodes
 */
export function resolveTemplates(
  names: readonly string[],
  lexicon: Lexicon,
  options: ResolveOptions,
): ResolvedTemplates {
  return new Resolver([...new Set(names)], lexicon, options).resolve();
}

class Resolver {
  private readonly names: readonly string[];
  private readonly known: ReadonlySet<string>;
  private readonly lexicon: Lexicon;
  private readonly base: string;
  private readonly align: boolean;
  private readonly context: SemanticBlock['context'];
  private readonly block: ExpandedContext<ExpandedTemplate>;
  private readonly hasTimeKey: boolean;
  private readonly citedOutside = new Set<string>();
  private readonly undescribedNodes = new Set<string>();
  private steps = 0;

  constructor(names: readonly string[], lexicon: Lexicon, options: ResolveOptions) {
    const { base, align, block = assembleBlock(names, lexicon, base, NO_DATE).block } = options;
    this.names = names;
    this.known = new Set(names);
    this.lexicon = lexicon;
    this.base = base ?? block.base ?? lexicon.idIri;
    this.align = align;
    this.context = block.context;
    const expander = new NameExpander(block, lexicon);
    this.block = new ExpandedContext(block.context, (key, template) => expander.expand(key, template));
    this.hasTimeKey = names.some((name) => this.isTime(name));
  }

  resolve(): ResolvedTemplates {
    const { lexicon, base, align } = this;
    const keys = new Map(this.names.map((name): [string, ResolvedKey] => [name, this.resolveKey(name)]));
    return {
      versionIri: lexicon.versionIri,
      vocabularyIri: lexicon.vocabularyIri,
      base,
      align,
      keys,
      citedOutside: [...this.citedOutside],
      undescribedNodes: [...this.undescribedNodes],
      prefixes: lexicon.prefixes,
    };
  }

  private resolveKey(name: string): ResolvedKey {
    const term = this.lexicon.terms.get(name);
    const isEntity = this.block.citedEntities.has(name);
    const isTime = this.isTime(name);
    const hasTemplate = !isReserved(name) && (this.context.get(name)?.length ?? 0) > 0;
    const form = isEntity ? 'entity' : hasTemplate ? 'node' : 'literal';
    const hasInstant = this.align && this.hasTimeKey && form === 'node' && !isTime;
    const rows = hasTemplate ? this.rowsOf(name, hasInstant) : [];
    return {
      name,
      predicate: (term === undefined ? this.base : this.lexicon.vocabularyIri) + percentEncode(name),
      isTerm: term !== undefined,
      form,
      isTime,
      datatype: this.datatypeOf(name),
      entityBase: `${this.base}${percentEncode(name)}/`,
      rows,
      readPath: form === 'literal' ? [] : readPathOf(name, rows),
      range: term?.range ?? null,
      replacedBy: term?.replacedBy,
    };
  }

  private templateOf(name: string): readonly ExpandedRow[] {
    return isReserved(name) ? [] : (this.block.templates.get(name)?.rows ?? []);
  }

  private isTime(name: string): boolean {
    return this.templateOf(name).some((row) => saysTime(row, name));
  }

  private datatypeOf(name: string): string | null {
    return this.lexicon.terms.get(name)?.datatype ?? this.block.timeDatatypes.get(name) ?? null;
  }

  /** The rows of a key, then those of the nodes that it introduces and that these introduce: breadth first, so that paths are short. */
  private rowsOf(name: string, hasInstant: boolean): ResolvedRow[] {
    const found: ResolvedRow[] = [];
    const open: { subject: string | null; path: readonly string[]; template: readonly ExpandedRow[] }[] = [
      { subject: null, path: [], template: this.templateOf(name) },
    ];
    const introduced = new Set<string>();
    for (const { subject, path, template } of open) {
      for (const { predicate, objects } of template) {
        for (const object of objects) {
          const resolved = this.resolveObject(object);
          if (resolved === null) continue;
          const isOptional = (resolved.kind === 'value' || resolved.kind === 'entity') && resolved.key !== name;
          found.push({ subject, path, predicate, object: resolved, isOptional });
          this.count(1, name);
          if (resolved.kind !== 'node' || introduced.has(resolved.node)) continue;
          introduced.add(resolved.node);
          const described = this.block.templates.get(resolved.node)?.rows;
          if (described === undefined) this.undescribedNodes.add(resolved.node);
          else {
            this.count(path.length + 1, name);
            open.push({ subject: resolved.node, path: [...path, predicate], template: described });
          }
        }
      }
    }
    if (hasInstant)
      found.push({ subject: null, path: [], predicate: TIME_HAS_TIME, object: { kind: 'instant' }, isOptional: true });
    return found;
  }

  private count(steps: number, name: string): void {
    this.steps += steps;
    if (this.steps <= MOST_STEPS) return;
    const [keys, most] = [this.names.length, MOST_STEPS].map((number) => number.toLocaleString('en'));
    throw new HubError(
      'answer-too-large',
      `The templates of the ${keys} keys have more than ${most} rows and steps to their nodes, which is the limit; it is met at ${quote(name)}. Take fewer of the keys, or terms with shorter chains of nodes.`,
      { key: name },
    );
  }

  /** Null for a token of a key that the set lacks: it never resolves. */
  private resolveObject({ kind, text }: ExpandedObject): ResolvedObject | null {
    if (kind === 'constant') return { kind, iri: text };
    if (kind === 'node') return { kind, node: text };
    if (!this.known.has(text)) {
      this.citedOutside.add(text);
      return null;
    }
    return kind === 'entity' ? { kind, key: text } : { kind, key: text, datatype: this.datatypeOf(text) };
  }
}

function readPathOf(name: string, rows: readonly ResolvedRow[]): readonly string[] | null {
  const row = rows.find(({ object }) => object.kind === 'value' && object.key === name);
  return row === undefined ? null : [...row.path, row.predicate];
}
