import type { Plan } from '@lianxian/core';
import type { TestHouse } from './house.ts';

/** One row of each kind that belongs to a merchant. */
export interface Belongings {
  readonly plan: string;
  readonly line: string;
  readonly file: string;
  readonly call: string;
}

const samplePlan: Plan = {
  name: '话术',
  variables: [],
  rootFlow: 'main',
  flows: [],
  intents: [],
  knowledge: [],
  levelRules: [],
  defaults: {
    silence: { ms: 4_000, sentences: [] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
  },
};

/** Gives a merchant one of each. */
export const furnish = async ({ database: { pool } }: TestHouse, merchantId: string): Promise<Belongings> => {
  const insert = async (sql: string, ...values: unknown[]): Promise<string> =>
    String((await pool.query<{ id: string }>(sql, [merchantId, ...values])).rows[0]?.id);
  const plan = await insert(`insert into plan (merchant_id, name) values ($1, '话术') returning id`);
  await pool.query(`insert into plan_version values ($1, $2, 1, $3, 1, now())`, [
    merchantId,
    plan,
    JSON.stringify(samplePlan),
  ]);
  const line = await insert(
    `insert into line (merchant_id, name, address) values ($1, '线路', '192.0.2.1:5060') returning id`,
  );
  const file = await insert(
    `insert into file (merchant_id, path, name, mime) values ($1, 'recordings/x.wav', '录音.wav', 'audio/wav') returning id`,
  );
  const call = await insert(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, because,
       fault, may_retry, hung_up_by, ended_at)
     values ($1, $2, 1, '话术', $3, '线路', '13800138000', 'ended', 'busy', 'busy', 'callee', true, 'nobody', now())
     returning id`,
    plan,
    line,
  );
  return { plan, line, file, call };
};

/**
 * A good input for every endpoint of the contract, by hand. The security test walks them: a new endpoint without a
 * sample is a failure there.
 */
export const samplesFor = ({
  plan,
  line,
  file,
  call,
}: Belongings): Readonly<Record<string, Record<string, string>>> => ({
  'user/captcha': {},
  'user/pageInfo': {},
  'user/login': { cid: '200002', account: 'owner', password: 'secret-200002' },
  'user/logout': {},
  'user/getUserInfo': {},
  'plan/list': { page: '1', limit: '20' },
  'line/list': { page: '1', limit: '20' },
  'line/save': {
    id: line,
    name: '线路一',
    address: '192.0.2.7:5080',
    username: 'u',
    password: 'p',
    callerNumber: '400',
  },
  'line/remove': { id: line },
  'practice/callees': {},
  'call/place': { planId: plan, lineId: line, phone: '13800138000' },
  'call/hangUp': { id: call },
  'call/list': { page: '1', limit: '20' },
  'call/detail': { id: call },
  'call/listenTicket': { id: call },
  'file/ticket': { fileId: file },
});

/** Which belongings a field names. */
export const belongingOf = (path: string, field: string): keyof Belongings | null => {
  if (field === 'planId') return 'plan';
  if (field === 'lineId') return 'line';
  if (field === 'fileId') return 'file';
  if (field !== 'id') return null;
  return path.startsWith('line/') ? 'line' : 'call';
};
