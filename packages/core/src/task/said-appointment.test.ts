import { expect, test } from 'vitest';
import { compilePlan } from '../conversation/compile/compile.ts';
import { withAllParts } from '../conversation/parts/with-part.ts';
import { smallPlan } from '../conversation/plan/small-plan.test-data.ts';
import { createTypedTalk } from '../simulation/typed-talk.ts';
import { appointmentIn } from './appointment.ts';

/** What is said in a talk with the parts that every plan is offered, on Tuesday, 24 November 2026 at ten, and when one is called. */
const appointmentOf = (...says: readonly string[]) => {
  const result = compilePlan(withAllParts(smallPlan, new Map()));
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const talk = createTypedTalk(result.compiled);
  talk.begin({}, 600, '2026-11-24');
  talk.letFinish();
  for (const said of says) {
    talk.say(said);
    talk.letReply();
    talk.letFinish();
  }
  talk.hangUp();
  const facts = talk.talk().summary?.facts ?? null;
  const found = appointmentIn(facts, { date: '2026-11-24', weekday: 1, minute: 602 });
  return found && `${found.by} ${found.date} ${found.minute}`;
};

test.each([
  [['我在开会，明天下午三点打给我'], 'robot 2026-11-25 900'],
  [['在忙', '周五上午吧'], 'robot 2026-11-27 600'],
  [['转人工', '明天上午十点'], 'person 2026-11-25 600'],
  [['在忙', '再说吧'], null],
  [['可以'], null],
] as const)('%j is an appointment: %s', (says, expected) => {
  expect(appointmentOf(...says)).toBe(expected);
});
