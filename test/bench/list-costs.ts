/** CPU ms by what was done. */
export type Costs = Map<string, number>;

/** Does something so often, and notes the mean of its CPU time, if that is less than before. */
export type Measure = (what: string, repeats: number, work: (at: number) => Promise<unknown>) => Promise<void>;

/** Something that is done once is not warmed up. */
export function measureInto(costs: Costs, cpu: () => number): Measure {
  return async (what, repeats, work) => {
    if (repeats > 1) await work(repeats);
    const from = cpu();
    for (let at = 0; at < repeats; at += 1) await work(at);
    costs.set(what, Math.min(costs.get(what) ?? Infinity, (cpu() - from) / repeats));
  };
}

/** CPU time of this process. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
