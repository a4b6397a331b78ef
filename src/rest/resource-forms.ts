import { HubError } from '../errors.ts';
import { Representation } from '../http/representation.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { CONTENT_TYPES } from '../rdf/write/format.ts';
import { serializeWithRests } from '../rdf/write/serialize.ts';
import { Resources, type Resource } from '../vocabulary/describe/resources.ts';
import { doWithRests } from '../vocabulary/steps.ts';
import { inSlices, type Rest, type Searcher } from '../vocabulary/thread-slices.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { ResourceForm } from './representations.ts';

export interface ResourceFormsOptions {
  readonly hub: HubNamespaces;
  /**
   * @param shown the page of a long list, from 1, and the language of what a term is
   * @param rest between the steps of what takes long
   * @throws HubError `not-found` for a page that there is not
   */
  readonly renderPage: (
    resource: Resource,
    vocabulary: Vocabulary,
    shown: { readonly page: number; readonly language: string },
    rest: Rest,
  ) => Promise<string>;
  /** Makes the picture of a resource, an SVG file. */
  readonly renderPicture: (resource: Resource, vocabulary: Vocabulary) => string;
}

/** What is asked for at an address: a form, and of a page which one. */
export interface WantedForm {
  readonly address: string;
  readonly form: ResourceForm;
  /** Of a long list, from 1. */
  readonly page: number;
  /** Of what a term is. */
  readonly language: string;
}

/** Makes the forms of what stands at addresses of a vocabulary: pages, pictures and RDF. */
export class ResourceForms {
  readonly #options: ResourceFormsOptions;
  #resources: { readonly of: Vocabulary; readonly found: Resources } | null = null;

  constructor(options: ResourceFormsOptions) {
    this.#options = options;
  }

  /** What stands at the addresses of a vocabulary. That of the last one asked for is kept. */
  resourcesOf(vocabulary: Vocabulary): Resources {
    if (this.#resources?.of !== vocabulary)
      this.#resources = { of: vocabulary, found: new Resources(vocabulary, this.#options.hub) };
    return this.#resources.found;
  }

  /** Makes a form in slices of the thread. @throws HubError `not-found`, as `serialize` does, and the reason of the signal */
  make(vocabulary: Vocabulary, wanted: WantedForm, searcher: Searcher): Promise<Representation> {
    const { hub, renderPage, renderPicture } = this.#options;
    const { address, form } = wanted;
    const { version, lexicon } = vocabulary;
    return inSlices(searcher, async (rest) => {
      await doWithRests(vocabulary.triples.prepare(), rest);
      const resource = await findIn(this.resourcesOf(vocabulary), address);
      if (form === 'html')
        return new Representation(
          'text/html; charset=utf-8',
          await renderPage(resource, vocabulary, wanted, rest),
          version,
        );
      if (form === 'svg') return new Representation('image/svg+xml', renderPicture(resource, vocabulary), version);
      const names = { prefixes: lexicon.prefixes, base: hub.vocabulary };
      const bytes = await serializeWithRests(resource.triples, form, names, rest);
      return new Representation(CONTENT_TYPES[form], bytes, version);
    });
  }
}

/** @throws HubError `not-found` when it is not there any more */
async function findIn(resources: Resources, address: string): Promise<Resource> {
  const resource = await resources.find(address);
  if (resource === null)
    throw new HubError('not-found', `The vocabulary has nothing at ${address.slice(0, 200)} any more.`);
  return resource;
}
