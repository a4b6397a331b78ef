import { SKOS } from '../../rdf/namespaces.ts';
import { quoted } from './turtle-lines.ts';
import { LANGUAGES, type Block } from './variants.ts';

/** Says a property of something, with the line that says so. */
export type Say = (property: string, object: string, line: number) => void;

/**
 * Writes the labels, definitions and notes of a block in each of its languages.
 *
 * @param symbol of the unit, which labels end with; null for what has none
 */
export function writeTexts(block: Block, symbol: string | null, say: Say): void {
  for (const language of LANGUAGES) {
    const said = block.within(language);
    if (said === null) continue;
    const tag = `@${language}`;
    const label = said.text('label');
    if (label !== null)
      say(`${SKOS}prefLabel`, quoted(symbol === null ? label.text! : `${label.text} (${symbol})`, tag), label.line);
    for (const { text, line } of said.texts('also')) say(`${SKOS}altLabel`, quoted(text, tag), line);
    const definition = said.text('definition');
    if (definition !== null) say(`${SKOS}definition`, quoted(definition.text!, tag), definition.line);
    const note = said.text('note');
    if (note !== null) say(`${SKOS}scopeNote`, quoted(note.text!, tag), note.line);
  }
}
