/** A value of Prometheus' text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** Name and labels as they stand. */
  readonly key: string;
}

/** The values of a text in the format of Prometheus. */
export function readMetrics(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name, inBraces = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!;
    const labels = Object.fromEntries([...inBraces.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, k, v]) => [k, v]));
    return { name: name!, labels, value: Number(value), key: `${name}{${inBraces}}` };
  });
}
