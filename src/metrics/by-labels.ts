interface Branch<T> {
  readonly branches: Map<string, Branch<T>>;
  value: T | undefined;
}

/** One of something for each combination of labels' values. */
export class ByLabels<T extends object> {
  readonly #make: () => T;
  #root: Branch<T> = newBranch();
  #all: (readonly [labels: readonly string[], value: T])[] = [];

  /** @param make a value for labels that come for the first time */
  constructor(make: () => T) {
    this.#make = make;
  }

  of(labels: readonly string[]): T {
    let branch = this.#root;
    for (const label of labels) {
      let next = branch.branches.get(label);
      if (next === undefined) branch.branches.set(label, (next = newBranch()));
      branch = next;
    }
    return (branch.value ??= this.#add(labels));
  }

  #add(labels: readonly string[]): T {
    const value = this.#make();
    this.#all.push([labels, value]);
    return value;
  }

  /** In the order in which they came first. */
  [Symbol.iterator](): Iterator<readonly [labels: readonly string[], value: T]> {
    return this.#all.values();
  }

  clear(): void {
    this.#root = newBranch();
    this.#all = [];
  }
}

function newBranch<T>(): Branch<T> {
  return { branches: new Map(), value: undefined };
}
