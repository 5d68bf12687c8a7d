/** Samples of levels, back-tests and node statistics. */
const rules = JSON.stringify([{ level: 'F', name: '其余', when: [] }]);
const lesson = JSON.stringify({ to: 'knowledge', id: 'price', words: ['多少钱一节'], likes: [] });
const mended = JSON.stringify({ to: 'knowledge', id: 'price', words: [], likes: ['几块钱'] });
const days = { from: '2026-11-01', to: '2026-11-20' };

/** Ten o'clock in three days. */
const wallAhead = (): string => `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T10:00`;

export interface LevelIds {
  readonly plan: string;
  readonly call: string;
  /** An ended call that was answered. */
  readonly answered: string;
  readonly backTest: string;
  readonly todo: string;
  readonly promised: string;
}

export const levelSamples = ({ plan, call, answered, backTest, todo, promised }: LevelIds) => ({
  'call/correctLevel': { id: call, level: 'B', was: 'none', why: '问了价格' },
  'followUp/list': { limit: '20' },
  'followUp/count': {},
  'followUp/take': { id: answered },
  'followUp/leave': {},
  'followUp/done': { id: answered, done: '1' },
  'followUp/note': { id: answered, text: '约了周六', was: '' },
  'todo/list': { limit: '20' },
  'todo/count': {},
  'todo/done': { id: todo, done: '1' },
  'todo/note': { id: todo, text: '要报价单' },
  'todo/callBack': { callId: answered, at: wallAhead() },
  'todo/letGo': { id: promised },
  'level/recent': { planId: plan },
  'level/facts': { callId: answered },
  'level/backTest': { planId: plan, rules, ...days },
  'level/backTests': { planId: plan },
  'level/backTestState': { id: backTest },
  'level/backTestChanges': { id: backTest, limit: '20' },
  'level/stopBackTest': { id: backTest },
  'level/accept': { id: backTest },
  'nodeStat/heat': { planId: plan, ...days },
  'nodeStat/ended': { planId: plan, ...days, node: 'opening', limit: '20' },
  'nodeStat/missed': { planId: plan, ...days },
  'nodeStat/gain': { planId: plan, ...days, lesson, sayings: '["多少钱一节啊"]' },
  'nodeStat/learn': { planId: plan, lesson },
  'mend/ways': { planId: plan, node: 'opening', text: '多少钱一节', date: '2026-11-20', minuteOfDay: '600' },
  'mend/reread': { planId: plan, ...days },
  'mend/keep': {
    planId: plan,
    node: 'opening',
    text: '几块钱',
    meant: '{"meaning":"knowledge:price"}',
    lessons: `[${mended}]`,
  },
  'mend/undo': { planId: plan, lessons: `[${mended}]` },
  'nodeStat/ignore': { planId: plan, sayings: '["啊"]', ignored: '1' },
});

type Insert = (sql: string, ...values: unknown[]) => Promise<string>;

/** An answered call with its words, and a back-test that is over. */
export const provisionLevels = async (
  insert: Insert,
  { plan, line, task }: { readonly plan: string; readonly line: string; readonly task: string },
): Promise<Pick<LevelIds, 'answered' | 'backTest' | 'todo' | 'promised'>> => {
  const answered = await insert(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, because,
       fault, may_retry, hung_up_by, level, level_rule, talk_ms, turns, answered_at, ended_at)
     values ($1, $2, 1, '话术', $3, '线路', '13800138001', 'ended', 'answered', 'answered', 'nobody', false, 'callee', 'C', '其余',
       20000, 2, now(), now())
     returning id`,
    plan,
    line,
  );
  await insert(
    `insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, '[]', '[]', '[]') returning call_id as id`,
    answered,
  );
  const backTest = await insert(
    `insert into back_test (merchant_id, plan_id, rules, since, until, first_day, last_day, state, created_by)
     values ($1, $2, $3, '2026-11-01', '2026-11-21', '2026-11-01', '2026-11-20', 'done',
       (select id from employee where merchant_id = $1 limit 1)) returning id`,
    plan,
    rules,
  );
  const callee = await insert(
    `insert into callee (merchant_id, task_id, phone, state, due_at, is_appointed)
     values ($1, $2, '13800138002', 'retry', now() + interval '1 day', true) returning id`,
    task,
  );
  await insert(
    'update task_count set total = total + 1, retrying = retrying + 1 where merchant_id = $1 and task_id = $2 returning task_id as id',
    task,
  );
  const todoOf = (state: string) =>
    insert(
      `insert into todo (merchant_id, kind, state, due_at, phone, call_id, made_by, task_id, callee_id)
       values ($1, 'callBack', $3, now() + interval '1 day', '13800138001', $2,
         (select id from employee where merchant_id = $1 limit 1), $4, $5) returning id`,
      ...[answered, state, task, callee],
    );
  return { answered, backTest, todo: await todoOf('open'), promised: await todoOf('promised') };
};
