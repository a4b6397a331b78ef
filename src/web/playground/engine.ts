import { joinBytes } from '../../join-bytes.ts';
import { HubError } from '../../errors.ts';
import { JsonDocument } from '../../mapping/json/document.ts';
import { scanJson } from '../../mapping/json/scan.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { readTables } from '../../mapping/lexicon/lexicon-tables.ts';
import { readLexicon } from '../../mapping/lexicon/lexicon-file.ts';
import { analyse, openDocument, type Knowledge } from './analysis.ts';
import { convertBody, type BodyOptions, type WantedUnits } from './convert-body.ts';
import { bytesOf, keysOfArray, membersNamed, readBlock, sharesRecord } from './keys.ts';
import type { Meanings } from './meanings.ts';
import type { Analysis } from './model.ts';
import type { Change, FromWorker, Job, Replacement, ToWorker } from './protocol.ts';
import { factsOf } from './term-facts.ts';

/** Between two notes of progress. */
const PROGRESS_MS = 60;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What the worker of the playground knows and does. */
export class Engine {
  readonly #post: (message: FromWorker, transfer?: ArrayBuffer[]) => void;
  #knowledge: Knowledge | null = null;
  #baseUrl = '';
  #meanings: Meanings | null = null;
  /** The job that was analysed last. */
  #last: Job | null = null;

  /** @param post tells the page */
  constructor(post: (message: FromWorker, transfer?: ArrayBuffer[]) => void) {
    this.#post = post;
  }

  async take(message: ToWorker): Promise<void> {
    switch (message.type) {
      case 'vocabulary':
        this.#baseUrl = message.baseUrl;
        return this.#takeVocabulary(JSON.parse(decoder.decode(message.bytes)));
      case 'texts':
        return this.#takeTexts(message);
      case 'analyse':
        return this.#analyse(message.job);
      case 'change':
        return this.#change(message.job, message.change);
      case 'check':
        return this.#check(message.job);
      case 'draw':
        return this.#draw(message.job);
      case 'output':
        return this.#give(message.job, message.what);
    }
  }

  #takeVocabulary(json: unknown): void {
    const file = readTables(json);
    this.#knowledge = {
      lexicon: readLexicon(file, { baseUrl: this.#baseUrl }),
      facts: new Map(file.terms.map((term) => [term.name, factsOf(term)])),
    };
    this.#post({
      type: 'ready',
      version: file.version,
      terms: file.terms.flatMap(({ name, label, replacedBy }) =>
        replacedBy === undefined ? [[name, label] as const] : [],
      ),
    });
  }

  async #takeTexts({ lexicon, sources }: ToWorker & { readonly type: 'texts' }): Promise<void> {
    const file = readTables(JSON.parse(decoder.decode(lexicon)));
    const knowledge = {
      lexicon: readLexicon(file, { baseUrl: this.#baseUrl }),
      facts: new Map(file.terms.map((term) => [term.name, factsOf(term)])),
    };
    this.#knowledge = knowledge;
    const { data } = JSON.parse(decoder.decode(sources)) as { readonly data: readonly unknown[] };
    // Loaded behind all that is needed before; nothing later asks the hub for anything.
    const [{ Meanings }] = await Promise.all([
      import('./meanings.ts'),
      import('./draw.ts'),
      import('./describe.ts'),
      import('./check.ts'),
      import('../../mapping/units/convert-units.ts'),
    ]);
    this.#meanings = new Meanings(file.terms, data);
    this.#post({ type: 'sources', sources: this.#meanings.listSources() });
    if (this.#last !== null) await this.#analyse(this.#last);
  }

  async #analyse(job: Job): Promise<void> {
    const knowledge = this.#knowledge;
    if (knowledge === null) return;
    let told = 0;
    const analysis = analyse(job, knowledge, await unitsOf(job), (share) => {
      if (performance.now() - told < PROGRESS_MS) return;
      told = performance.now();
      this.#post({ type: 'progress', id: job.id, share });
    });
    this.#last = job;
    this.#post({ type: 'analysis', id: job.id, analysis });
    await this.#findMeanings(job, analysis);
  }

  async #findMeanings(job: Job, { keys, hasBlock, fault }: Analysis): Promise<void> {
    if (this.#meanings === null) return;
    const candidates = await this.#meanings.suggestFor(keys, this.#knowledge!.facts);
    const names = fault?.code === 'not-an-object' ? keysOfArray(encoder.encode(job.text)) : keys.map(({ key }) => key);
    // A name that the vocabulary has itself tells of no source.
    const { terms } = this.#knowledge!.lexicon;
    const source = hasBlock ? null : this.#meanings.chooseSource(names.filter((name) => !terms.has(name)));
    this.#post({ type: 'candidates', id: job.id, candidates, source });
  }

  async #change(job: Job, change: Change): Promise<void> {
    if (this.#knowledge === null) return;
    try {
      const changed = await this.#replacementsFor(job, change, this.#knowledge);
      this.#post({ type: 'changed', id: job.id, ...changed, fault: null });
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      this.#post({ type: 'changed', id: job.id, replacements: [], kind: job.kind, fault: error.message });
    }
  }

  async #replacementsFor(job: Job, change: Change, knowledge: Knowledge): Promise<Changed> {
    const { lexicon } = knowledge;
    const { describeDocument, spellOut } = await import('./describe.ts');
    const whole = (bytes: Uint8Array): Changed => ({
      replacements: [{ from: 0, to: job.text.length, insert: decoder.decode(bytes) }],
      kind: 'json',
    });
    if (change.name === 'rename') {
      const replacements = renameKey(job, change.key, change.term, knowledge);
      const renamed = encoder.encode(applied(job.text, replacements));
      const isDescribed = job.kind === 'json' && readBlock(new JsonDocument(scanJson(renamed), 0)) !== null;
      // A document that says its meaning itself has to say that of the new key, too.
      return isDescribed
        ? whole(describeDocument(renamed, lexicon, new Map([[change.term, change.term]]), new Date()))
        : { replacements, kind: job.kind };
    }
    const body = openDocument(job, knowledge).read.bytes;
    if (change.name === 'source') {
      const described = this.#meanings?.describeBySource(body, lexicon, change.source) ?? null;
      return described === null ? { replacements: [], kind: job.kind } : whole(spellOut(described));
    }
    const meant = new Map(change.name === 'fill' ? [[change.key, change.term]] : []);
    return whole(describeDocument(body, lexicon, meant, new Date()));
  }

  async #check(job: Job): Promise<void> {
    try {
      const { checkJob } = await import('./check.ts');
      this.#post({ type: 'checked', id: job.id, findings: checkJob(job, this.#knowledge!) });
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      this.#post({ type: 'failed', id: job.id, message: error.message });
    }
  }

  async #draw(job: Job): Promise<void> {
    try {
      const { drawDocument } = await import('./draw.ts');
      const units = await unitsOf(job);
      const drawn = drawDocument(openDocument(job, this.#knowledge!).read.bytes, this.#knowledge!, units);
      this.#post({ type: 'drawn', id: job.id, drawing: drawn });
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      this.#post({ type: 'failed', id: job.id, message: error.message });
    }
  }

  async #give(job: Job, what: 'rdf' | 'described' | 'triples'): Promise<void> {
    const { lexicon } = this.#knowledge!;
    try {
      const { describeDocument } = await import('./describe.ts');
      const body = openDocument(job, this.#knowledge!).read.bytes;
      const options = { format: what === 'triples' ? 'nt' : job.format, units: await unitsOf(job) } as const;
      const made =
        what === 'described'
          ? describeDocument(body, lexicon, new Map(), new Date())
          : convertWhole(body, lexicon, options);
      const bytes = made.slice().buffer;
      this.#post({ type: 'output', id: job.id, what, bytes }, [bytes]);
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      this.#post({ type: 'failed', id: job.id, message: error.message });
    }
  }
}

