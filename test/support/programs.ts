import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps servers, which is not on everybody's PATH. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin'];

/** The path of a program of this machine; null when it has none of that name. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...SERVER_FOLDERS];
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

/** What a test says that is skipped for want of programs, given by their packages of Debian; null when all are there. */
export function sayMissing(packages: Readonly<Record<string, string>>): string | null {
  const missing = Object.entries(packages).filter(([program]) => findProgram(program) === null);
  if (missing.length === 0) return null;
  const names = missing.map(([program]) => program).join(', ');
  return `not on this machine: ${names}. apt-get install ${missing.map(([, name]) => name).join(' ')}`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
