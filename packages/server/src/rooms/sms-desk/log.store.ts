import type { InputOf, smsEndpoints } from '@lianxian/contract';
import type { PeopleSearch } from '@lianxian/core';
import { sql } from 'kysely';
import { asBeginning, type MerchantDb } from '../../platform/db/index.ts';
import { replyWaits } from './waiting.store.ts';

/** What was sent, as whoever looks sees it: a scope narrows it by owner. */
export type MessageFilter = Omit<InputOf<typeof smsEndpoints.export>, 'phone'> & {
  readonly search: PeopleSearch | null;
};

interface Place {
  readonly after: string | undefined;
  readonly skipped: number;
  readonly limit: number;
}

const clicks = sql<number>`coalesce((select l.clicks from sms_link l where l.merchant_id = sms_message.merchant_id
  and l.message_id = sms_message.id), 0)`;
const replies = sql<number>`(select count(*)::int from sms_reply r where r.merchant_id = sms_message.merchant_id
  and r.message_id = sms_message.id)`;
const named = (table: string, column: string, nameColumn = 'name') => sql<string>`coalesce((
  select t.${sql.ref(nameColumn)} from ${sql.table(table)} t where t.merchant_id = sms_message.merchant_id
    and t.id = ${sql.ref(`sms_message.${column}`)}), '')`;

const narrowed = (db: MerchantDb, wanted: MessageFilter) => {
  const { search, templateId, providerId, taskId, callId, batchId, kind, source, states, from, to } = wanted;
  let rows = db.selectFrom('smsMessage');
  if (search !== null && 'is' in search) rows = rows.where('smsMessage.phone', '=', search.is);
  if (search !== null && 'begins' in search) rows = rows.where('smsMessage.phone', 'like', asBeginning(search.begins));
  if (templateId !== undefined) rows = rows.where('smsMessage.templateId', '=', templateId);
  if (providerId !== undefined) rows = rows.where('smsMessage.providerId', '=', providerId);
  if (taskId !== undefined) rows = rows.where('smsMessage.taskId', '=', taskId);
  if (callId !== undefined) rows = rows.where('smsMessage.callId', '=', callId);
  if (batchId !== undefined) rows = rows.where('smsMessage.batchId', '=', batchId);
  if (kind !== undefined) rows = rows.where('smsMessage.kind', '=', kind);
  if (source !== undefined) rows = rows.where('smsMessage.source', '=', source);
  if (states !== undefined && states.length > 0) rows = rows.where('smsMessage.state', 'in', states);
  if (from !== undefined) rows = rows.where('smsMessage.createdAt', '>=', new Date(from));
  if (to !== undefined) rows = rows.where('smsMessage.createdAt', '<', new Date(to));
  if (wanted.replied) rows = rows.where(sql<boolean>`${replies} > 0`);
  if (wanted.clicked) rows = rows.where(sql<boolean>`${clicks} > 0`);
  return rows;
};

const columns = [
  ...(['smsMessage.id', 'smsMessage.templateId', 'smsMessage.template', 'smsMessage.kind'] as const),
  ...(['smsMessage.phone', 'smsMessage.name', 'smsMessage.state', 'smsMessage.because', 'smsMessage.parts'] as const),
  ...(['smsMessage.source', 'smsMessage.taskId', 'smsMessage.callId', 'smsMessage.createdAt'] as const),
  ...(['smsMessage.dueAt', 'smsMessage.sentAt', 'smsMessage.reportedAt', 'smsMessage.text'] as const),
] as const;

const shown = (rows: ReturnType<typeof narrowed>) =>
  rows
    .select(columns)
    .select([
      sql<string>`trim_scale(greatest(sms_message.cost, sms_message.held))::text`.as('cost'),
      named('task', 'task_id').as('task'),
      named('sms_provider', 'provider_id').as('provider'),
      named('employee', 'owner_id').as('by'),
      replies.as('replies'),
      clicks.as('clicks'),
    ]);

export const listMessages = (db: MerchantDb, wanted: MessageFilter, { after, skipped, limit }: Place) => {
  let rows = shown(narrowed(db, wanted));
  if (after !== undefined) rows = rows.where('smsMessage.id', '<', after);
  return rows
    .orderBy('smsMessage.id', 'desc')
    .offset(skipped)
    .limit(limit + 1)
    .execute();
};
export type ListedMessage = Awaited<ReturnType<typeof listMessages>>[number];

