import type { TripleColumns } from '../triple-columns.ts';
import { TripleTable } from '../triple-table.ts';
import type { VocabularyGroups } from './kept-groups.ts';
import { parseShapes, type ParsedShapes } from './parse-shapes.ts';
import type { ShapeTexts } from './shape-violation.ts';
import { Shapes } from './validate-shapes.ts';

/** What the thread is given that prepares the check of a first change. */
export interface GroupsTask {
  /** Null where its groups are known. */
  readonly vocabulary: TripleColumns | null;
  readonly texts: ShapeTexts;
  /** Whether the parsed shapes are wanted, too. */
  readonly wantsShapes: boolean;
}

/** What a first change is checked with. */
export interface PreparedGroups {
  /** Null when they are not wanted. */
  readonly parsed: ParsedShapes | null;
  /** As `Shapes.groupsOf` has them; null where they are known. */
  readonly groups: VocabularyGroups | null;
}

/** What the thread runs: to parse the shapes and to group all labels takes a second or more, in which the hub goes on answering. */
export default function run({ vocabulary, texts, wantsShapes }: GroupsTask): PreparedGroups {
  const parsed = parseShapes(texts);
  const groups = vocabulary === null ? null : new Shapes(parsed).groupsOf(new TripleTable(vocabulary));
  return { parsed: wantsShapes ? parsed : null, groups };
}
