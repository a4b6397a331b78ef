import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { OffReason, Outcome } from '../../webhooks/webhook.ts';
import { connectionType } from '../shared/connection-type.ts';

export const WEBHOOK_PROBLEM_CODES = ['invalid-field', 'not-found'] as const;
type WebhookProblemCode = (typeof WEBHOOK_PROBLEM_CODES)[number];

const WebhookProblemCodeName = {
  INVALID_FIELD: 'invalid-field',
  NOT_FOUND: 'not-found',
} as const satisfies Record<string, WebhookProblemCode>;
registerEnumType(WebhookProblemCodeName, {
  name: 'WebhookProblemCode',
  description: 'Why something about a webhook is refused.',
  valuesConfig: {
    INVALID_FIELD: { description: 'A field cannot be what it is.' },
    NOT_FOUND: { description: 'There is no such webhook.' },
  },
});

const WebhookOffReasonName = {
  SWITCHED_OFF: 'switched-off',
  GONE: 'gone',
  GIVEN_UP: 'given-up',
} as const satisfies Record<string, OffReason>;
registerEnumType(WebhookOffReasonName, {
  name: 'WebhookOffReason',
  description: 'Why nothing is sent to an endpoint.',
  valuesConfig: {
    SWITCHED_OFF: { description: 'An administrator switched it off.' },
    GONE: { description: 'It answered 410, which says that it wants no more.' },
    GIVEN_UP: { description: 'A message was tried for three days in vain.' },
  },
});

const WebhookOutcomeName = {
  DELIVERED: 'delivered',
  FAILED: 'failed',
  GIVEN_UP: 'given-up',
} as const satisfies Record<string, Outcome>;
registerEnumType(WebhookOutcomeName, {
  name: 'WebhookOutcome',
  description: 'What came of a message.',
  valuesConfig: {
    DELIVERED: { description: 'The endpoint answered with a status of 2xx.' },
    FAILED: { description: 'It did not yet; the message is sent again.' },
    GIVEN_UP: { description: 'It did not, and the message is sent no more.' },
  },
});

@ObjectType('WebhookProblem', { description: 'A reason for which something about a webhook is refused.' })
export class WebhookProblemType {
  @Field(() => WebhookProblemCodeName, { description: 'What is wrong, for programs.' })
  code!: WebhookProblemCode;

  @Field(() => String, { description: 'What is wrong, in words.' })
  message!: string;

  @Field(() => [String], { description: 'The argument at fault, from the outside inwards.' })
  path!: readonly string[];
}

@ObjectType('WebhookMessage', { description: 'A message that has to be delivered.' })
class WebhookMessageType {
  @Field(() => ID, { description: 'Its `webhook-id`, the same at each try.' })
  id!: string;

  @Field(() => String, { description: 'The name of the version of the vocabulary that it tells of.' })
  version!: string;

  @Field(() => Int, { description: 'How often it was tried.' })
  attempts!: number;

  @Field(() => String, { description: 'Since when it waits, an ISO 8601 date and time.' })
  since!: string;

  @Field(() => String, { description: 'When it is tried next, an ISO 8601 date and time.' })
  nextAttemptAt!: string;
}

@ObjectType('WebhookDelivery', { description: 'How a message was tried last.' })
class WebhookDeliveryType {
  @Field(() => ID, { description: 'The `webhook-id` of the message.' })
  messageId!: string;

  @Field(() => String, { description: 'The name of the version of the vocabulary that it tells of.' })
  version!: string;

  @Field(() => WebhookOutcomeName, { description: 'What came of it.' })
  outcome!: Outcome;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the last answer; null when there was none.' })
  status!: number | null;

  @Field(() => String, { nullable: true, description: 'Why it was not delivered, in words; null when it was.' })
  failure!: string | null;

  @Field(() => Int, { description: 'How often it was tried.' })
  attempts!: number;

  @Field(() => String, { description: 'When it was tried last, an ISO 8601 date and time.' })
  at!: string;
}

@ObjectType('Webhook', { description: 'An endpoint that is told when the vocabulary changes.' })
export class WebhookType {
  @Field(() => ID, { description: 'Names the webhook for ever.' })
  id!: string;

  @Field(() => String, { description: 'The address that messages are posted to.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'What it is for, in the words of who registered it.' })
  description!: string | null;

  @Field(() => String, { description: 'When it was registered, an ISO 8601 date and time.' })
  createdAt!: string;

  @Field(() => Boolean, { description: 'Whether messages are sent.' })
  isEnabled!: boolean;

  @Field(() => WebhookOffReasonName, { nullable: true, description: 'Why nothing is sent; null while it is.' })
  offReason!: OffReason | null;

  @Field(() => String, {
    nullable: true,
    description: 'Since when nothing is sent, an ISO 8601 date and time; null while it is.',
  })
  offSince!: string | null;

  @Field(() => String, {
    description:
      'The name of the version of the vocabulary that the endpoint was told of last; before that, of the one that was in use when it was registered.',
  })
  toldVersion!: string;

  @Field(() => WebhookMessageType, {
    nullable: true,
    description: 'The message that has to be delivered; null when there is none.',
  })
  waiting!: WebhookMessageType | null;

  @Field(() => [WebhookDeliveryType], { description: 'The latest ten messages, the newest first.' })
  deliveries!: readonly WebhookDeliveryType[];
}

export const WebhookConnection = connectionType('Webhook', WebhookType, {
  one: 'webhook',
  many: 'webhooks',
  edge: 'A webhook in a page of webhooks',
  page: 'A page of webhooks',
});

@InputType('RegisterWebhookInput', { description: 'An endpoint that wants to be told of changes.' })
export class RegisterWebhookInput {
  @Field(() => String, {
    description: 'The address that messages are posted to: https, of a host outside of the network of the hub.',
  })
  url!: string;

  @Field(() => String, { nullable: true, description: 'What it is for; at most 200 characters.' })
  description!: string | null;
}

@InputType('WebhookInput', { description: 'Which webhook.' })
export class WebhookInput {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}

@ObjectType('WebhookPayload', { description: 'What became of what an administrator did with a webhook.' })
export class WebhookPayload {
  @Field(() => WebhookType, {
    nullable: true,
    description: 'The webhook as it is now, or was last; null when there are problems.',
  })
  webhook!: WebhookType | null;

  @Field(() => [WebhookProblemType], { description: 'Why it is refused; empty when it was done.' })
  problems!: readonly WebhookProblemType[];
}

@ObjectType('WebhookSecretPayload', { description: 'A webhook with the secret that was made for it.' })
export class WebhookSecretPayload extends WebhookPayload {
  @Field(() => String, {
    nullable: true,
    description: 'The secret that signs its messages, `whsec_…`. It is shown this once; null when there are problems.',
  })
  secret!: string | null;
}

@ObjectType('TestWebhookPayload', { description: 'What came of a message that tells nothing.' })
export class TestWebhookPayload extends WebhookPayload {
  @Field(() => Boolean, { description: 'Whether the endpoint answered with a status of 2xx.' })
  delivered!: boolean;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the answer; null when there was none.' })
  status!: number | null;

  @Field(() => String, { nullable: true, description: 'Why it was not delivered, in words; null when it was.' })
  failure!: string | null;
}
