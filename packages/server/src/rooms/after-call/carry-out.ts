import type { AfterCallDone, EventData } from '@lianxian/contract';
import { type AfterCallAction, actionsFor, type CallFacts, type Level, maskNumbers, maskPhone } from '@lianxian/core';
import { merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { ringBell } from '../bell/index.ts';
import { blacklistByRule } from '../blacklist/index.ts';
import { enqueueOne, findUsable } from '../sms/index.ts';
import { tellEndpoints } from '../webhooks/index.ts';
import { type EndedRow, readEnded, saveDone } from './carry-out.store.ts';

/**
 * What follows from the end of a call (docs/after-call.md), in the transaction that files it: what is the database's own is
 * done here, what goes out is written here and told after the commit.
 */
interface Ended {
  readonly merchantId: string;
  readonly call: string;
  readonly facts: CallFacts | null;
  /** What was filed of it before, when its node was taken for dead. */
  readonly replaced: { readonly level: string | null } | null;
}

type CallData = EventData<'call.ended'>;
const MOST_ANSWERS = 100;
const MOST_ANSWER = 500;

const answersOf = (facts: CallFacts | null): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(facts?.answers ?? {})
      .slice(0, MOST_ANSWERS)
      .map(([variable, value]) => [variable, value.slice(0, MOST_ANSWER)]),
  );

const dataOf = (row: EndedRow, { facts, replaced }: Ended): CallData => ({
  id: row.id,
  direction: row.direction,
  phone: row.phone,
  name: row.calleeName,
  task: row.taskId === null ? null : { id: row.taskId, name: row.taskName ?? '' },
  attempt: row.attempt,
  plan:
    row.planId === null || row.planVersion === null
      ? null
      : { id: row.planId, name: row.planName, version: row.planVersion },
  line: { id: row.lineId, name: row.lineName },
  placedAt: row.placedAt.toISOString(),
  answeredAt: row.answeredAt?.toISOString() ?? null,
  endedAt: row.endedAt.toISOString(),
  talkMs: row.talkMs,
  state: row.state,
  because: row.because,
  hungUpBy: row.hungUpBy,
  level: row.level,
  levelRule: row.levelRule ?? '',
  tags: [...row.tags],
  customerType: row.customerType,
  answers: answersOf(facts),
  corrected: replaced !== null,
});

const maskedData = (data: CallData): CallData => ({
  ...data,
  phone: maskPhone(data.phone),
  answers: Object.fromEntries(Object.entries(data.answers).map(([variable, value]) => [variable, maskNumbers(value)])),
});

/** A call by hand is a person's, who looks at it himself. */
const isOfTask = ({ taskId, direction }: EndedRow): boolean => taskId !== null || direction === 'in';

type Did = AfterCallDone['did'][number];

interface Carrying {
  readonly ended: Ended;
  readonly row: EndedRow;
  readonly rule: string;
}

/** A text message to whom the call was with; null: its template is gone. Whether it may go, and when, is asked when it leaves. */
const messageAfter = async (
  tx: UnscopedDb,
  { merchantId, call, facts }: Ended,
  { phone, calleeName: name, taskId, ownerId, variables }: EndedRow,
  templateId: string,
): Promise<string | null> => {
  const template = await findUsable(merchantDb(tx, merchantId), templateId);
  if (template === undefined) return null;
  const values = { ...(name !== '' && { 姓名: name }), ...variables, ...facts?.answers };
  const to = { request: `call ${call} ${template.id}`, phone, name, values, callId: call, taskId, ownerId };
  return (await enqueueOne(tx, { merchantId, template, source: 'rule' }, to)).id;
};

const act = async (
  tx: UnscopedDb,
  { ended, row, rule }: Carrying,
  action: AfterCallAction,
): Promise<Omit<Did, 'rule'>> => {
  const { merchantId, call } = ended;
  switch (action.do) {
    case 'webhook': {
      const data = dataOf(row, ended);
      const told = { merchantId, event: 'rule.matched', subject: `call:${call}`, at: row.endedAt } as const;
      const bodies = { data: { ...data, rule }, masked: { ...maskedData(data), rule } };
      const [delivery] = await tellEndpoints(tx, { ...told, ...bodies }, action.endpoint);
      return delivery === undefined ? { do: 'webhook', result: 'gone' } : { do: 'webhook', result: 'done', delivery };
    }
    case 'notice': {
      const about = `${row.taskId ?? 'in'} ${rule}`;
      const people = action.people.length === 0 ? {} : { people: action.people };
      const { ownerId } = row;
      await ringBell(tx, { merchantId, kind: 'afterCall', about, callId: call, ownerId, ...people, facts: { rule } });
      return { do: 'notice', result: 'done' };
    }
    case 'blacklist':
      await blacklistByRule(tx, { merchantId, phone: row.phone, call, reason: action.reason });
      return { do: 'blacklist', result: 'done' };
    case 'sms': {
      const message = await messageAfter(tx, ended, row, action.template);
      return message === null ? { do: 'sms', result: 'gone' } : { do: 'sms', result: 'done', message };
    }
    case 'customerType':
      // Written with the others.
      return { do: 'customerType', result: 'done' };
  }
};

/** What the rules want is done, and said on the call. */
const follow = async (tx: UnscopedDb, ended: Ended, row: EndedRow): Promise<EndedRow> => {
  const rules = [...(row.ofMerchant?.rules ?? []), ...(row.ofTask?.rules ?? [])];
  if (rules.length === 0 || !isOfTask(row)) return row;
  const wanted = actionsFor({ ...row, facts: ended.facts }, rules);
  if (wanted.length === 0) return row;
  const typed = wanted.find(({ action }) => action.do === 'customerType')?.action;
  const customerType = typed?.do === 'customerType' ? typed.type : null;
  const changed = { ...row, customerType: customerType ?? row.customerType };
  const did: Did[] = [];
  for (const { rule, action } of wanted) did.push({ rule, ...(await act(tx, { ended, row: changed, rule }, action)) });
  const versions = { merchant: row.ofMerchant?.version ?? null, task: row.ofTask?.version ?? null };
  await saveDone(tx, ended, { versions, did }, customerType);
  return changed;
};

const ringCustomer = async (tx: UnscopedDb, { merchantId, call, replaced }: Ended, row: EndedRow): Promise<void> => {
  const { level, taskId, ownerId } = row;
  if (level === null || !isOfTask(row) || replaced?.level === level) return;
  if (!row.bellLevels.some((one: Level) => one === level)) return;
  const facts = { level, task: row.taskName ?? '' };
  await ringBell(tx, { merchantId, kind: 'customer', about: taskId ?? 'in', callId: call, ownerId, facts });
};

export const carryOut = async (tx: UnscopedDb, ended: Ended): Promise<void> => {
  const { merchantId, call } = ended;
  const found = await readEnded(tx, merchantId, call);
  // What is tried, and what seats say to one another, is nobody else’s business.
  if (found === null || found.origin === 'internal' || (found.planVersion ?? 0) < 0) return;
  const row = await follow(tx, ended, found);
  if (row.isHeard) {
    const data = dataOf(row, ended);
    const told = { merchantId, event: 'call.ended', subject: `call:${call}`, at: row.endedAt } as const;
    await tellEndpoints(tx, { ...told, data, masked: maskedData(data) });
  }
  await ringCustomer(tx, ended, row);
};
