import { z } from 'zod';
import { boundDateTime, boundInteger, boundIri, boundText } from '../rdf/bound-terms.ts';
import { DCTERMS, XSD_INTEGER, type HubNamespaces } from '../rdf/namespaces.ts';
import { asInteger, asIri, asTerm, asText, RowError, type DecodedRow } from '../rdf/rows.ts';
import { iri, literal, sparql, type Sparql } from '../rdf/sparql.ts';
import type { Quad } from '../rdf/triple.ts';
import { sortableDate, type ListPlace, type RecordGraph } from '../store/records.ts';
import { OFF_REASONS, OUTCOMES, type Webhook } from './webhook.ts';

/** A webhook as the graph holds it; `revision` counts its changes, so that none is made over another's head. */
export interface StoredWebhook {
  readonly webhook: Webhook;
  readonly revision: number;
  /** As it stands in the graph. */
  readonly content: string;
}

/** All webhooks, in the order in which they were registered. */
export const ALL_WEBHOOKS = 'all';

export const WEBHOOK_ROW = { webhook: asIri, created: asTerm, content: asText, revision: asInteger };

const date = z.coerce.date();
/** All but the id: hubs alone read it, and no query looks into it. */
const CONTENT = z.object({
  createdAt: date,
  url: z.string(),
  description: z.string().nullable(),
  secrets: z.array(z.object({ value: z.string(), until: date.nullable() })),
  off: z.object({ reason: z.enum(OFF_REASONS), since: date }).nullable(),
  version: z.string(),
  waiting: z
    .object({
      id: z.string(),
      body: z.string(),
      version: z.string(),
      createdAt: date,
      attempts: z.number(),
      // An earlier release did not tell them apart.
      failures: z.number().optional(),
      dueAt: date,
    })
    .transform(({ failures, ...message }) => ({ ...message, failures: failures ?? message.attempts }))
    .nullable(),
  deliveries: z.array(
    z.object({
      messageId: z.string(),
      version: z.string(),
      attempts: z.number(),
      at: date,
      outcome: z.enum(OUTCOMES),
      status: z.number().nullable(),
      failure: z.string().nullable(),
    }),
  ),
});

/** The graph of webhooks, for a store that keeps records. */
export function webhookRecords({ webhooksGraph }: HubNamespaces): RecordGraph {
  return {
    graph: webhooksGraph,
    version: '1',
    entriesOf(record) {
      const created = record.filter(({ p }) => p === CREATED).map(({ o }) => o.value);
      return { keys: [], lists: created.map((date) => ({ list: ALL_WEBHOOKS, sort: sortableDate(date) })) };
    },
  };
}

const CREATED = `${DCTERMS}created`;

/** Webhooks, in the order in which they were registered; rows as `WEBHOOK_ROW`. @param id of one of them; null for all */
export function webhooksQuery(id: string | null, hub: HubNamespaces): Sparql {
  const which = id === null ? sparql`` : sparql`VALUES ?webhook { ${iri(webhookIri(id, hub))} }`;
  return sparql`SELECT ?webhook ?created ?content ?revision WHERE {
  GRAPH ${iri(hub.webhooksGraph)} {
    ${which}
    ?webhook ${iri(CREATED)} ?created ; ${contentProperty(hub)} ?content ; ${revisionProperty(hub)} ?revision
  }
}
ORDER BY ?created STR(?webhook)`;
}

/** Has a solution as long as the webhook is unchanged since it was read. */
export function unchangedPattern({ webhook, revision }: StoredWebhook, hub: HubNamespaces): Sparql {
  const number = literal(String(revision), { datatype: XSD_INTEGER });
  return sparql`GRAPH ${iri(hub.webhooksGraph)} { ${iri(webhookIri(webhook.id, hub))} ${revisionProperty(hub)} ${number} }`;
}

/** Where the webhook of a row stands in the list of all. */
export function placeOfRow({ webhook, created }: DecodedRow<typeof WEBHOOK_ROW>): ListPlace {
  return { sort: sortableDate(created.value), subject: webhook };
}

/** The webhook of a row of `webhooksQuery`. @throws RowError */
export function readWebhook(
  { webhook, content, revision }: DecodedRow<typeof WEBHOOK_ROW>,
  hub: HubNamespaces,
): StoredWebhook {
  const id = webhook.slice(webhookIri('', hub).length);
  try {
    return { webhook: { id, ...CONTENT.parse(JSON.parse(content)) }, revision, content };
  } catch (cause) {
    throw new RowError(`The webhook ${id} says what this release cannot read`, { cause });
  }
}

/** The webhook as the graph will hold it. */
export function writeWebhook({ id, ...content }: Webhook, revision: number): StoredWebhook {
  return { webhook: { id, ...content }, revision, content: JSON.stringify(content) };
}

/** All that is kept of a webhook. */
export function webhookQuads({ webhook, revision, content }: StoredWebhook, hub: HubNamespaces): Quad[] {
  const s = boundIri(webhookIri(webhook.id, hub));
  const say = (p: string, o: Quad['o']): Quad => ({ graph: hub.webhooksGraph, s, p, o });
  return [
    say(CREATED, boundDateTime(webhook.createdAt)),
    say(`${hub.webhooksGraph}#content`, boundText(content)),
    say(`${hub.webhooksGraph}#revision`, boundInteger(revision)),
  ];
}

/** The one place where webhooks get their IRIs. */
export function webhookIri(id: string, { baseUrl }: HubNamespaces): string {
  return `${baseUrl}/webhook/${id}`;
}

/** Only hubs read these: they are not a part of the ontology. */
function contentProperty({ webhooksGraph }: HubNamespaces): Sparql {
  return iri(`${webhooksGraph}#content`);
}

function revisionProperty({ webhooksGraph }: HubNamespaces): Sparql {
  return iri(`${webhooksGraph}#revision`);
}
