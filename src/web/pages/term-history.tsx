import type { VNode } from 'preact';
import type { PrefixedNames } from '../../rdf/prefixed-names.ts';
import type { TermHistory, TermStep } from '../../vocabulary/versions/term-histories.ts';
import type { Version } from '../../vocabulary/versions/versions.ts';
import type { Term } from '../../vocabulary/vocabulary.ts';
import type { RenderPage } from './page.tsx';
import { shortName } from './versions-page.tsx';

interface HistoryPage {
  /** Relative address of the first page. */
  readonly root: string;
  readonly term: Pick<Term, 'name' | 'iri' | 'label'>;
  readonly history: TermHistory;
  /** Shortens the IRIs of properties. */
  readonly names: PrefixedNames;
}

/** In which version a term came, and in which versions something of it changed. */
export function renderHistoryPage(render: RenderPage, { root, term, history, names }: HistoryPage): string {
  const { steps, oldest, isWhole } = history;
  return render(
    {
      title: `Versions of ${term.label}`,
      root,
      place: 'vocabulary',
      above: [
        [`${root}vocabulary/`, 'Vocabulary'],
        [term.iri, term.label],
      ],
    },
    <>
      <h1>
        Versions of {term.label} <code>{term.name}</code>
      </h1>
      <ul class="term-rows">
        {steps.map((step) => (
          <li>
            <Day of={step.version} /> <Step step={step} names={names} root={root} />
          </li>
        ))}
        {steps.at(-1)?.kind === 'added' ? null : (
          <li>
            <Day of={oldest} />{' '}
            {isWhole ? 'in the first version that this hub knows,' : 'in the oldest version that was compared,'}{' '}
            <a href={oldest.iri}>
              version <code>{shortName(oldest.version)}</code>
            </a>
          </li>
        )}
      </ul>
      {steps.length === 0 ? <p class="note">Nothing about the term has changed since.</p> : null}
      <p>
        <a href={`${root}versions`}>All versions of the vocabulary</a>
      </p>
    </>,
  );
}

interface StepProps extends Pick<HistoryPage, 'names' | 'root'> {
  readonly step: TermStep;
}

function Step({ step: { version, before, kind, properties }, names, root }: StepProps): VNode {
  const changes = `${root}changes?from=${before.version}&to=${version.version}`;
  return (
    <>
      {`${kind} in `}
      <a href={version.iri}>
        version <code>{shortName(version.version)}</code>
      </a>
      {properties.length === 0
        ? null
        : [
            ': ',
            properties.map((property, at) => (
              <>
                {at === 0 ? null : ', '}
                <code>{names.find(property) ?? property}</code>
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
