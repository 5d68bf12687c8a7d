import {
  type Language,
  type OutputOf,
  smsCauseText,
  type smsEndpoints,
  smsSourceWords,
  smsStateText,
} from '@lianxian/contract';
import { maskNumbers, maskPhone } from '@lianxian/core';
import type { detailOf, ListedMessage, listReplies } from './log.store.ts';

/** Who looks: without the right numbers are masked, also those in texts. */
export interface Reader {
  readonly language: Language;
  readonly seesPhones: boolean;
}
type Shown = OutputOf<typeof smsEndpoints.messages>['list'][number];
type Detail = OutputOf<typeof smsEndpoints.message>;
type ReplyShown = OutputOf<typeof smsEndpoints.replies>['list'][number];

const phoneSeen = (phone: string, { seesPhones }: Reader): string => (seesPhones ? phone : maskPhone(phone));
const textSeen = (text: string, { seesPhones }: Reader): string => (seesPhones ? text : maskNumbers(text));

export const messageView = (row: ListedMessage, reader: Reader): Shown => {
  const { text: _, createdAt, dueAt, sentAt, reportedAt, phone, ...shown } = row;
  const { language } = reader;
  return {
    ...shown,
    phone: phoneSeen(phone, reader),
    stateText: smsStateText(row.state, language),
    becauseText: smsCauseText(row.because, language),
    sourceText: smsSourceWords[row.source][language],
    createdAt: createdAt.toISOString(),
    dueAt: row.state === 'queued' ? dueAt.toISOString() : null,
    sentAt: sentAt?.toISOString() ?? null,
    reportedAt: reportedAt?.toISOString() ?? null,
  };
};

export const detailView = (
  row: ListedMessage,
  { reports, answers, link }: Awaited<ReturnType<typeof detailOf>>,
  reader: Reader,
): Detail => ({
  ...messageView(row, reader),
  text: textSeen(row.text, reader),
  reports: reports.map(({ ref, delivered, code, at }) => ({
    ...{ ref, code, at: at?.toISOString() ?? null },
    state: delivered === null ? '' : smsStateText(delivered ? 'delivered' : 'failed', reader.language),
  })),
  answers: answers.map(({ at, text, ...one }) => ({ ...one, text: textSeen(text, reader), at: at.toISOString() })),
  link:
    link === undefined ? null : { url: link.url, clicks: link.clicks, firstAt: link.firstAt?.toISOString() ?? null },
});

export const replyView = (row: Awaited<ReturnType<typeof listReplies>>[number], reader: Reader): ReplyShown => ({
  ...row,
  phone: phoneSeen(row.phone, reader),
  text: textSeen(row.text, reader),
  at: row.at.toISOString(),
  template: row.template ?? '',
  provider: row.provider ?? '',
});

const heads = {
  'zh-CN': [
    '时间',
    '号码',
    '称呼',
    '模板',
    '状态',
    '原因',
    '条数',
    '费用',
    '来源',
    '任务',
    '服务商',
    '送达时间',
    '回复数',
    '点击数',
    '发送人',
  ],
  'zh-TW': [
    '時間',
    '號碼',
    '稱呼',
    '範本',
    '狀態',
    '原因',
    '則數',
    '費用',
    '來源',
    '任務',
    '服務商',
    '送達時間',
    '回覆數',
    '點擊數',
    '傳送人',
  ],
  en: [
    'Time',
    'Number',
    'Name',
    'Template',
    'State',
    'Cause',
    'Parts',
    'Cost',
    'Source',
    'Task',
    'Provider',
    'Reported',
    'Replies',
    'Clicks',
    'By',
  ],
} as const satisfies Readonly<Record<Language, readonly string[]>>;
const titles = { 'zh-CN': '短信记录', 'zh-TW': '簡訊紀錄', en: 'Text messages' } as const;

/** The log as a sheet; each line as the page shows it. */
export const messageSheet = (reader: Reader) => ({
  title: titles[reader.language],
  head: heads[reader.language],
  line: (row: ListedMessage) => {
    const one = messageView(row, reader);
    return [
      ...[one.createdAt, one.phone, one.name, one.template, one.stateText, one.becauseText, one.parts, one.cost],
      ...[one.sourceText, one.task, one.provider, one.reportedAt ?? '', one.replies, one.clicks, one.by],
    ].map(String);
  },
});
