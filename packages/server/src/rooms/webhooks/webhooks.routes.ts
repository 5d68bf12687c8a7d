import { webhookEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { findDelivery, findEndpoint, listDeliveries, listEndpoints, optionsOf } from './endpoints.store.ts';
import {
  dropEndpoint,
  enableEndpoint,
  renewSecret,
  replayDeliveries,
  saveEndpoint,
  seesPhones,
  testEndpoint,
} from './webhooks.ts';
import { deliveryView, endpointView } from './webhooks.view.ts';

interface WebhookParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
  readonly egress: EgressGuard;
}

const oneDelivery = async (id: string, context: SignedInContext) => {
  const row = await findDelivery(context.db, id);
  if (row === undefined) throw refuse('notFound', { what: 'delivery' });
  const maySee = seesPhones(context) || !row.wholeNumbers;
  return { ...deliveryView(row, context.locale), answer: row.answer, body: maySee ? row.body : '' };
};

const deliveries = async (input: Parameters<typeof listDeliveries>[1], { db, locale }: SignedInContext) => {
  if ((await findEndpoint(db, input.endpointId)) === undefined) throw refuse('notFound', { what: 'endpoint' });
  const rows = await listDeliveries(db, input);
  const shown = rows.slice(0, input.limit);
  return {
    list: shown.map(row => deliveryView(row, locale)),
    after: rows.length > input.limit ? (shown.at(-1)?.id ?? null) : null,
  };
};

export const bindWebhooks = (front: Front, { unscopedDb, secrets, egress }: WebhookParts): void => {
  bind(front, webhookEndpoints.list, async (_, { db, locale }) => ({
    list: (await listEndpoints(db)).map(row => endpointView(row, locale)),
  }));
  bind(front, webhookEndpoints.options, async (_, { db }) => ({ list: await optionsOf(db) }));
  bind(front, webhookEndpoints.save, (input, context) => saveEndpoint(input, context, secrets));
  bind(front, webhookEndpoints.renewSecret, async ({ id }, context) => ({
    id,
    secret: await renewSecret(id, context, secrets),
  }));
  bind(front, webhookEndpoints.enable, async ({ id, enabled }, context) => {
    await enableEndpoint(id, enabled, context);
    return {};
  });
  bind(front, webhookEndpoints.remove, async ({ id }, context) => {
    await dropEndpoint(id, context);
    return {};
  });
  bind(front, webhookEndpoints.test, async ({ id }, context) => {
    const delivery = await testEndpoint(id, context, { db: unscopedDb, egress, secrets });
    return await oneDelivery(delivery, context);
  });
  bind(front, webhookEndpoints.deliveries, ({ endpointId, state, after, limit }, context) =>
    deliveries({ endpointId, state, after, limit }, context),
  );
  bind(front, webhookEndpoints.delivery, ({ id }, context) => oneDelivery(id, context));
  bind(front, webhookEndpoints.replay, async (input, context) => ({ count: await replayDeliveries(input, context) }));
};
