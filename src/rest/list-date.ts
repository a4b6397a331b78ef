import type { Version } from '../vocabulary/versions/versions.ts';

type Listed = Pick<Version, 'version' | 'since'>;

/**
 * From when on the list of versions is as it is: when the last one came into use, which all hubs of a service and a hub that starts again know
 * alike. A list that changed otherwise, as by a damaged version that is left out or a backup that was restored, has the moment in which that was seen.
 */
export class ListDate {
  readonly #now: () => Date;
  #list: readonly Listed[] | null = null;
  #since = 0;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  /** Null while the second lasts in which the list changed: it may change again, and `Last-Modified` tells no less than a second. */
  of(list: readonly Listed[]): Date | null {
    const now = this.#now().getTime();
    if (list !== this.#list) {
      const latest = latestOf(list);
      if (this.#list === null || latest > latestOf(this.#list)) this.#since = latest;
      else if (!isSameList(list, this.#list)) this.#since = now;
      this.#list = list;
    }
    return secondOf(this.#since) < secondOf(now) ? new Date(this.#since) : null;
  }
}

function latestOf(list: readonly Listed[]): number {
  return list.reduce((latest, { since }) => Math.max(latest, since.getTime()), 0);
}

function isSameList(a: readonly Listed[], b: readonly Listed[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ version, since }, at) => version === b[at]!.version && since.getTime() === b[at]!.since.getTime())
  );
}

function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}
