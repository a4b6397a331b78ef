import { ACTIVITY_STREAMS, DCTERMS, LDES, RDF_TYPE, RDFS, TREE, XSD } from '../rdf/namespaces.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { boundDateTime, boundInteger, boundIri, boundText } from '../rdf/bound-terms.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import { TripleLines } from '../rdf/triple-lines.ts';
import type { Triple } from '../rdf/triple.ts';
import type { GraphPart } from '../rdf/write/quad-text.ts';
import type { StreamFragment, StreamMember, StreamPage } from '../vocabulary/event-stream/event-stream.ts';
import type { StreamGroup } from '../vocabulary/event-stream/stream-groups.ts';
import { STAND_IN } from '../vocabulary/versions/version.ts';
import { LICENCE, READ_CACHE_SECONDS } from './read-links.ts';

const CREATED = `${DCTERMS}created`;
const IS_VERSION_OF = `${DCTERMS}isVersionOf`;
const KINDS = { create: 'Create', update: 'Update', delete: 'Delete' } as const;

/** Where nodes of the stream are. */
export class StreamAddresses {
  readonly root: string;
  readonly stream: string;

  constructor({ baseUrl }: HubNamespaces) {
    this.root = `${baseUrl}/ldes`;
    this.stream = `${this.root}#stream`;
  }

  group(name: string): string {
    return `${this.root}/${name}`;
  }

  page(group: string, number: number): string {
    return `${this.group(group)}/${number}`;
  }
}

/** The view of the stream that clients begin at: what the stream is, and which groups of versions there are. */
export function rootNode(groups: readonly StreamGroup[], hub: HubNamespaces): GraphPart[] {
  const addresses = new StreamAddresses(hub);
  const { root, stream } = addresses;
  const relations = new Relations(root);
  for (const { name, entries, next } of groups) {
    relations.add('GreaterThanOrEqualTo', addresses.group(name), entries[0]!.at);
    if (next !== null) relations.add('LessThan', addresses.group(name), next.at);
  }
  const properties: ReadonlyArray<readonly [string, BoundTerm]> = [
    [RDF_TYPE, boundIri(`${LDES}EventStream`)],
    [`${DCTERMS}title`, boundText('Versions of what the vocabulary describes', 'en')],
    [`${DCTERMS}license`, boundIri(LICENCE)],
    [`${DCTERMS}source`, boundIri(hub.vocabulary)],
    [`${TREE}view`, boundIri(root)],
    [`${LDES}timestampPath`, boundIri(CREATED)],
    [`${LDES}versionOfPath`, boundIri(IS_VERSION_OF)],
    ...Object.values(KINDS).flatMap((kind): [string, BoundTerm][] => [
      [`${LDES}version${kind}Path`, boundIri(RDF_TYPE)],
      [`${LDES}version${kind}Object`, boundIri(ACTIVITY_STREAMS + kind)],
    ]),
    [`${LDES}pollingInterval`, boundInteger(READ_CACHE_SECONDS)],
  ];
  return inDefaultGraph([
    ...properties.map(([p, o]) => triple(stream, p, o)),
    triple(root, RDF_TYPE, boundIri(`${TREE}Node`)),
    triple(root, RDF_TYPE, boundIri(`${LDES}EventSource`)),
    ...relations.triples,
  ]);
}

/** The node of a group of versions, which leads to its pages. */
export function groupNode(
  { group: { name }, pages, unreadable, isClosed }: StreamFragment,
  hub: HubNamespaces,
): GraphPart[] {
  const addresses = new StreamAddresses(hub);
  const address = addresses.group(name);
  const relations = new Relations(address);
  for (const { number, first, last } of pages) {
    relations.add('GreaterThanOrEqualTo', addresses.page(name, number), first);
    if (isClosed || number < pages.length) relations.add('LessThanOrEqualTo', addresses.page(name, number), last);
  }
  return inDefaultGraph([
    ...nodeTriples(address, isClosed),
    ...gapTriples(address, unreadable, hub),
    ...relations.triples,
  ]);
}

