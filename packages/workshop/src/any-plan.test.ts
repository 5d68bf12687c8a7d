import { type CompiledPlan, compilePlan, goalOf, type Plan } from '@lianxian/core';
import { personOf, runTown, type SimulatedTalk, simulateTalk, type Temper } from '@lianxian/core/simulation';
import { expect, test } from 'vitest';
import { emptyPlan } from '../../server/seed/templates/empty.ts';
import { asks, ends, mainFlow, variable } from '../../server/seed/templates/parts.ts';
import { petVaccine } from './pet-vaccine.ts';
import { createWordFinder } from './plan-words.ts';

/** The town talks to plans of trades that nobody thought of when it was made. */
const TUESDAY = '2026-11-24';
const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

const compiled = (plan: Plan): CompiledPlan => {
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.compiled;
};
const vaccine = compiled(petVaccine);
const goal = goalOf(petVaccine)?.level;

const talks = (temper: Temper, plan = vaccine): readonly SimulatedTalk[] =>
  seeds.map(seed => simulateTalk({ plan, persona: personOf(temper), seed, date: TUESDAY }));
const willing = talks('willing');
const told = (kind: Temper, made: readonly SimulatedTalk[]): void => {
  const each = made.map(({ summary }, n) => `${seeds[n]} ${summary?.level} ${summary?.lastNode}`);
  console.info(`${petVaccine.name}, ${kind}, by seed: ${each.join(' · ')}`);
};

test('of 20 willing callees at least 16 come to the goal of a plan for pets, with all that it asks', () => {
  told('willing', willing);
  const reached = willing.filter(({ summary }) => summary?.level === goal);
  expect(reached.length).toBeGreaterThanOrEqual(16);
  for (const { summary } of reached)
    expect(Object.keys(summary!.answers).sort()).toEqual(['day', 'pet', 'petName', 'phone']);
});

test('who refuses ends refused, and is not talked into it', () => {
  const made = talks('refusing');
  told('refusing', made);
  expect(made.map(({ summary }) => summary?.levelRule)).toEqual(seeds.map(() => '拒绝'));
});

test('at least half of what willing callees say holds no word of the plan', () => {
  const holdsWord = createWordFinder(petVaccine);
  const said = willing.flatMap(talk => talk.said);
  const foreign = said.filter(({ sentence }) => !holdsWord(sentence));
  expect(said.length).toBeGreaterThan(100);
  expect(foreign.length / said.length).toBeGreaterThanOrEqual(0.5);
});

test('misheard callees meant what they said: the words that arrive are others', () => {
  const said = talks('misheard').flatMap(talk => talk.said);
  const garbled = said.filter(({ sentence, heard }) => heard !== sentence);
  expect(garbled.length / said.length).toBeGreaterThan(1 / 3);
  expect(willing.flatMap(talk => talk.said.filter(({ sentence, heard }) => heard !== sentence))).toEqual([]);
});

test('the town’s calls say how it was heard: goal, meant by heard, worst turns and ways walked', () => {
  const options = { plan: vaccine, seed: 7, each: 4 };
  const run = runTown(options);
  expect(runTown(options)).toEqual(run);
  const of = (temper: Temper) => run.tempers.find(each => each.temper === temper);
  expect(run.goal).toBe('A');
  expect(of('willing')).toMatchObject({ talks: 4, reached: 4 });
  expect(of('refusing')).toMatchObject({ talks: 4, reached: 0, levels: { E: 4 } });
  const counted = run.cells.reduce((sum, { count }) => sum + count, 0);
  expect(run.hearing.right + run.hearing.missed + run.hearing.wrong).toBe(counted);
  expect(run.cells).toContainEqual(expect.objectContaining({ meant: 'refuse', as: 'refuse' }));
  expect(run.worst.length).toBeGreaterThan(0);
  expect(run.coverage.nodes.covered).toContain('booked');
});

const yesNo = { refuse: 'sorry', silence: 'sorry', notUnderstood: 'sorry' };
const everyKind: Plan = {
  ...emptyPlan,
  name: '每样都问',
  variables: ['count', 'money', 'code', 'place'].map(name => variable(name, name === 'place' ? '地址' : name)),
  flows: [
    mainFlow('count', [
      asks('count', '人数', [0, 0], ['一共几位？'], {
        variable: 'count',
        accepts: { type: 'number', min: 1, max: 12 },
        ways: { ...yesNo, collected: 'money' },
      }),
      asks('money', '预算', [0, 1], ['您的预算是多少？'], {
        variable: 'money',
        accepts: { type: 'amount', min: 100, max: 900 },
        ways: { ...yesNo, collected: 'place' },
      }),
      asks('place', '地址', [0, 2], ['送到哪里？'], {
        variable: 'place',
        accepts: { type: 'text' },
        ways: { ...yesNo, collected: 'code' },
      }),
      asks('code', '号码', [0, 3], ['请输入六位编号，按井号键结束。'], {
        variable: 'code',
        accepts: { type: 'keys', min: 6, max: 6, end: '#' },
        ways: { ...yesNo, collected: 'confirm' },
      }),
      {
        kind: 'menu',
        id: 'confirm',
        name: '确认',
        sentences: ['确认请按一，取消请按二。'],
        interruption: { when: 'always' },
        keys: [
          { key: '1', label: '确认', to: 'done' },
          { key: '2', label: '取消', to: 'sorry' },
        ],
        routers: [{ on: 'notUnderstood', to: 'sorry' }],
      },
      ends('done', '完成', [0, 5], ['好了，再见。']),
      ends('sorry', '没完成', [1, 5], ['再见。']),
    ]),
  ],
  levelRules: [
    { level: 'A', name: '完成', when: [{ fact: 'passedNode', node: 'done' }] },
    { level: 'D', name: '其他', when: [] },
  ],
};

test('numbers, money, places, keys and menus are answered within their bounds', () => {
  const made = talks('willing', compiled(everyKind));
  const reached = made.filter(({ summary }) => summary?.level === 'A');
  expect(reached.length).toBeGreaterThanOrEqual(16);
  for (const { summary } of reached) {
    const { count, money, code } = summary!.answers;
    expect(Number(count)).toBeGreaterThanOrEqual(1);
    expect(Number(count)).toBeLessThanOrEqual(12);
    expect(Number.parseFloat(money!)).toBeGreaterThanOrEqual(100);
    expect(Number.parseFloat(money!)).toBeLessThanOrEqual(900);
    expect(code).toMatch(/^\d{6}$/);
  }
});