/** At most one more than is counted. */
export const countMessages = async (db: MerchantDb, wanted: MessageFilter, most: number): Promise<number> =>
  (await narrowed(db, wanted).select('smsMessage.id').limit(most).execute()).length;

const EVERY: MessageFilter = { search: null };
export const findMessage = (db: MerchantDb, id: string): Promise<ListedMessage | undefined> =>
  shown(narrowed(db, EVERY)).where('smsMessage.id', '=', id).executeTakeFirst();

/** What the carrier said of its parts, who answered, and its short link. */
export const detailOf = async (db: MerchantDb, id: string) => {
  const [reports, answers, link] = await Promise.all([
    db
      .selectFrom('smsPart')
      .select(['smsPart.ref', 'smsPart.delivered', 'smsPart.code', 'smsPart.at'])
      .where('smsPart.messageId', '=', id)
      .orderBy('smsPart.ref')
      .limit(256)
      .execute(),
    db
      .selectFrom('smsReply')
      .select(['smsReply.id', 'smsReply.text', 'smsReply.stop', 'smsReply.at'])
      .where('smsReply.messageId', '=', id)
      .orderBy('smsReply.id', 'desc')
      .limit(100)
      .execute(),
    db
      .selectFrom('smsLink')
      .select(['smsLink.url', 'smsLink.clicks', 'smsLink.firstAt'])
      .where('smsLink.messageId', '=', id)
      .executeTakeFirst(),
  ]);
  return { reports, answers, link };
};

/** Those of them that still wait, as whoever takes them back sees them. */
export const waitingOf = async (
  db: MerchantDb,
  of: { readonly ids: readonly string[] } | { readonly batchId: string },
): Promise<readonly string[]> => {
  const rows = db.selectFrom('smsMessage').select('smsMessage.id').where('smsMessage.state', '=', 'queued');
  const meant =
    'ids' in of ? rows.where('smsMessage.id', 'in', of.ids) : rows.where('smsMessage.batchId', '=', of.batchId);
  return (await meant.orderBy('smsMessage.id').limit(1_000).execute()).map(({ id }) => id);
};

interface ReplyFilter {
  readonly search: PeopleSearch | null;
  readonly stop?: boolean | undefined;
  readonly waits?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
const narrowedReplies = (db: MerchantDb, { search, stop, waits, from, to }: ReplyFilter) => {
  let rows = db.selectFrom('smsReply');
  if (search !== null && 'is' in search) rows = rows.where('smsReply.phone', '=', search.is);
  if (search !== null && 'begins' in search) rows = rows.where('smsReply.phone', 'like', asBeginning(search.begins));
  if (stop !== undefined) rows = rows.where('smsReply.stop', '=', stop);
  if (waits !== undefined) rows = rows.where(replyWaits, '=', waits);
  if (from !== undefined) rows = rows.where('smsReply.at', '>=', new Date(from));
  if (to !== undefined) rows = rows.where('smsReply.at', '<', new Date(to));
  return rows;
};

export const listReplies = (db: MerchantDb, wanted: ReplyFilter, { after, skipped, limit }: Place) => {
  let rows = narrowedReplies(db, wanted)
    .leftJoin('smsMessage', join =>
      join.onRef('smsMessage.merchantId', '=', 'smsReply.merchantId').onRef('smsMessage.id', '=', 'smsReply.messageId'),
    )
    .leftJoin('smsProvider', join =>
      join
        .onRef('smsProvider.merchantId', '=', 'smsReply.merchantId')
        .onRef('smsProvider.id', '=', 'smsReply.providerId'),
    )
    .select(['smsReply.id', 'smsReply.phone', 'smsReply.text', 'smsReply.stop', 'smsReply.at', 'smsReply.messageId'])
    .select(replyWaits.as('waits'))
    .select(['smsMessage.template', 'smsMessage.taskId', 'smsMessage.callId', 'smsProvider.name as provider']);
  if (after !== undefined) rows = rows.where('smsReply.id', '<', after);
  return rows
    .orderBy('smsReply.id', 'desc')
    .offset(skipped)
    .limit(limit + 1)
    .execute();
};
export const countReplies = async (db: MerchantDb, wanted: ReplyFilter, most: number): Promise<number> =>
  (await narrowedReplies(db, wanted).select('smsReply.id').limit(most).execute()).length;
