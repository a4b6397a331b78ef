import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { HubError } from '../../errors.ts';
import type { Webhook } from '../../webhooks/webhook.ts';
import type { Webhooks, WithSecret } from '../../webhooks/webhooks.ts';
import type { GraphqlContext } from '../request/context.ts';
import { LIST_COST, PASSWORD_COST, SAVING_COST } from '../request/limits.ts';
import { DEFAULT_PAGE_LENGTH, pageOf, type Connection } from '../shared/connection.ts';
import { tellProblems } from '../shared/tell-problems.ts';
import { fieldCost, pageCost } from '../shared/field-cost.ts';
import {
  RegisterWebhookInput,
  TestWebhookPayload,
  WEBHOOK_PROBLEM_CODES,
  WebhookConnection,
  WebhookInput,
  WebhookPayload,
  WebhookSecretPayload,
  type WebhookType,
} from './webhook.type.ts';

const COST = {
  nullable: true,
  complexity: fieldCost(SAVING_COST),
};

/** What administrators do with webhooks. */
@Resolver()
export class WebhooksResolver {
  @Query(() => WebhookConnection, {
    nullable: true,
    complexity: pageCost(LIST_COST),
    description: 'The webhooks in the order in which they were registered, a page at a time; for administrators.',
  })
  async webhooks(
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_PAGE_LENGTH,
      description: 'How many at most, 0 to 500.',
    })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'The cursor of the webhook before the page.' })
    after: string | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<Connection<WebhookType>> {
    const webhooks = (await (await administer(context)).list()).map(showWebhook);
    return pageOf(webhooks, ({ createdAt, id }) => ({ key: createdAt, name: id }), {
      order: 'created',
      isDescending: false,
      first: first ?? DEFAULT_PAGE_LENGTH,
      after,
    });
  }

  @Mutation(() => WebhookSecretPayload, {
    ...COST,
    description: 'Registers an endpoint that is told when the vocabulary changes; for administrators.',
  })
  async registerWebhook(
    @Arg('input', () => RegisterWebhookInput, { description: 'The endpoint.' })
    { url, description }: RegisterWebhookInput,
    @Ctx() context: GraphqlContext,
  ): Promise<WebhookSecretPayload> {
    return withSecret(context, (webhooks) => webhooks.register({ url, description: description ?? null }));
  }

  @Mutation(() => WebhookSecretPayload, {
    ...COST,
    description:
      'Makes a new secret for a webhook. The one before signs its messages, too, for a day; for administrators.',
  })
  async renewWebhookSecret(
    @Arg('input', () => WebhookInput, { description: 'Which one.' }) { id }: WebhookInput,
    @Ctx() context: GraphqlContext,
  ): Promise<WebhookSecretPayload> {
    return withSecret(context, async (webhooks) => found(await webhooks.renewSecret(id)));
  }

  @Mutation(() => TestWebhookPayload, {
    nullable: true,
    complexity: fieldCost(PASSWORD_COST),
    description: 'Sends an endpoint a message of the type `webhook.test`, once; for administrators.',
  })
  async testWebhook(
    @Arg('input', () => WebhookInput, { description: 'Which one.' }) { id }: WebhookInput,
    @Ctx() context: GraphqlContext,
  ): Promise<TestWebhookPayload> {
    const { done, problems } = await change(context, async (webhooks) => found(await webhooks.test(id)));
    if (done === null) return { webhook: null, delivered: false, status: null, failure: null, problems };
    const { webhook, attempt } = done;
    return { webhook: showWebhook(webhook), delivered: attempt.failure === null, ...attempt, problems };
  }

  @Mutation(() => WebhookPayload, {
    ...COST,
    description: 'Sends nothing more to an endpoint, until it is enabled again; for administrators.',
  })
  disableWebhook(
    @Arg('input', () => WebhookInput, { description: 'Which one.' }) { id }: WebhookInput,
    @Ctx() context: GraphqlContext,
  ): Promise<WebhookPayload> {
    return changed(context, (webhooks) => webhooks.disable(id));
  }

  @Mutation(() => WebhookPayload, {
    ...COST,
    description: 'Tells an endpoint of changes again, and of what it has missed; for administrators.',
  })
  enableWebhook(
    @Arg('input', () => WebhookInput, { description: 'Which one.' }) { id }: WebhookInput,
    @Ctx() context: GraphqlContext,
  ): Promise<WebhookPayload> {
    return changed(context, (webhooks) => webhooks.enable(id));
  }

  @Mutation(() => WebhookPayload, {
    ...COST,
    description: 'Removes a webhook with its secrets; for administrators.',
  })
  deleteWebhook(
    @Arg('input', () => WebhookInput, { description: 'Which one.' }) { id }: WebhookInput,
    @Ctx() context: GraphqlContext,
  ): Promise<WebhookPayload> {
    return changed(context, (webhooks) => webhooks.remove(id));
  }
}

/** @throws HubError `unauthenticated`, `forbidden` */
async function administer({ loaders, webhooks }: GraphqlContext): Promise<Webhooks> {
  await loaders.requester();
  return webhooks;
}

async function change<T>(context: GraphqlContext, work: (webhooks: Webhooks) => Promise<T>) {
  const webhooks = await administer(context);
  return tellProblems(WEBHOOK_PROBLEM_CODES, () => work(webhooks));
}

async function changed(
  context: GraphqlContext,
  work: (webhooks: Webhooks) => Promise<Webhook | null>,
): Promise<WebhookPayload> {
  const { done, problems } = await change(context, async (webhooks) => found(await work(webhooks)));
  return { webhook: done === null ? null : showWebhook(done), problems };
}

async function withSecret(
  context: GraphqlContext,
  work: (webhooks: Webhooks) => Promise<WithSecret>,
): Promise<WebhookSecretPayload> {
  const { done, problems } = await change(context, work);
  if (done === null) return { webhook: null, secret: null, problems };
  return { webhook: showWebhook(done.webhook), secret: done.secret, problems };
}

/** @throws HubError `not-found` */
function found<T>(given: T | null): T {
  if (given === null) throw new HubError('not-found', 'There is no webhook of this id.');
  return given;
}

/** A webhook as the schema has it: without its secrets. */
function showWebhook({ id, url, description, createdAt, off, version, waiting, deliveries }: Webhook): WebhookType {
  return {
    id,
    url,
    description,
    createdAt: createdAt.toISOString(),
    isEnabled: off === null,
    offReason: off?.reason ?? null,
    offSince: off?.since.toISOString() ?? null,
    toldVersion: version,
    waiting:
      waiting === null
        ? null
        : {
            id: waiting.id,
            version: waiting.version,
            attempts: waiting.attempts,
            since: waiting.createdAt.toISOString(),
            nextAttemptAt: waiting.dueAt.toISOString(),
          },
    deliveries: deliveries.map((delivery) => ({ ...delivery, at: delivery.at.toISOString() })),
  };
}
