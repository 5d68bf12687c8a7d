import type { MessageSource, MessageState, SmsKind } from '@lianxian/core';
import { sql } from 'kysely';
import { notifyIn } from '../../platform/bus.ts';
import { givenRows, type UnscopedDb } from '../../platform/db/index.ts';

/** Whoever sends hears of a merchant whose messages wait. */
export const SMS_CHANNEL = 'sms';

/** A message that is added. */
export interface NewMessage {
  readonly request: string;
  readonly phone: string;
  readonly name: string;
  readonly text: string;
  readonly body: string;
  readonly values: Readonly<Record<string, string>>;
  readonly parts: number;
  /** Ten-thousandths of a yuan. */
  readonly held: number;
  readonly state: MessageState;
  readonly because: string;
  readonly callId: string | null;
  readonly taskId: string | null;
  readonly ownerId: string | null;
  /** '' none. */
  readonly link: string;
  readonly code: string;
}

interface OfAll {
  readonly merchantId: string;
  readonly templateId: string;
  readonly template: string;
  readonly kind: SmsKind;
  readonly source: MessageSource;
  readonly batchId: string | null;
  readonly onlyProvider: string | null;
}

const COLUMNS = {
  ...{
    request: 'text',
    phone: 'text',
    name: 'text',
    text: 'text',
    body: 'text',
    values: 'jsonb',
    parts: 'int',
    held: 'bigint',
  },
  ...{
    state: 'text',
    because: 'text',
    callId: 'bigint',
    taskId: 'bigint',
    ownerId: 'bigint',
    link: 'text',
    code: 'text',
  },
} as const;

interface AddedMessage {
  readonly id: string;
  readonly request: string;
  readonly held: number;
}

/** Adds them, each request once; what was there already is not among the answers. */
export const insertMessages = async (
  tx: UnscopedDb,
  of: OfAll,
  messages: readonly NewMessage[],
): Promise<readonly AddedMessage[]> => {
  const { rows } = await sql<AddedMessage>`
    with given as (select * from ${givenRows(messages, COLUMNS, 's')}),
    added as (
      insert into sms_message (merchant_id, request, template_id, template, kind, phone, name, text, body, "values", parts, held,
        state, because, source, batch_id, only_provider, call_id, task_id, owner_id)
      select ${of.merchantId}::bigint, request, ${of.templateId}::bigint, ${of.template}, ${of.kind}, phone, name, text, body,
        "values", parts, held / 10000.0, state, because, ${of.source}, ${of.batchId}::bigint, ${of.onlyProvider}::bigint,
        call_id, task_id, owner_id
      from given on conflict (merchant_id, request) do nothing
      returning id, request, held),
    linked as (
      insert into sms_link (merchant_id, code, message_id, url)
      select ${of.merchantId}::bigint, given.code, added.id, given.link from added join given using (request) where given.link <> '')
    select id, request, (held * 10000)::float8 as held from added`.execute(tx);
  return rows;
};

/** Nothing pays for them. */
export const withholdUnpaid = async (tx: UnscopedDb, merchantId: string, ids: readonly string[]): Promise<void> => {
  await sql`update sms_message set state = 'withheld', because = 'shortOfMoney', held = 0
    where merchant_id = ${merchantId} and id = any(${[...ids]}::bigint[]) and state = 'queued'`.execute(tx);
};

export const findByRequest = async (tx: UnscopedDb, merchantId: string, request: string) =>
  await tx
    .selectFrom('smsMessage')
    .select(['id', 'state', 'because'])
    .where('merchantId', '=', merchantId)
    .where('request', '=', request)
    .executeTakeFirst();

/** Whoever sends looks at them once this is committed. */
export const wakeSender = (tx: UnscopedDb, merchantId: string): Promise<void> => notifyIn(tx, SMS_CHANNEL, merchantId);

/** Where a short link leads, which somebody opened now; null: there is none. */
export const openLink = async (db: UnscopedDb, code: string): Promise<string | null> => {
  const { rows } = await sql<{ url: string }>`
    update sms_link set clicks = least(clicks + 1, 1000000), first_at = coalesce(first_at, now()), last_at = now()
    where code = ${code} returning url`.execute(db);
  return rows[0]?.url ?? null;
};
