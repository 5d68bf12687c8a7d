/** Samples of webhooks and of rules after a call. The address is of a private network: the egress guard refuses it at once. */
export interface AfterCallAssets {
  readonly webhook: string;
  /** One to remove. */
  readonly spareWebhook: string;
  readonly delivery: string;
}

const url = 'https://10.9.9.9/hook';
const rules = JSON.stringify([
  { name: '投诉', when: [{ fact: 'tag', tag: '投诉' }], does: [{ do: 'blacklist', reason: '投诉' }] },
]);

export const afterCallSamples = ({ webhook, spareWebhook, delivery }: AfterCallAssets, task: string) => ({
  'webhook/list': {},
  'webhook/options': {},
  'webhook/save': { id: webhook, name: '客户系统', url, events: '["call.ended"]' },
  'webhook/renewSecret': { id: webhook },
  'webhook/enable': { id: webhook, enabled: '1' },
  'webhook/test': { id: webhook },
  'webhook/deliveries': { endpointId: webhook, limit: '20' },
  'webhook/delivery': { id: delivery },
  'webhook/replay': { endpointId: webhook },
  'webhook/remove': { id: spareWebhook },
  'afterCall/rules': { taskId: task },
  'afterCall/save': { taskId: task, rules, version: '0' },
  'afterCall/tryOut': { taskId: task, rules },
});

export const afterCallAssetOf = (path: string, field: string): keyof AfterCallAssets | null => {
  if (path === 'webhook/remove') return 'spareWebhook';
  if (path === 'webhook/delivery') return 'delivery';
  return path.startsWith('webhook/') && (field === 'id' || field === 'endpointId') ? 'webhook' : null;
};

export const provisionAfterCall = async (
  insert: (sql: string, ...values: unknown[]) => Promise<string>,
): Promise<AfterCallAssets> => {
  const add = (name: string) =>
    insert(
      `insert into webhook_endpoint (merchant_id, name, url, secret_sealed, events, made_by)
       values ($1, $2, $3, '', '{}', (select id from employee where merchant_id = $1 limit 1)) returning id`,
      name,
      url,
    );
  const webhook = await add('客户系统');
  const delivery = await insert(
    `insert into webhook_delivery (merchant_id, endpoint_id, event_id, event, subject, body, state)
     values ($1, $2, gen_random_uuid(), 'call.ended', 'call:1', $3, 'sent') returning id`,
    webhook,
    JSON.stringify({ data: { phone: '13912345678' } }),
  );
  return { webhook, spareWebhook: await add('备用'), delivery };
};
