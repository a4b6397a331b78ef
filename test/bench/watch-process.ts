import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

/** What a whole process and its children took, from its start to its end. */
export interface ProcessCost {
  readonly ms: number;
  /** Processor time, user and system. */
  readonly cpuMs: number;
  /** The largest resident size, added up over the processes. */
  readonly peakBytes: number;
}

const SAMPLE_MS = 20;
/** `USER_HZ`: what Linux counts processor time in. */
const TICKS_PER_SECOND = 100;

/**
 * Runs a program to its end. Linux keeps the largest resident size (`VmHWM`) and the processor time of each process in /proc; they are
 * read every 20 ms, so that only what grows in the last 20 ms is missed.
 *
 * @param output file for its standard output
 * @throws Error with the end of its standard error when it fails
 */
export async function watchProcess(
  program: string,
  args: readonly string[],
  { folder, output, env = {} }: { folder: string; output: string; env?: Readonly<Record<string, string>> },
): Promise<ProcessCost> {
  const start = performance.now();
  const to = openSync(output, 'w');
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', to, 'pipe'] });
  closeSync(to);
  const said: string[] = [];
  child.stderr!.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const seen = new Map<number, Sample>();
  const look = (): void => addSamples(child.pid!, seen);
  const timer = setInterval(look, SAMPLE_MS);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${said.join('').slice(-500)}`);
  } finally {
    clearInterval(timer);
  }
  const samples = [...seen.values()];
  return {
    ms: performance.now() - start,
    cpuMs: samples.reduce((sum, { ticks }) => sum + (ticks * 1000) / TICKS_PER_SECOND, 0),
    peakBytes: samples.reduce((sum, { peakBytes }) => sum + peakBytes, 0),
  };
}

interface Sample {
  readonly peakBytes: number;
  readonly ticks: number;
}

/** Notes what a process and its children took so far. */
function addSamples(pid: number, samples: Map<number, Sample>): void {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (peak !== null)
      samples.set(pid, { peakBytes: Number(peak[1]) * 1024, ticks: Number(fields[11]) + Number(fields[12]) });
    for (const thread of readdirSync(`/proc/${pid}/task`))
      for (const childPid of readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
        if (childPid.trim() !== '') addSamples(Number(childPid), samples);
  } catch (error) {
    // It has ended in between.
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
