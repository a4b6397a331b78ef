import { hubNamespaces } from '../rdf/namespaces.ts';
import { versionGraph } from '../vocabulary/versions/history-quads.ts';
import { isVersionName, STAND_IN } from '../vocabulary/versions/version.ts';

/** Backups have the lines of canonical texts as they are, below the address that stands for the hub's, in graphs below that address. */
const NAMESPACES = hubNamespaces(STAND_IN);
const LINE_END = 0x0a;
/** What each line of a canonical text ends with. */
const END = '.\n';
/** What stands between the graph of a version and its name, and behind that. */
const [BEFORE_NAME, BEHIND_NAME] = [`<${NAMESPACES.versions}`, '/> .'];
const NAME_LENGTH = 64;

/** A line of the canonical text of a version. */
export interface VersionLine {
  readonly version: string;
  /** With its end. */
  readonly line: string;
}

/** Lines of a canonical text as N-Quads in the graph of a version. */
export function inVersionGraph(text: Uint8Array, version: string): Buffer {
  const graph = Buffer.from(`<${versionGraph(version, NAMESPACES)}> ${END}`);
  let lines = 0;
  for (let at = text.indexOf(LINE_END); at >= 0; at = text.indexOf(LINE_END, at + 1)) lines++;
  const quads = Buffer.allocUnsafeSlow(text.length + lines * graph.length);
  let filled = 0;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf(LINE_END, at) + 1;
    // Of a damaged text a line may be shorter than that.
    const line = text.subarray(at, Math.max(at, end - END.length));
    quads.set(line, filled);
    filled += line.length;
    quads.set(graph, filled);
    filled += graph.length;
    at = end;
  }
  return quads.subarray(0, filled);
}

/** Reads lines of versions: of one there are many. */
export class VersionLineReader {
  /** What the last line ended with: the graph of its version. */
  #graph = '';
  #version = '';

  /** The line of a version that `inVersionGraph` wrote, given without its line end; null for any other. */
  read(line: string): VersionLine | null {
    if (this.#graph === '' || !line.endsWith(this.#graph)) {
      const version = versionOfLine(line);
      if (version === null) return null;
      this.#version = version;
      this.#graph = BEFORE_NAME + version + BEHIND_NAME;
    }
    return { version: this.#version, line: line.slice(0, line.length - this.#graph.length) + END };
  }
}

function versionOfLine(line: string): string | null {
  const behind = line.length - BEHIND_NAME.length;
  const name = behind - NAME_LENGTH;
  const before = name - BEFORE_NAME.length;
  if (!line.endsWith(BEHIND_NAME) || !line.startsWith(BEFORE_NAME, before)) return null;
  const version = line.slice(name, behind);
  return isVersionName(version) ? version : null;
}
