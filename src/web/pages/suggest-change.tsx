import type { VNode } from 'preact';
import type { Term } from '../../vocabulary/vocabulary.ts';

interface SuggestChangeProps {
  readonly term: Pick<Term, 'name' | 'iri'>;
  readonly contact: string;
  readonly version: string;
}

/** Terms are changed by those who look after the vocabulary: a mail to them names the term and its version. */
export function SuggestChange({ term: { name, iri }, contact, version }: SuggestChangeProps): VNode {
  const subject = encodeURIComponent(`A change of ${name}`);
  const body = encodeURIComponent(`${iri}\nVersion ${version}\n\nWhat should change, and why:\n`);
  const href = /^https?:/.test(contact) ? contact : `mailto:${contact}?subject=${subject}&body=${body}`;
  return (
    <p>
      <a href={href}>Suggest a change</a> <span class="note">to those who run this hub.</span>
    </p>
  );
}
