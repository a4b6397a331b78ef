import { HubError } from '../../errors.ts';
import type { HistoryEntry, VocabularyArchive } from '../versions/archive.ts';
import { groupsOf, type StreamEntry, type StreamGroup } from './stream-groups.ts';
import { fitsBehind, type PartSize, type StepName } from './step-files.ts';
import type { StepMember } from './step-text.ts';
import type { VersionSteps } from './version-steps.ts';

interface EventStreamOptions {
  readonly archive: Pick<VocabularyArchive, 'durable' | 'history' | 'refresh'>;
  readonly steps: Pick<VersionSteps, 'find' | 'get' | 'read'>;
  /** How long a request waits for what versions changed to be found out. */
  readonly timing: { readonly comparisonMs: number };
}

const RETRY_SECONDS = 10;

/** A part of what a version changed. */
interface PagePiece {
  readonly entry: StreamEntry;
  readonly step: StepName;
  readonly part: number;
  readonly size: PartSize;
}

/** A page of members, in the order of versions. */
export interface StreamPage {
  /** From 1. */
  readonly number: number;
  readonly first: Date;
  readonly last: Date;
  readonly members: number;
  /** Nothing will ever be added to it. */
  readonly isClosed: boolean;
}

/** The pages of some versions one after the other. */
export interface StreamFragment {
  readonly group: StreamGroup;
  readonly pages: readonly StreamPage[];
  /** Versions of which it cannot be said what they changed; what they changed is told with the one after them. */
  readonly unreadable: readonly StreamEntry[];
  readonly isClosed: boolean;
}

/** A member: what a version did to what stands at one address. */
export interface StreamMember extends StepMember {
  readonly entry: StreamEntry;
}

interface Layout extends StreamFragment {
  readonly pieces: readonly (readonly PagePiece[])[];
}

/**
 * The vocabulary as a stream of versions of what it describes. Which pages there are, and what is in them, follows from the history and from the
 * versions alone, so that all hubs of a service have the same ones, and those of a hub are the same after a restart.
 */
