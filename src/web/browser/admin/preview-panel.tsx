import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PrefixedNames } from '../../../rdf/prefixed-names.ts';
import { expandName } from '../../../suggestions/expand-name.ts';
import { Picture } from '../../picture/picture.tsx';
import { pictureOfTemplate } from '../../picture/template-picture.ts';
import { inputOf, shorten, type Draft } from './draft.ts';
import { ask, signedIn } from './hub-session.ts';
import { Mistake } from './mistake.tsx';
import { PREVIEW_QUERY, type Problem, type TermPreview, type TermReview } from './queries.ts';

/** Milliseconds without a keystroke after which the preview is made anew. */
const PAUSE_MS = 250;

export interface Previewed {
  /** Null while there is none; what was there stays until the next one comes. */
  readonly preview: TermPreview | null;
  readonly mistake: string | null;
}

/** What the draft would become, as the hub says it, soon after each change. */
export function usePreview(id: string, draft: Draft): Previewed {
  const [previewed, setPreviewed] = useState<Previewed>({ preview: null, mistake: null });
  useEffect(() => {
    if (signedIn.value === null) return;
    let isWanted = true;
    const timer = setTimeout(() => void look(), PAUSE_MS);
    const look = async (): Promise<void> => {
      try {
        const { preview } = await askPreview(id, draft, false);
        if (isWanted) setPreviewed({ preview, mistake: null });
      } catch (error) {
        if (isWanted) setPreviewed((before) => ({ ...before, mistake: (error as Error).message }));
      }
    };
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [id, draft, signedIn.value]);
  return previewed;
}

/** @param withShapes whether the whole vocabulary is checked with the term. @throws Refusal */
export function askPreview(id: string, draft: Draft, withShapes: boolean): Promise<{ readonly preview: TermPreview }> {
  return ask(PREVIEW_QUERY, { id, term: inputOf(draft), withShapes });
}

interface Naming {
  /** Of the values, a prefixed name. */
  readonly datatype: string;
  readonly names: PrefixedNames;
  readonly prefixes: TermReview['prefixes'];
}

/** The picture of the template, the RDF of the term, and what its example becomes. */
export function PreviewPanel({ preview, mistake, ...naming }: Previewed & Naming): VNode {
  return (
    <section class="preview" aria-label="Preview">
      <h2>Preview</h2>
      <Mistake text={mistake} />
      {preview?.iri == null ? (
        <p class="empty">{preview === null ? 'Loading …' : whyNothing(preview.problems)}</p>
      ) : (
        <Shown preview={preview} iri={preview.iri} {...naming} />
      )}
    </section>
  );
}

function whyNothing(problems: readonly Problem[]): string {
  return `Nothing to show yet: ${problems.length} ${problems.length === 1 ? 'field is' : 'fields are'} to be mended.`;
}

interface ShownProps extends Naming {
  readonly preview: TermPreview;
  readonly iri: string;
}

function Shown({ preview: { semantics, turtle, example }, iri, datatype, names, prefixes }: ShownProps): VNode {
  // The preview may be of the name before.
  const name = decodeURIComponent(iri.slice(iri.lastIndexOf('/') + 1));
  const model = useMemo(
    () =>
      pictureOfTemplate(semantics, name, {
        vocabularyIri: iri.slice(0, iri.lastIndexOf('/') + 1),
        prefixes: new Map(prefixes.map(({ prefix, namespace }) => [prefix, namespace])),
        datatypeIri: expandName(datatype, prefixes) ?? undefined,
        isEntity: semantics.some(({ object }) => object === `@${name}`),
      }),
    [semantics, name, iri, datatype, prefixes],
  );
  return (
    <>
      <h3>Template</h3>
      {semantics.length === 0 ? (
        <p class="note">No template: values become plain literals.</p>
      ) : (
        <div class="scroll picture-frame" role="region" aria-label="Picture of the template" tabIndex={0}>
          <Picture model={model} label={`Template of ${name}`} />
        </div>
      )}
      <h3>A document with it</h3>
      {example === null ? (
        <p class="note">An example shows here what a document becomes.</p>
      ) : (
        <>
          <Code text={example.document} label="An example document" />
          <Code text={example.turtle} label="Its RDF" />
        </>
      )}
      <h3>In the vocabulary</h3>
      <p class="note">
        <code>{shorten(iri, names)}</code> adds these triples.
      </p>
      <Code text={turtle ?? ''} label="The term in Turtle" />
    </>
  );
}

function Code({ text, label }: { readonly text: string; readonly label: string }): VNode {
  return (
    <pre class="scroll" role="region" aria-label={label} tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
