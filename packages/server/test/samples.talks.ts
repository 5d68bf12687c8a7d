/** Samples of test talks, test conversations and the parameter search. */
const moves = JSON.stringify([{ does: 'say', text: '可以' }]);
const test = {
  variables: {},
  minuteOfDay: 600,
  moves: [{ does: 'say', text: '可以' }],
  world: 'fails',
  expects: { level: 'A' },
} as const;

export interface TalkIds {
  readonly plan: string;
  readonly call: string;
  /** A test conversation, and one to remove. */
  readonly planTest: string;
  readonly sparePlanTest: string;
}

export const talkSamples = ({ plan, call, planTest, sparePlanTest }: TalkIds) => ({
  'talk/run': { planId: plan, moves },
  'talk/hear': {},
  'talk/tests': { planId: plan, page: '1', limit: '20' },
  'talk/saveTest': { planId: plan, testId: planTest, name: '能约上', test: JSON.stringify(test) },
  'talk/removeTest': { planId: plan, testId: sparePlanTest },
  'talk/runTests': { planId: plan },
  'talk/town': { planId: plan, each: '1' },
  'talk/acceptTest': { planId: plan, testId: planTest, rev: '0' },
  'talk/draftTest': { planId: plan, moves },
  'talk/testFromCall': { callId: call },
  'talk/recordings': { planId: plan },
  'talk/parameterSearch': { planId: plan, callIds: JSON.stringify([call]), settings: '[{"interruption":null}]' },
});

type Insert = (sql: string, ...values: unknown[]) => Promise<string>;

export const provisionTalks = async (
  insert: Insert,
  { plan }: { readonly plan: string },
): Promise<Pick<TalkIds, 'planTest' | 'sparePlanTest'>> => {
  const one = (name: string) =>
    insert(
      'insert into plan_test (merchant_id, plan_id, name, test) values ($1, $2, $3, $4) returning id',
      plan,
      name,
      JSON.stringify(test),
    );
  return { planTest: await one('能约上'), sparePlanTest: await one('备用') };
};
