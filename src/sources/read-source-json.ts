import type { JsonDocument } from '../mapping/json/document.ts';
import { quote } from '../mapping/json/text.ts';
import { nextValue, NULL, STRIDE } from '../mapping/json/tape-entry.ts';
import { SeedError, type Located, type LocatedMap } from '../vocabulary/seeds/read-yaml.ts';

const LINE_END = 0x0a;

/**
 * What a source file says that is written in JSON, with the same keys as one in YAML.
 *
 * @param file how messages name the file
 * @throws SeedError where a key stands twice
 */
export function readSourceJson(file: string, document: JsonDocument): LocatedMap {
  const { entries, bytes } = document;
  let line = 1;
  let at = 0;
  /** Entries are asked for in the order of the text. */
  const lineOf = (entry: number): number => {
    for (const start = entries[entry + 1]!; at < start; at++) if (bytes[at] === LINE_END) line++;
    return line;
  };
  const membersOf = (record: number): Map<string, Located> => {
    const members = new Map<string, Located>();
    const end = entries[record + 3]!;
    for (let member = record + STRIDE; member < end; member = nextValue(entries, member + STRIDE)) {
      const key = document.textOf(member);
      const lineOfKey = lineOf(member);
      if (members.has(key)) throw new SeedError(file, lineOfKey, `${quote(key)} stands here a second time`);
      members.set(key, locate(member + STRIDE, lineOfKey));
    }
    return members;
  };
  const locate = (value: number, lineOfKey: number): Located => {
    if (document.isRecord(value)) return { is: 'map', line: lineOfKey, entries: membersOf(value) };
    if (document.isArray(value))
      return {
        is: 'list',
        line: lineOfKey,
        items: document.blockItemsOf(value).map((item) => locate(item, lineOf(item))),
      };
    const kind = document.kindOf(value);
    return { is: 'text', line: lineOfKey, text: kind === NULL ? null : document.textOf(value) };
  };
  return { is: 'map', line: 1, entries: membersOf(document.root) };
}
