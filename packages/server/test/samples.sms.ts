/** Samples of text messages. The provider's address is of a private network: nothing goes there. */
export interface SmsAssets {
  readonly smsTemplate: string;
  /** One to remove. */
  readonly spareSmsTemplate: string;
  readonly smsProvider: string;
  readonly spareSmsProvider: string;
  readonly smsMessage: string;
  readonly smsBatch: string;
}

const text = { kind: 'notice', signature: '启航', content: '您好，课程明天开始。' };
const http = JSON.stringify({
  kind: 'http',
  url: 'https://10.9.9.9/sms',
  body: `{"to":"\${phone}","text":"\${text}"}`,
});

export const smsSamples = (own: SmsAssets, call: string) => ({
  'sms/templates': { page: '1', limit: '20' },
  'sms/template': { id: own.smsTemplate },
  'sms/options': {},
  'sms/saveTemplate': { id: own.smsTemplate, name: '开课提醒', ...text },
  'sms/submitTemplate': { id: own.smsTemplate },
  'sms/decideTemplate': { id: own.smsTemplate, usable: '1' },
  'sms/removeTemplate': { id: own.spareSmsTemplate },
  'sms/preview': { ...text, callId: call },
  'sms/send': { templateId: own.smsTemplate, phone: '13800138000' },
  'sms/count': { templateId: own.smsTemplate, of: 'phones', phones: '13800138000' },
  'sms/sendMany': { templateId: own.smsTemplate, of: 'phones', phones: '13800138000' },
  'sms/batches': { page: '1', limit: '20' },
  'sms/cancelBatch': { id: own.smsBatch },
  'sms/links': { page: '1', limit: '20' },
  'sms/messages': { page: '1', limit: '20' },
  'sms/message': { id: own.smsMessage },
  'sms/cancel': { ids: '["999999"]' },
  'sms/export': { states: '["failed"]' },
  'sms/replies': { page: '1', limit: '20' },
  'sms/closeReplies': { ids: '["999999"]' },
  'sms/settings': {},
  'sms/saveSettings': { perDay: '3', per30Days: '10', linkHost: 'https://go.example.com' },
  'sms/providers': {},
  'sms/saveProvider': { id: own.smsProvider, name: '短信通道', settings: http, secret: 'k' },
  'sms/enableProvider': { id: own.smsProvider, enabled: '1' },
  'sms/removeProvider': { id: own.spareSmsProvider },
  'sms/testProvider': { id: own.smsProvider, phone: '13800138000', templateId: own.smsTemplate },
});

export const smsAssetOf = (path: string, field: string): keyof SmsAssets | null => {
  if (!path.startsWith('sms/')) return null;
  if (field === 'templateId') return path === 'sms/messages' || path === 'sms/export' ? null : 'smsTemplate';
  if (field !== 'id') return null;
  if (path === 'sms/message') return 'smsMessage';
  if (path === 'sms/cancelBatch') return 'smsBatch';
  return path.endsWith('Provider') ? 'smsProvider' : 'smsTemplate';
};

export const provisionSms = async (
  insert: (sql: string, ...values: unknown[]) => Promise<string>,
): Promise<SmsAssets> => {
  const addTemplate = (name: string) =>
    insert(
      `insert into sms_template (merchant_id, name, kind, signature, content, state, made_by)
       values ($1, $2, 'notice', '启航', '您好，课程明天开始。', 'usable',
         (select id from employee where merchant_id = $1 limit 1)) returning id`,
      name,
    );
  const addProvider = (name: string) =>
    insert(
      `insert into sms_provider (merchant_id, name, kind, settings, callback, rank, share, per_second)
       values ($1, $2, 'log', '{"kind": "log"}', gen_random_uuid()::text, 1, 100, 50) returning id`,
      name,
    );
  const smsTemplate = await addTemplate('开课提醒');
  const smsMessage = await insert(
    `insert into sms_message (merchant_id, request, template_id, template, kind, phone, text, body, parts, state, source, owner_id)
     values ($1, 'sample ' || $2::bigint, $2, '开课提醒', 'notice', '13912345678', '【启航】您好', '您好', 1, 'delivered', 'hand',
       (select id from employee where merchant_id = $1 limit 1)) returning id`,
    smsTemplate,
  );
  const smsBatch = await insert(
    `insert into sms_batch (merchant_id, id, template_id, template, made_by, read_at)
     values ($1, 900000 + $2::bigint, $2, '开课提醒', (select id from employee where merchant_id = $1 limit 1), now()) returning id`,
    smsTemplate,
  );
  return {
    ...{ smsTemplate, smsMessage, smsBatch, spareSmsTemplate: await addTemplate('备用') },
    ...{ smsProvider: await addProvider('练习短信'), spareSmsProvider: await addProvider('备用') },
  };
};
