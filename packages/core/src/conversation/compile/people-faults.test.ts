import { expect, test } from 'vitest';
import type { Plan, TransferNode } from '../index.ts';
import { peopleFaults, withoutPeople, withPeople } from '../index.ts';
import { smallPlan } from '../plan/small-plan.test-data.ts';

const people = {
  seats: [
    { id: '11', names: ['李强', 'liqiang', '8001'] },
    { id: '12', names: ['王芳', 'wangfang', '8002'] },
    { id: '13', names: ['王芳', 'wangfang2', '8003'] },
  ],
  groups: [{ id: '21', names: ['客服'] }],
};
const handing = (to: TransferNode['to']): Plan => ({
  ...smallPlan,
  flows: [
    {
      id: 'main',
      name: '主',
      rootNode: 'person',
      nodes: [
        {
          kind: 'transfer',
          id: 'person',
          name: '转人工',
          sentences: [],
          to,
          ringTimeoutMs: 8_000,
          waiting: [],
          otherwise: '',
        },
      ],
    },
  ],
});
const targetOf = ({ flows }: Plan): string | undefined => {
  const [node] = flows[0]!.nodes;
  if (node?.kind !== 'transfer' || node.to.type === 'outside') return undefined;
  return node.to.type === 'seat' ? node.to.seat : node.to.group;
};
const seat = (named: string) => handing({ type: 'seat', seat: named });
const group = (named: string) => handing({ type: 'group', group: named });
const told = (plan: Plan) =>
  peopleFaults(plan, people).map(({ where, fault, detail }) => `${where} ${fault} ${detail}`.trim());

test('who is there is no fault, by id or by a name that only he has; an outside number needs nobody', () => {
  const plans = [seat('11'), seat('李强'), seat(' 8002 '), group('21'), group('客服')];
  for (const plan of plans) expect(told(plan)).toEqual([]);
  expect(told(handing({ type: 'outside', number: '13800138000', announcement: '' }))).toEqual([]);
});

test('who is not there is a fault at its node: removed, of another merchant, or one of two of a name', () => {
  expect(told(seat('99'))).toEqual(['node:person unknownSeat']);
  expect(told(seat('王芳'))).toEqual(['node:person unknownSeat 王芳']);
  expect(told(group('售后'))).toEqual(['node:person unknownGroup 售后']);
  // A group is no seat, whatever its number.
  expect(told(seat('21'))).toEqual(['node:person unknownSeat']);
});

test('nobody named is told once, with the plan’s own faults', () => {
  expect(told(seat(' '))).toEqual([]);
});

test('names become ids where they are plain, and ids names where a plan leaves its merchant', () => {
  expect(targetOf(withPeople(seat('wangfang2'), people))).toBe('13');
  expect(targetOf(withPeople(seat('王芳'), people))).toBe('王芳');
  expect(targetOf(withPeople(group('客服'), people))).toBe('21');
  expect(targetOf(withoutPeople(group('21'), people))).toBe('客服');
  expect(targetOf(withoutPeople(seat('12'), people))).toBe('王芳');
});
