import type { VNode } from 'preact';
import type { TermHistory, TermStep } from '../../vocabulary/versions/term-histories.ts';
import type { Version } from '../../vocabulary/versions/versions.ts';
import type { PageTerms } from './page-terms.tsx';

interface HistoryProps {
  readonly history: TermHistory;
  /** What properties are called by. */
  readonly terms: PageTerms;
  /** Relative address of the first page. */
  readonly root: string;
}

/** In which version the term came, and in which versions something changed. */
export function History({ history: { steps, oldest, isWhole }, terms, root }: HistoryProps): VNode {
  const isAdded = steps.at(-1)?.kind === 'added';
  return (
    <>
      <h2 id="history">Versions</h2>
      <ul class="history">
        {steps.map((step) => (
          <li>
            <Day of={step.version} /> <Step step={step} terms={terms} root={root} />
          </li>
        ))}
        {isAdded ? null : (
          <li>
            <Day of={oldest} />{' '}
            {isWhole ? 'in the first version that this hub knows,' : 'as far as versions were compared:'}{' '}
            <a href={oldest.iri}>
              version <code>{shortNameOf(oldest)}</code>
            </a>
          </li>
        )}
      </ul>
      {steps.length === 0 ? <p class="note">Nothing about the term has changed since.</p> : null}
    </>
  );
}

interface StepProps extends Omit<HistoryProps, 'history'> {
  readonly step: TermStep;
}

function Step({ step: { version, before, kind, properties }, terms, root }: StepProps): VNode {
  const changes = `${root}changes?from=${before.version}&to=${version.version}`;
  return (
    <>
      {kind === 'added' ? 'added in ' : 'changed in '}
      <a href={version.iri}>
        version <code>{shortNameOf(version)}</code>
      </a>
      {properties.length === 0
        ? null
        : [
            ': ',
            properties.map((property, at) => (
              <>
                {at === 0 ? null : ', '}
                <code>{terms.shorten(property)}</code>
              </>
            )),
          ]}
      ; <a href={changes}>all that changed in it</a>
    </>
  );
}

function Day({ of: { since } }: { readonly of: Version }): VNode {
  return <time dateTime={since.toISOString()}>{since.toISOString().slice(0, 10)}</time>;
}

function shortNameOf({ version }: Version): string {
  return version.slice(0, 12);
}
