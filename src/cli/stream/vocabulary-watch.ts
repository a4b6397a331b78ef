import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { loadLexicon, type VocabularyChoice } from '../vocabulary/load-vocabulary.ts';

/** The vocabulary of a command that runs for long: that of a hub is looked at again and again. */
export class VocabularyWatch {
  /** That which was read last. */
  lexicon: Lexicon;
  readonly #choice: VocabularyChoice;
  readonly #check: (lexicon: Lexicon) => void;
  readonly #tell: (message: string) => void;
  #timer: NodeJS.Timeout | null = null;
  #fault = '';

  private constructor(
    lexicon: Lexicon,
    choice: VocabularyChoice,
    check: (lexicon: Lexicon) => void,
    tell: (message: string) => void,
  ) {
    this.lexicon = lexicon;
    this.#choice = choice;
    this.#check = check;
    this.#tell = tell;
  }

  /**
   * Reads the vocabulary.
   *
   * @param check throws for one that cannot be used
   * @param tell gets what operators want to know
   * @throws HubError, CommandError
   */
  static async open(
    choice: VocabularyChoice,
    check: (lexicon: Lexicon) => void,
    tell: (message: string) => void,
  ): Promise<VocabularyWatch> {
    const lexicon = await loadLexicon(choice);
    check(lexicon);
    return new VocabularyWatch(lexicon, choice, check, tell);
  }

  /** Looks for another version every so many seconds, if the vocabulary is a hub's. 0 is never. */
  start(seconds: number): void {
    const { hub } = this.#choice;
    if (hub === undefined || seconds === 0) return;
    this.#timer = setTimeout(async () => {
      await this.#look(hub);
      if (this.#timer !== null) this.start(seconds);
    }, seconds * 1000);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #look(hub: string): Promise<void> {
    try {
      const { readHubVersion } = await import('../vocabulary/read-hub.ts');
      if ((await readHubVersion(hub)) === this.lexicon.versionIri) return;
      const lexicon = await loadLexicon(this.#choice);
      this.#check(lexicon);
      this.lexicon = lexicon;
      this.#fault = '';
      this.#tell(`From now on documents are converted with ${lexicon.versionIri}.`);
    } catch (error) {
      const { message } = error as Error;
      // An outage is told once.
      if (message !== this.#fault) this.#tell(`${message} The vocabulary stays ${this.lexicon.versionIri}.`);
      this.#fault = message;
    }
  }
}