/** What changes values into the units of a job, loaded when somebody asks for it; null when they stay as they are. */
async function unitsOf({ units }: Job): Promise<WantedUnits | null> {
  if (units === null) return null;
  const { convertUnits } = await import('../../mapping/units/convert-units.ts');
  return { units, change: convertUnits };
}

function convertWhole(body: Uint8Array, lexicon: Lexicon, options: BodyOptions): Uint8Array {
  const chunks: Uint8Array[] = [];
  const { head } = convertBody(body, lexicon, options, (chunk) => chunks.push(chunk));
  return joinBytes([head, ...chunks]);
}

interface Changed {
  readonly replacements: readonly Replacement[];
  readonly kind: Job['kind'];
}

/** The name of a term in the place of each key of that name. */
function renameKey(job: Job, key: string, term: string, knowledge: Knowledge): Replacement[] {
  const { read, places } = openDocument(job, knowledge);
  const piece = ([start, end]: readonly [number, number], insert: string): Replacement => ({
    from: places.at(start),
    to: places.at(end),
    insert,
  });
  const column = read.columns?.get(key);
  // What is plain has no entry to be filled in.
  const isPlain = knowledge.facts.get(term)?.isPlain === true;
  if (read.columns !== null) {
    if (read.columns.has(term)) throw keptApart(key, term, isPlain);
    return column === undefined ? [] : [piece(column, term)];
  }
  const document = new JsonDocument(scanJson(read.bytes), 0);
  if (sharesRecord(document, key, term)) throw keptApart(key, term, isPlain);
  return membersNamed(document, key).map((member) =>
    piece(read.originOf(...bytesOf(document, member)), JSON.stringify(term)),
  );
}

/** Of two members of one name, the last alone would count. */
function keptApart(key: string, term: string, isPlain: boolean): HubError {
  const remedy = isPlain ? `Leave "${key}" as it is, or take one of the two away.` : 'Fill it in instead.';
  return new HubError(
    'invalid-option',
    `"${key}" stands beside a key "${term}" that there is already: renamed, one of their values would be lost. ${remedy}`,
  );
}

/** A text with its pieces replaced, which stand in their order. */
function applied(text: string, replacements: readonly Replacement[]): string {
  let at = 0;
  let changed = '';
  for (const { from, to, insert } of replacements) {
    changed += text.slice(at, from) + insert;
    at = to;
  }
  return changed + text.slice(at);
}