export class EventStream {
  readonly #options: EventStreamOptions;
  #listed: {
    readonly history: readonly HistoryEntry[];
    readonly groups: readonly StreamGroup[];
  } | null = null;
  /** What is being laid out, by the name of the group. */
  readonly #layingOut = new Map<string, Promise<Layout>>();
  #refreshing: Promise<void> | null = null;

  constructor(options: EventStreamOptions) {
    this.#options = options;
  }

  /** All groups of versions, the earliest first. Only of the last one versions may be added. */
  groups(): readonly StreamGroup[] {
    const history = this.#options.archive.durable();
    if (this.#listed?.history !== history) this.#listed = { history, groups: groupsOf(history) };
    return this.#listed.groups;
  }

  /** The group that has a version of this time; null when there is none. */
  async find(time: string): Promise<StreamGroup | null> {
    const last = this.groups().at(-1)?.entries.at(-1)?.name ?? '';
    // Another hub of the service may have told of it already.
    if (time > last) await this.#refresh();
    return this.groups().find(({ entries }) => entries.some(({ name }) => name === time)) ?? null;
  }

  /**
   * The pages of a group.
   *
   * @throws HubError `converter-busy` while it is being found out what its versions changed, and where that cannot be written
   */
  async fragment(group: StreamGroup): Promise<StreamFragment> {
    return this.#layout(group);
  }

  /**
   * A page with its members; null when there is no such page.
   *
   * @throws HubError as `fragment`
   */
  async page(
    group: StreamGroup,
    number: number,
  ): Promise<{
    readonly fragment: StreamFragment;
    readonly page: StreamPage;
    readonly members: StreamMember[];
  } | null> {
    let layout = await this.#layout(group);
    if (number === layout.pages.length + 1 && group.next === null && this.#options.archive.refresh !== undefined) {
      await this.#refresh();
      layout = await this.#layout((await this.find(group.name)) ?? group);
    }
    const page = layout.pages[number - 1];
    if (page === undefined) return null;
    const members: StreamMember[] = [];
    for (const { entry, step, part } of layout.pieces[number - 1]!)
      for (const member of await this.#options.steps.read(step, part)) members.push({ ...member, entry });
    return { fragment: layout, page, members };
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= (this.#options.archive.refresh?.() ?? Promise.resolve()).finally(
      () => (this.#refreshing = null),
    );
    return this.#refreshing;
  }

  async #layout(group: StreamGroup): Promise<Layout> {
    const key = `${group.name} ${group.entries.length} ${group.next?.name}`;
    let layout = this.#layingOut.get(key);
    if (layout === undefined) {
      layout = this.#layOut(group).finally(() => this.#layingOut.delete(key));
      this.#layingOut.set(key, layout);
    }
    return inTime(layout, this.#options.timing.comparisonMs);
  }

  async #layOut(group: StreamGroup): Promise<Layout> {
    const unreadable = new Set<string>();
    for (;;) {
      const found = await this.#tryToLayOut(group, unreadable);
      if (typeof found !== 'string') return found;
      // It is left out, and what it changed is told with the version after it.
      unreadable.add(found);
    }
  }

  /** The layout, or a version that turned out not to be readable. */
  async #tryToLayOut(group: StreamGroup, unreadable: ReadonlySet<string>): Promise<Layout | string> {
    const { steps, archive } = this.#options;
    const readable = new Set(archive.history().map(({ version }) => version));
    const isKnown = async ({ version }: StreamEntry, next: StreamEntry | null): Promise<boolean> => {
      if (unreadable.has(version)) return false;
      // What was told of it once is known, too, whatever became of it.
      return (
        readable.has(version) || (next !== null && (await steps.find({ from: version, to: next.version })) !== null)
      );
    };
    const pages: PagePiece[][] = [];
    const left: StreamEntry[] = [];
    let isWhole = true;
    for (const [at, entry] of group.entries.entries()) {
      if (!(await isKnown(entry, group.entries[at + 1] ?? group.next))) {
        left.push(entry);
        continue;
      }
      let [from, next] = [entry.before, entry];
      for (; from !== null && !(await isKnown(from, next)); from = from.before) {
        next = from;
        isWhole = false;
      }
      const step = { from: from?.version ?? null, to: entry.version };
      if (step.from === step.to) continue;
      const parts = await steps.get(step);
      if ('unreadable' in parts) return parts.unreadable;
      for (const [part, size] of parts.entries()) {
        const page = pages.at(-1);
        const piece = { entry, step, part, size };
        // What takes several pages begins one, so that its files are pages; what follows may share the last one.
        if (page !== undefined && parts.length === 1 && fitsBehind(sizeOf(page), size)) page.push(piece);
        else pages.push([piece]);
      }
    }
    // A gap may be closed when a file comes back.
    const isSettled = isWhole && left.length === 0;
    const isClosed = isSettled && group.next !== null;
    return {
      group,
      unreadable: left,
      isClosed,
      pieces: pages,
      pages: pages.map((pieces, at) => ({
        number: at + 1,
        first: pieces[0]!.entry.at,
        last: pieces.at(-1)!.entry.at,
        members: sizeOf(pieces).members,
        isClosed: isClosed || (isSettled && at < pages.length - 1),
      })),
    };
  }
}

function sizeOf(pieces: readonly PagePiece[]): PartSize {
  return pieces.reduce(
    ({ members, bytes }, { size }) => ({
      members: members + size.members,
      bytes: bytes + size.bytes,
    }),
    { members: 0, bytes: 0 },
  );
}

/** @throws HubError `converter-busy` when it takes longer; it goes on all the same */
async function inTime<Result>(work: Promise<Result>, waitMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new HubError(
            'converter-busy',
            `What versions of the vocabulary changed is still being found out. Try again in ${RETRY_SECONDS} s.`,
            { retryAfterSeconds: RETRY_SECONDS },
          ),
        ),
      waitMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
