import type { JsonDocument } from '../json/document.ts';
import { RecentList } from '../json/recent-list.ts';
import { DocumentSkeleton } from './document-skeleton.ts';
import type { DocumentTemplate } from './document-template.ts';

/** Texts that are kept: those of some kinds of devices that report in turn. */
const MAX_KEPT = 32;
/** Templates of one text: they differ in what the values are. */
const MAX_ALIKE = 8;
/** Documents in a row, or as many more than those that have a text, after which texts are no longer compared. */
const MOST_IN_VAIN = 64;
/** Documents after which they are compared again. */
const PAUSE = 1024;

/** The texts, but for their scalars, of the documents that were copies last. Where each document has another one, they are hardly looked at. */
export class DocumentSkeletons {
  private readonly kept = new RecentList<DocumentSkeleton>(MAX_KEPT);
  /** The one that was found last: kinds of devices report in turn, so that others follow it as before. */
  private latest: DocumentSkeleton | null = null;
  private inVain = 0;
  private toPass = 0;

  /** The one that a document has, which holds the document; null if none does. */
  find(body: Uint8Array): { readonly skeleton: DocumentSkeleton; readonly document: JsonDocument } | null {
    if (this.toPass > 0) {
      this.toPass--;
      return null;
    }
    const { latest } = this;
    let skeleton = latest?.follower ?? null;
    let document = skeleton?.read(body) ?? null;
    if (document === null) skeleton = this.kept.find((one) => (document = one.read(body)) !== null) ?? null;
    latest?.precede(skeleton);
    this.latest = skeleton;
    if (skeleton !== null && document !== null) {
      if (this.inVain > 0) this.inVain--;
      return { skeleton, document };
    }
    if (++this.inVain > MOST_IN_VAIN) {
      this.inVain = 0;
      this.toPass = PAUSE;
    }
    return null;
  }

  /**
   * Notes that a document was a copy.
   *
   * @param document all of a text
   * @param found what has its text; null if nothing has
   */
  note(
    document: JsonDocument,
    maxArrayItems: number,
    template: DocumentTemplate,
    found: DocumentSkeleton | null,
  ): void {
    if (found === null) {
      if (this.toPass === 0) this.kept.add(new DocumentSkeleton(document, maxArrayItems, template))?.retire();
    } else if (!found.templates.includes(template)) {
      found.templates.unshift(template);
      if (found.templates.length > MAX_ALIKE) found.templates.pop();
    }
  }
}
