import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { TurtleDocument } from '../../rdf/read-rdf.ts';
import { expandFacets, readFacets } from './facets.ts';
import { Names } from './names.ts';
import type { SeedFile, SeedSources } from './read-sources.ts';
import { readYaml, type LocatedMap } from './read-yaml.ts';
import { rowsOfNode, templateOf, type Patterns, type Template } from './template.ts';
import { TurtleLines } from './turtle-lines.ts';
import { Block, readVariants, type Variant } from './variants.ts';
import { writeNode, writeQuantity, writeTerm, type Writing } from './write-term.ts';

interface SharedNode {
  readonly name: string;
  readonly block: Block;
  readonly rows: Template['rows'];
}

/**
 * The whole terms that the short form stands for, a Turtle document for each of its files (`docs/vocabulary.md`).
 *
 * @throws SeedError when a file cannot be expanded
 */
export function expandSeeds(sources: SeedSources, hub: HubNamespaces): TurtleDocument[] {
  const { patterns, names } = readPatterns(sources, hub);
  const facets = readFacets(sources.facets);
  const files = sources.terms.map((file) => ({ file, ...readTerms(file, patterns, names) }));
  const known = new Set(files.flatMap(({ terms }) => terms.map(({ variant }) => variant.name)));
  const cited = citationsOf(files, known);
  const expanded = files.map(({ file, terms, nodes }) => {
    const lines = new TurtleLines(hub.vocabulary);
    const writing: Writing = { names, facets, hub, lines };
    for (const { variant, template } of terms) writeTerm(variant, template, cited, writing);
    const measured = terms.map(({ variant }) => variant).filter(({ unit }) => unit !== null);
    for (const variant of new Map(measured.toReversed().map((term) => [term.quantity, term])).values())
      writeQuantity(variant, writing);
    for (const { name, block, rows } of nodes) writeNode(name, rows, block.line, hub, lines);
    return lines.document(file.name);
  });
  return [expandFacets(sources.facets, hub), ...expanded];
}

function readPatterns(
  { patterns, prefixes, units, scales }: SeedSources,
  { vocabulary }: HubNamespaces,
): { patterns: Patterns; names: Names } {
  const { entries } = readYaml(patterns.name, patterns.text);
  const mapOf = (key: string): LocatedMap => {
    const file = new Block(patterns.name, 'the file', 1, entries);
    return file.map(key) ?? file.refuse(1, key, 'the file has it');
  };
  const symbols = Array.from(mapOf('symbols').entries, ([spelling, symbol]): [string, string] => [
    spelling,
    symbol.is === 'text' ? (symbol.text ?? '') : '',
  ]);
  const read = Array.from(mapOf('patterns').entries, ([name, rows]): [string, LocatedMap] => [
    name,
    rows.is === 'map'
      ? rows
      : new Block(patterns.name, name, rows.line, entries).refuse(rows.line, name, 'it has rows'),
  ]);
  const turtle = (file: SeedFile): TurtleDocument => ({ ...file, baseIri: vocabulary });
  return {
    patterns: new Map(read),
    names: new Names(turtle(prefixes), turtle(units), new Map(symbols), scales.map(turtle)),
  };
}

function readTerms(
  { name: file, text }: SeedFile,
  patterns: Patterns,
  names: Names,
): { terms: { variant: Variant; template: Template }[]; nodes: SharedNode[] } {
  const category = file.replace(/^.*\//, '').replace(/\.yaml$/, '');
  const terms: { variant: Variant; template: Template }[] = [];
  const nodes: SharedNode[] = [];
  for (const [name, map] of readYaml(file, text).entries) {
    const block = new Block(file, name, map.line, map.is === 'map' ? map.entries : new Map());
    if (map.is !== 'map') return block.refuse(map.line, name, 'a term has keys: units, pattern, en …');
    if (name.startsWith('?')) nodes.push({ name, block, rows: rowsOfNode(block, map, names) });
    else
      for (const variant of readVariants(block, map, category, names))
        terms.push({ variant, template: templateOf(variant, patterns, names) });
  }
  return { terms, nodes };
}

/** The tokens that templates have, `$key` and `@key`. @throws SeedError for one of a key that is no term, and for a node without rows */
function citationsOf(
  files: readonly {
    readonly terms: readonly { variant: Variant; template: Template }[];
    readonly nodes: readonly SharedNode[];
  }[],
  known: ReadonlySet<string>,
): Set<string> {
  const cited = new Set<string>();
  const shared = new Set(files.flatMap(({ nodes }) => nodes.map(({ name }) => name)));
  const check = (block: Block, rows: Template['rows'], own: ReadonlySet<string>): void => {
    for (const { object, line } of rows) {
      if (/^[$@]/.test(object)) {
        if (!known.has(object.slice(1))) block.refuse(line, object, 'it cites a key that is no term');
        cited.add(object);
      } else if (object.startsWith('?') && !own.has(object) && !shared.has(object))
        block.refuse(
          line,
          object,
          'the node has no rows: add them to the template, or a block of its name to the file',
        );
    }
  };
  for (const { terms, nodes } of files) {
    for (const { variant, template } of terms) {
      const own = new Set(template.nodes.keys());
      for (const rows of [template.rows, ...template.nodes.values()]) check(variant.block, rows, own);
    }
    for (const { block, rows } of nodes) check(block, rows, new Set());
  }
  return cited;
}
