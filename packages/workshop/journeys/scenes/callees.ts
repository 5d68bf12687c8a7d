import { describe, expect, it } from 'vitest';
import { type ExpectedOutcome, expectedOutcomes } from '../../src/expected-outcomes.ts';
import type { CallDetail } from '../house/calls.ts';

/** How the seeded plan's variables are called on the record's page. */
const labels: Readonly<Record<string, string>> = {
  grade: '孩子年级',
  trialTime: '试听时间',
  callbackTime: '回电时间',
  contactPhone: '短信号码',
};

/** The demo's plan hands who asks for a person to its seats; none of them is online so early. */
const whereSeatsAre: Readonly<Record<string, Partial<ExpectedOutcome>>> = {
  15400000019: { lastNode: '老师都在忙' },
};

/** The longest talk of the town, on a busy machine: whoever looks first waits for it. */
const LONGEST_MS = 100_000;

export const callees = (call: (number: string) => Promise<CallDetail>): void => {
  describe('a call of the seeded plan over the practice line', () => {
    it.each(expectedOutcomes.map(expected => ({ ...expected, ...whereSeatsAre[expected.number] })))(
      'to $callee comes out as $state, level $level',
      async expected => {
        const detail = await call(expected.number);
        const answers = Object.entries(expected.answers).map(([variable, value]) => [labels[variable], value]);
        expect({
          state: detail.state,
          level: detail.level,
          levelRule: detail.levelRule,
          answers: detail.answers.map(({ label, value }) => [label, value]),
          lastNode: detail.lastNode,
          hungUpBy: detail.hungUpBy,
          sipCode: detail.sipCode,
          cost: Number(detail.cost),
        }).toEqual({
          state: expected.state,
          level: expected.level,
          levelRule: expected.levelRule,
          answers,
          lastNode: expected.lastNode,
          hungUpBy: expected.hungUpBy,
          sipCode: expected.sipCode,
          cost: 0,
        });
      },
      LONGEST_MS,
    );

    it('to a number nobody has is an empty number', async () => {
      expect(await call('15400009999')).toMatchObject({ state: 'emptyNumber', sipCode: 404, level: null });
    });
  });
};
