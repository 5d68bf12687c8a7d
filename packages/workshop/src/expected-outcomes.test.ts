import { compilePlan, exitOn, type LegEnding, type Plan, recognise, tidy, verdictOf } from '@lianxian/core';
import {
  calleeSeed,
  practiceCalleeAt,
  practiceCallees,
  type SimulatedTalk,
  sentencesOf,
  simulateTalk,
} from '@lianxian/core/simulation';
import { expect, test } from 'vitest';
import { courseFollowUp } from '../../server/seed/course-follow-up.ts';
import { type ExpectedOutcome, expectedOf, expectedOutcomes } from './expected-outcomes.ts';

const seeds = Array.from({ length: 25 }, (_, index) => index + 1);

const compiled = (plan: Plan) => {
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.compiled;
};

const talkWith = (plan: Plan, number: string, seed: number): SimulatedTalk => {
  const callee = practiceCalleeAt(number);
  if (!callee) throw new Error(`nobody has ${number}`);
  return simulateTalk({ plan: compiled(plan), persona: callee.persona, seed });
};

/** As the network would tell it; who rings for ever is cancelled, and answers that with 487. */
const endingOf = ({ summary, refusedWith }: SimulatedTalk): LegEnding => {
  if (summary) return { how: summary.endedBy === 'callee' ? 'byThem' : 'byUs', code: null };
  return refusedWith === null ? { how: 'ringTimeout', code: 487 } : { how: 'refused', code: refusedWith };
};

const outcomeOf = (plan: Plan, expected: ExpectedOutcome, seed: number): ExpectedOutcome => {
  const { number, callee } = expected;
  const talk = talkWith(plan, number, seed);
  const { summary } = talk;
  const ending = endingOf(talk);
  const verdict = verdictOf(ending);
  return {
    number,
    callee,
    state: verdict.state,
    level: summary?.level ?? null,
    levelRule: summary?.levelRule ?? null,
    answers: summary?.answers ?? {},
    lastNode: summary?.lastNode ?? null,
    hungUpBy: summary?.endedBy ?? 'nobody',
    sipCode: ending.code,
  };
};

test.each(expectedOutcomes)('a call to $callee comes out as $state, level $level, whatever the seed', expected => {
  for (const seed of seeds)
    expect({ seed, ...outcomeOf(courseFollowUp, expected, seed) }).toEqual({ seed, ...expected });
});

test('the table names every practice callee', () => {
  expect(expectedOutcomes.map(({ number, callee }) => [number, callee])).toEqual(
    practiceCallees.map(({ number, name }) => [number, name]),
  );
});

test('any of the 10,000 numbers comes out as its kind does', () => {
  for (let index = 0; index < 10_000; index += 37) {
    const number = `1540000${String(index).padStart(4, '0')}`;
    const expected = expectedOf(number);
    expect({ ...outcomeOf(courseFollowUp, expected, calleeSeed(1, number, 0)) }).toEqual(expected);
  }
  expect(() => expectedOf('13812345678')).toThrow('13812345678');
});

/** Who lives where, written down once: a change of the town's mix or dice moves everybody. */
test('a number is the same person for ever', () => {
  const who = {
    15400000000: '没人接',
    15400000019: '找真人',
    15400000020: '聊得来',
    15400000021: '抢话',
    15400001234: '空号',
    15400009998: '已关机',
    15400009999: '空号',
  };
  for (const [number, callee] of Object.entries(who)) expect(expectedOf(number)).toMatchObject({ number, callee });
});

const changedRouter = (node: string, on: string, to: string): Plan => ({
  ...courseFollowUp,
  flows: courseFollowUp.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map(known =>
      known.id === node && 'routers' in known
        ? {
            ...known,
            routers: known.routers.map(router => (exitOn(router.on) === on ? { on: router.on, to } : router)),
          }
        : known,
    ),
  })),
});

test.each([
  ['a refusal at the opening says good-bye at once', changedRouter('opening', 'refuse', 'sayGoodbye'), '15400000003'],
  [
    'who thinks the time over goes on to the phone',
    changedRouter('askTime', 'intent:thinkItOver', 'confirmPhone'),
    '15400000002',
  ],
  [
    'the level rule of a booked time is gone',
    { ...courseFollowUp, levelRules: courseFollowUp.levelRules.filter(rule => rule.level !== 'A') },
    '15400000001',
  ],
])('one changed rule turns the table red: %s', (_, plan, number) => {
  const expected = expectedOutcomes.find(row => row.number === number)!;
  expect(outcomeOf(plan, expected, 1)).not.toEqual(expected);
});

test('at least 30 % of what callees can say contains no word of the plan', () => {
  const plan = compiled(courseFollowUp);
  const words = [
    ...courseFollowUp.intents.flatMap(intent => intent.words),
    ...courseFollowUp.knowledge.flatMap(item => item.words),
    ...courseFollowUp.flows.flatMap(flow =>
      flow.nodes.flatMap(node =>
        node.kind === 'collect' && node.accepts.type === 'choice'
          ? node.accepts.options.flatMap(({ words }) => words)
          : [],
      ),
    ),
  ]
    .map(tidy)
    .filter(word => word.length > 1);
  const sentences = practiceCallees.flatMap(({ persona }) => sentencesOf(persona));
  const foreign = sentences.filter(
    sentence =>
      !words.some(word => tidy(sentence).includes(word)) && recognise(plan.recognition, sentence).length === 0,
  );
  expect(foreign.length / sentences.length).toBeGreaterThanOrEqual(0.3);
});

test('at least 30 % of the sentences said in calls were not understood by any rule, and the talk went on', () => {
  const said = expectedOutcomes
    .flatMap(({ number }) => seeds.flatMap(seed => talkWith(courseFollowUp, number, seed).notes))
    .filter(note => note.type === 'callee.said');
  expect(said.filter(note => note.understood === null).length / said.length).toBeGreaterThanOrEqual(0.3);
});

/** In a call to somebody who says nothing it is the robot that waits. */
const talkative = expectedOutcomes.filter(
  ({ state, levelRule }) => state === 'answered' && levelRule !== '没有有效对话',
);

test.each(talkative)('nobody waits more than 1.5 s in a call to $callee', ({ number }) => {
  for (const seed of seeds) {
    const longest = talkWith(courseFollowUp, number, seed).silences[0]?.ms ?? 0;
    expect({ seed, longest: longest > 1_500 ? longest : 'short' }).toEqual({ seed, longest: 'short' });
  }
});