/** A page with its members. */
export function pageNode(
  { group: { name }, unreadable }: StreamFragment,
  { number, isClosed }: StreamPage,
  members: readonly StreamMember[],
  hub: HubNamespaces,
): GraphPart[] {
  const addresses = new StreamAddresses(hub);
  const address = addresses.page(name, number);
  const reader = new TripleLines({ from: STAND_IN, to: hub.baseUrl });
  const read = (line: string): Triple => {
    const found = reader.read(line.slice(0, -1));
    if (found === null) throw new Error('A step of the event stream holds a line that is no triple');
    return found;
  };
  return [
    {
      graph: null,
      triples: [...nodeTriples(address, isClosed), ...gapTriples(address, unreadable, hub)],
    },
    ...members.flatMap((member) => memberParts(member, addresses, hub, read)),
  ];
}

function memberParts(
  { kind, iri: written, lines, entry }: StreamMember,
  addresses: StreamAddresses,
  hub: HubNamespaces,
  read: (line: string) => Triple,
): GraphPart[] {
  const isOwn = written.startsWith(`${STAND_IN}/`);
  const path = written.slice(STAND_IN.length + 1);
  // A name for ever: nothing else has another version of the same at the same time.
  const member = `${addresses.group(entry.name)}#${isOwn ? path : encodeURIComponent(written)}`;
  const about = [
    triple(addresses.stream, `${TREE}member`, boundIri(member)),
    triple(member, RDF_TYPE, boundIri(ACTIVITY_STREAMS + KINDS[kind])),
    triple(member, CREATED, boundDateTime(entry.at)),
    triple(member, IS_VERSION_OF, boundIri(isOwn ? `${hub.baseUrl}/${path}` : written)),
    triple(member, `${DCTERMS}isPartOf`, boundIri(`${hub.versions}${entry.version}/`)),
  ];
  const content = { graph: member, triples: lines.map(read) };
  return lines.length === 0 ? [{ graph: null, triples: about }] : [{ graph: null, triples: about }, content];
}

function nodeTriples(address: string, isClosed: boolean): Triple[] {
  const node = triple(address, RDF_TYPE, boundIri(`${TREE}Node`));
  if (!isClosed) return [node];
  return [
    node,
    triple(address, `${LDES}immutable`, {
      type: 'literal',
      value: 'true',
      datatype: `${XSD}boolean`,
    }),
  ];
}

function gapTriples(address: string, unreadable: StreamFragment['unreadable'], hub: HubNamespaces): Triple[] {
  return unreadable.map(({ version, at }) =>
    triple(
      address,
      `${RDFS}comment`,
      boundText(
        `The version ${hub.versions}${version}/, in use since ${at.toISOString()}, cannot be read: what it changed is told with the version after it.`,
        'en',
      ),
    ),
  );
}

/** What leads from one node to others. */
class Relations {
  readonly triples: Triple[] = [];
  readonly #from: string;
  #count = 0;

  constructor(from: string) {
    this.#from = from;
  }

  add(kind: 'GreaterThanOrEqualTo' | 'LessThan' | 'LessThanOrEqualTo', to: string, time: Date): void {
    const relation: BoundTerm = { type: 'bnode', value: `r${this.#count++}` };
    this.triples.push(
      triple(this.#from, `${TREE}relation`, relation),
      { s: relation, p: RDF_TYPE, o: boundIri(`${TREE}${kind}Relation`) },
      { s: relation, p: `${TREE}node`, o: boundIri(to) },
      { s: relation, p: `${TREE}path`, o: boundIri(CREATED) },
      { s: relation, p: `${TREE}value`, o: boundDateTime(time) },
    );
  }
}

function inDefaultGraph(triples: readonly Triple[]): GraphPart[] {
  return [{ graph: null, triples }];
}

function triple(s: string, p: string, o: BoundTerm): Triple {
  return { s: boundIri(s), p, o };
}
