/** What a version did to what stands at one address. */
type MemberKind = 'create' | 'update' | 'delete';

/** Something that a version has otherwise than the one before it. */
export interface StepMember {
  readonly kind: MemberKind;
  /** IRI without a fragment, as canonical texts write it. */
  readonly iri: string;
  /** Of the canonical text, with their ends, sorted: all that the version says at this address; none of what was deleted. */
  readonly lines: readonly string[];
}

const SIGNS = {
  create: '+',
  update: '~',
  delete: '-',
} as const satisfies Record<MemberKind, string>;
const KINDS: Readonly<Record<string, MemberKind>> = {
  '+': 'create',
  '~': 'update',
  '-': 'delete',
};

/** As a text: a line with the kind and the IRI, then those of the version, of which each begins with `<`. */
export function writeMember({ kind, iri, lines }: StepMember): string {
  return `${SIGNS[kind]}${iri}\n${lines.join('')}`;
}

/** @throws Error for what `writeMember` did not write */
export function readMembers(text: string): StepMember[] {
  const members: { kind: MemberKind; iri: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const kind = KINDS[line[0]!];
    if (kind !== undefined) members.push({ kind, iri: line.slice(1), lines: [] });
    else if (members.length === 0 || line[0] !== '<') throw new Error('it holds a line that is no triple');
    else members.at(-1)!.lines.push(`${line}\n`);
  }
  return members;
}
