const MARKS = /\p{Mark}+/gu;
/** Signs of units that become letters, so that they stay when all other signs go. */
const SIGNS: ReadonlyArray<readonly [RegExp, string]> = [
  [/°\s*C\b|℃/gu, ' degC '],
  [/°/gu, ' deg '],
  [/%/gu, ' percent '],
  [/€/gu, ' eur '],
  [/[Ωω](?![\p{L}])/gu, 'ohm'],
  [/²/gu, '2'],
  [/³/gu, '3'],
  [/ß/gu, 'ss'],
];

/** Most texts have none of them. */
const ANY_SIGN = /[°℃%€Ωω²³ß]/u;
/** What is a part of words, and what stands between them. */
const [LETTER_AT_END, BETWEEN_WORDS] = [/[\p{L}\p{N}]$/u, /[^\p{L}\p{N}]+/gu];

/** Scripts that write words without blanks between them. */
const UNSPACED_SCRIPTS = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`;
const UNSPACED = new RegExp(String.raw`[${UNSPACED_SCRIPTS}]`, 'u');
/** Signs such as that of a long vowel are of several scripts. */
const UNSPACED_RUNS = new RegExp(String.raw`[${UNSPACED_SCRIPTS}ー々〆]+`, 'gu');

/** Characters that are divided in one piece: for each word the whole piece is copied, and long ones would take the square of their length. */
const MOST_AT_ONCE = 1000;
let segmenter: Intl.Segmenter | null = null;

/** A text without its case and its accents: `Potência` is `potencia`. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.replaceAll('%', ' percent ').toLowerCase();
  let folded = text;
  if (ANY_SIGN.test(text)) for (const [sign, letters] of SIGNS) folded = folded.replace(sign, letters);
  return folded.normalize('NFKD').replace(MARKS, '').toLowerCase();
}

/** Most texts are, and of the signs they have the one of percent alone. */
function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** The words of a text or a name, folded: `active_power-kW` and `Active Power (kW)` have the same. */
export function wordsOf(text: string): string[] {
  return wordsIn(foldText(withBlanks(text)));
}

/** A text with blanks between words of scripts that have none: `母线电压` has two words. */
function withBlanks(text: string): string {
  // Not folded yet: words of Thai are known by their vowels, which are marks.
  if (!UNSPACED.test(text)) return text;
  const runs = text.match(UNSPACED_RUNS)!;
  // Together, as lines: what is made for each text that is divided takes kilobytes of the C library's memory until garbage is collected.
  const spaced = segmentsOf(runs.join('\n')).join(' ').split(' \n ');
  let next = 0;
  return text.replace(UNSPACED_RUNS, () => spaced[next++]!);
}

function segmentsOf(text: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = from + MOST_AT_ONCE;
    const segments = segmentsOfPiece(text.slice(from, to));
    // The last one may go on behind the piece.
    if (to < text.length && segments.length > 1) segments.pop();
    for (const segment of segments) {
      found.push(segment);
      from += segment.length;
    }
  }
  return found;
}

function segmentsOfPiece(text: string): string[] {
  // Made when a text needs it: it loads dictionaries.
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  const segments = segmenter.segment(text);
  const found: string[] = [];
  // Looked up one behind the other: to walk them would copy what was made.
  for (let at = 0; at < text.length;) {
    const { segment } = segments.containing(at)!;
    found.push(segment);
    at += segment.length;
  }
  return found;
}

/** The words of a folded text. */
export function wordsIn(folded: string): string[] {
  return folded.split(BETWEEN_WORDS).filter((word) => word !== '');
}

/** The letters and digits of a folded text. */
export function lettersOf(folded: string): string {
  return folded.replace(BETWEEN_WORDS, '');
}

/**
 * Whether a word of a folded text begins with this, which is letters and digits. Long texts are not divided for that: where nothing stands
 * between words, one may begin anywhere.
 */
export function hasWordWith(folded: string, beginning: string): boolean {
  if (UNSPACED.test(beginning)) return folded.includes(beginning);
  for (let at = folded.indexOf(beginning); at !== -1; at = folded.indexOf(beginning, at + 1))
    // Two, as a letter may be a pair of surrogates.
    if (!LETTER_AT_END.test(folded.slice(Math.max(0, at - 2), at))) return true;
  return false;
}

/** Words in capitals before a word that begins with one. Of others nobody can tell where they end: `kVArh`. */
const SHORT_FORM = /(?<!\p{L})(AC|DC|DHW|EV|PV|SOC|UPS)(?=\p{Lu}\p{Ll}{2})/gu;

/** As `wordsOf`, and a new word also begins where a capital follows small letters, or certain short forms: `activePowerKW` has three, `ACPower` two. */
export function wordsOfKey(key: string): string[] {
  return wordsOf(
    key
      .replace(SHORT_FORM, '$1 ')
      .replace(/(\p{L}\p{Ll}|\p{N})(?=\p{Lu}\p{Ll})/gu, '$1 ')
      .replace(/(\p{Ll}{3})(\p{Lu}|k(?:W|V)|m\d)/gu, '$1 $2'),
  );
}

/** The letters and digits of a name and nothing else: two names with the same are spellings of one. */
export function spellingOf(name: string): string {
  return wordsOf(name).join('');
}

/** How many letters have to be added, dropped, changed or swapped with their neighbour; anything above `most` is `most + 1`. */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let distance = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        distance = Math.min(distance, before[column - 2]! + 1);
      current.push(distance);
      least = Math.min(least, distance);
    }
    if (least > most) return most + 1;
    before = above;
    above = current;
  }
  return above[other.length]!;
}
