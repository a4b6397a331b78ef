import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A Markdown file of the project. */
export interface Document {
  /** Relative to the top of the project. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block, with what the comment `<!-- example: … -->` above it says. */
export interface Block {
  /** Of the opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** Null for a block without such a comment. */
  readonly role: string | null;
}

/** The Markdown files at the top, and those in and below the folders that have some. */
export function readDocuments(): Document[] {
  const top = readdirSync(ROOT);
  const below = ['docs', 'clients', 'store', 'seeds', 'test', '.github']
    .filter((folder) => existsSync(ROOT + folder))
    .flatMap((folder) =>
      readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    );
  const paths = [...top, ...below].filter((name) => name.endsWith('.md'));
  return paths.toSorted().map((path) => ({ path, text: readFileSync(ROOT + path, 'utf8') }));
}

/** The fenced blocks of a document, in order. */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const language = /^```(\w*)$/.exec(lines[at]!)?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', at + 1);
    if (end < 0) throw new Error(`the block of line ${at + 1} has no end`);
    let above = at - 1;
    while (lines[above] === '') above--;
    const role = /^<!-- example: (.+) -->$/.exec(lines[above] ?? '')?.[1] ?? null;
    blocks.push({ line: at + 1, language, text: lines.slice(at + 1, end).join('\n'), role });
    at = end;
  }
  return blocks;
}

/** What a document says outside its fenced blocks. */
export function withoutBlocks(text: string): string {
  return text.replace(/^```\w*\n[^]*?\n```$/gm, '');
}

/** The cells of the rows of all tables whose first heading is this, backquotes taken away. */
export function readTable(text: string, firstHeading: string): string[][] {
  const cellsOf = (line: string): string[] =>
    line
      .slice(1, line.lastIndexOf('|'))
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''));
  const rows: string[][] = [];
  let isWanted = false;
  let isInTable = false;
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) isInTable = false;
    else if (!isInTable) {
      isInTable = true;
      isWanted = cellsOf(line)[0] === firstHeading;
    } else if (isWanted && !/^\|[\s|:-]+$/.test(line)) rows.push(cellsOf(line));
  }
  if (rows.length === 0) throw new Error(`there is no table "${firstHeading}"`);
  return rows;
}
