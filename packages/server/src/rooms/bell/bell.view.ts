import { type BellKind, type StoredClause, stored } from '@lianxian/contract';
import type { TaskBecause } from '@lianxian/core';

/** What there is to tell of a customer. */
const ofLibrary: Readonly<Record<string, StoredClause[0]>> = {
  next: 'bellNext',
  ask: 'bellAsk',
  given: 'bellGiven',
  kept: 'bellKept',
  returns: 'bellReturns',
  mention: 'bellMention',
};

/** How the review of a text message's template ended. */
const templateSaid: Readonly<Record<string, StoredClause[0]>> = {
  usable: 'bellSmsTemplateUsable',
  refused: 'bellSmsTemplateRefused',
};

/** How an order of recordings goes on. */
const recordOrderSaid: Readonly<Record<string, StoredClause[0]>> = {
  offered: 'bellRecordOffered',
  taken: 'bellRecordTaken',
  handedIn: 'bellRecordHandedIn',
  sentBack: 'bellRecordSentBack',
  accepted: 'bellRecordAccepted',
  done: 'bellRecordDone',
  cancelled: 'bellRecordCancelled',
  near: 'bellRecordNear',
  late: 'bellRecordLate',
};
/** What the market tells: who reviews, who sells and who took a plan. */
const marketSaid: Readonly<Record<string, StoredClause[0]>> = {
  waits: 'bellMarketWaits',
  shelved: 'bellMarketShelved',
  sentBack: 'bellMarketSentBack',
  takenDown: 'bellMarketTakenDown',
  gone: 'bellMarketGone',
};

type Facts = Readonly<Record<string, string | number>>;

/** What the bell says, of one or of many at once, as a row keeps it. */
const says: Readonly<Record<BellKind, (facts: Facts, count: number) => readonly StoredClause[]>> = {
  customer: (facts, count) => {
    if (facts.task === '') return [[count > 1 ? 'bellCallers' : 'bellCaller', { ...facts, count }]];
    return [[count > 1 ? 'bellCustomers' : 'bellCustomer', { ...facts, count }]];
  },
  afterCall: (facts, count) => [[count > 1 ? 'bellRules' : 'bellRule', { ...facts, count }]],
  todo: (facts, count) => [[count > 1 ? 'bellTodos' : 'bellTodo', { ...facts, count }]],
  taskFinished: facts => [['bellTaskFinished', facts]],
  taskPaused: ({ because, ...facts }) => [['bellTaskPaused', facts], [`taskBecause.${String(because) as TaskBecause}`]],
  importRefused: facts => [['bellImportRefused', facts]],
  lineDown: facts => [['bellLineDown', facts]],
  moneyLow: facts => [['bellMoneyLow', facts]],
  breaker: facts => [['bellBreaker', facts]],
  smsReply: (facts, count) => [[count > 1 ? 'bellSmsReplies' : 'bellSmsReply', { ...facts, count }]],
  smsProvider: ({ what, ...facts }) => [[what === 'back' ? 'bellSmsProviderBack' : 'bellSmsProviderRests', facts]],
  smsTemplate: ({ what, ...facts }) => [[templateSaid[String(what)] ?? 'bellSmsTemplateFailed', facts]],
  recordOrder: ({ what, ...facts }) => [[recordOrderSaid[String(what)] ?? 'bellRecordNear', facts]],
  webhookOff: facts => [['bellWebhookOff', facts]],
  market: ({ what, ...facts }) => [[marketSaid[String(what)] ?? 'bellMarketNewer', facts]],
  library: facts => [[ofLibrary[String(facts.what)] ?? 'bellNext', facts]],
};

export const bellText = (kind: string, facts: Facts, count: number): string | null =>
  Object.hasOwn(says, kind) ? stored(...says[kind as BellKind](facts, count)) : null;
