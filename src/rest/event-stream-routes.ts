import type Router from '@koa/router';
import type { Context } from 'koa';
import { HubError } from '../errors.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { Representation, sendRepresentation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { DCTERMS, LDES, TREE, XSD, ACTIVITY_STREAMS, type HubNamespaces } from '../rdf/namespaces.ts';
import { WRITE_PARTS, type GraphPart } from '../rdf/write/quad-text.ts';
import type { EventStream } from '../vocabulary/event-stream/event-stream.ts';
import { ENTRY_NAME, type StreamGroup } from '../vocabulary/event-stream/stream-groups.ts';
import { inSlices } from '../vocabulary/thread-slices.ts';
import { dropOldest } from '../vocabulary/versions/drop-oldest.ts';
import type { Versions } from '../vocabulary/versions/versions.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { groupNode, pageNode, rootNode, StreamAddresses } from './event-stream-nodes.ts';
import { quadTypeByAccept, type QuadMediaType } from './quad-formats.ts';
import { LICENCE_LINK, link, READ_CACHE_SECONDS } from './read-links.ts';

/** What never changes may be kept as long as caches keep anything. */
const FOR_EVER_SECONDS = 365 * 24 * 3600;
/** Pages that are kept as they were written, some megabytes each. */
const MAX_KEPT = 8;

interface EventStreamRoutesOptions {
  readonly stream: EventStream;
  /** The vocabulary of this moment. @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  /** The one in use is noted, if it was not before, when it is asked for. */
  readonly versions: Pick<Versions, 'current'>;
  readonly hub: HubNamespaces;
}

/** What is sent of a node. */
interface SentNode {
  readonly parts: readonly GraphPart[];
  readonly isClosed: boolean;
}

/** `GET /ldes` and the nodes that it leads to: the vocabulary as a Linked Data Event Stream. */
export function createEventStreamRoutes({ stream, vocabulary, versions, hub }: EventStreamRoutesOptions): Router {
  const router = createRouter();
  const { root } = new StreamAddresses(hub);
  const kept = new Map<string, Representation>();
  const links = [link(hub.vocabulary, 'describedby'), LICENCE_LINK];

  /** @throws HubError `registry-unavailable` */
  const begin = (): void => {
    vocabulary();
    versions.current();
  };

  /** Answers with a node, which is found only if it is not kept. @throws HubError `registry-unavailable` */
  const give = async (ctx: Context, findNode: () => SentNode | Promise<SentNode>): Promise<void> => {
    begin();
    ctx.vary('Accept');
    const mediaType = quadTypeByAccept(ctx.headers.accept);
    const key = `${ctx.path} ${mediaType}`;
    let representation = kept.get(key);
    let isClosed = representation !== undefined;
    if (representation === undefined) {
      const node = await findNode();
      isClosed = node.isClosed;
      representation = await represent(ctx, node.parts, mediaType);
      if (isClosed) kept.set(key, representation);
      dropOldest(kept, MAX_KEPT);
    }
    return sendRepresentation(ctx, representation, {
      lastModified: null,
      maxAgeSeconds: isClosed ? FOR_EVER_SECONDS : READ_CACHE_SECONDS,
      isImmutable: isClosed,
      links: ctx.path === '/ldes' ? links : [link(root, 'collection'), ...links],
    });
  };

  const represent = (ctx: Context, parts: readonly GraphPart[], mediaType: QuadMediaType): Promise<Representation> =>
    inSlices({ client: clientOf(ctx) }, async (rest) => {
      const text = await WRITE_PARTS[mediaType](parts, prefixesOf(vocabulary()), rest);
      return new Representation(mediaType, text, 'ldes', 'passing');
    });

  const groupOf = async (ctx: Context): Promise<StreamGroup> => {
    const { time } = ctx.params as { readonly time: string };
    const group = ENTRY_NAME.test(time) ? await stream.find(time) : null;
    if (group === null) throw unknownNode(ctx.path);
    return group;
  };

  router.get('/ldes', (ctx) => give(ctx, () => ({ parts: rootNode(stream.groups(), hub), isClosed: false })));

  router.get('/ldes/:time', async (ctx) => {
    begin();
    const group = await groupOf(ctx);
    // Names of members stand below the times of their versions, which most often are within a group.
    if (group.name !== ctx.params['time']) {
      ctx.status = 303;
      ctx.set('Location', new StreamAddresses(hub).group(group.name));
      ctx.body = '';
      return;
    }
    await give(ctx, async () => {
      const fragment = await stream.fragment(group);
      return { parts: groupNode(fragment, hub), isClosed: fragment.isClosed };
    });
  });

  router.get('/ldes/:time/:page', (ctx) =>
    give(ctx, async () => {
      const group = await groupOf(ctx);
      const { time, page: number } = ctx.params as { readonly time: string; readonly page: string };
      const isPage = group.name === time && /^[1-9]\d{0,6}$/.test(number);
      const found = isPage ? await stream.page(group, Number(number)) : null;
      if (found === null) throw unknownNode(ctx.path);
      const { fragment, page, members } = found;
      return { parts: pageNode(fragment, page, members, hub), isClosed: page.isClosed };
    }),
  );
  return router;
}

function prefixesOf({ prefixes }: Vocabulary): ReadonlyMap<string, string> {
  return new Map([
    ...prefixes.map(({ prefix, namespace }) => [prefix, namespace] as const),
    ['as', ACTIVITY_STREAMS],
    ['dcterms', DCTERMS],
    ['ldes', LDES],
    ['tree', TREE],
    ['xsd', XSD],
  ]);
}

function unknownNode(path: string): HubError {
  return new HubError(
    'not-found',
    `The event stream has no node ${path.slice(0, 200)}. /ldes leads to those that it has.`,
  );
}
