export { openDeliverer } from './deliverer.ts';
export { optionsOf } from './endpoints.store.ts';
export { deliveriesOf, tellAll, tellEndpoints } from './outbox.store.ts';
export { webhookPurgeJob } from './purge.job.ts';
export { bindWebhooks } from './webhooks.routes.ts';
export { sealContext } from './webhooks.ts';
