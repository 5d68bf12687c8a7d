import { expect, test } from 'vitest';
import { dice as diceOf } from '../kit/index.ts';
import { heldSentences, isOrderOver, type RecordEvent, type RecordOrder, stepRecordOrder } from './index.ts';

const ordered = (count: number): RecordOrder => ({
  state: 'open',
  sentences: Array.from({ length: count }, (_, n) => ({ number: n + 1, state: 'toRecord', isHandedIn: false })),
});
/** Refused steps leave an order as it is. */
const walk = (count: number, ...events: readonly RecordEvent[]): RecordOrder =>
  events.reduce((order, event) => {
    const stepped = stepRecordOrder(order, event);
    return 'order' in stepped ? stepped.order : order;
  }, ordered(count));
const take = { type: 'take' } as const;
const handIn = (number: number) => ({ type: 'handIn', number }) as const;
const accept = (...numbers: number[]) => ({ type: 'accept', numbers }) as const;
const sendBack = (number: number) => ({ type: 'sendBack', number }) as const;
const change = (...numbers: number[]) => ({ type: 'change', numbers }) as const;
const cancel = { type: 'cancel' } as const;

test.each([
  ['nobody has it', [], 'open'],
  ['somebody took it', [take], 'recording'],
  ['some is handed in', [take, handIn(1)], 'recording'],
  ['all is handed in', [take, handIn(1), handIn(2)], 'review'],
  ['one came back', [take, handIn(1), handIn(2), sendBack(1)], 'rework'],
  ['it is recorded again', [take, handIn(1), handIn(2), sendBack(1), handIn(1)], 'review'],
  ['all is accepted', [take, handIn(1), handIn(2), accept(1, 2)], 'done'],
  ['the rest changed', [take, handIn(1), accept(1), change(2)], 'done'],
  ['all changed before anybody took it', [change(1, 2)], 'cancelled'],
  ['it is cancelled', [take, handIn(1), accept(1), cancel], 'cancelled'],
] as const)('%s: %o is %s', (_what, events, state) => {
  expect(walk(2, ...events).state).toBe(state);
});

test.each([
  ['what somebody has is not taken again', [take], take, 'taken'],
  ['nothing is handed in before it is taken', [], handIn(1), 'notTaken'],
  ['what is accepted is not recorded again', [take, handIn(1), accept(1)], handIn(1), 'settled'],
  ['what is accepted is not sent back', [take, handIn(1), accept(1)], sendBack(1), 'nothingHandedIn'],
  ['what is not recorded is not accepted', [take], accept(1), 'nothingHandedIn'],
  [
    'what changed after it was handed in is not sent back',
    [take, handIn(1), change(1)],
    sendBack(1),
    'nothingHandedIn',
  ],
  ['what changed is not recorded any more', [take, change(1)], handIn(1), 'settled'],
  ['what lies handed in is judged before one cancels', [take, handIn(1)], cancel, 'unjudged'],
  ['what is over stays as it is', [cancel], take, 'over'],
] as const)('%s', (_what, events, event, refused) => {
  expect(stepRecordOrder(walk(2, ...events), event)).toEqual({ refused });
});

test('what was recorded before its text changed is paid, by accepting it or with the end of the order', () => {
  const changed = walk(2, take, handIn(1), change(1, 2));
  expect([changed.state, heldSentences(changed)]).toEqual(['review', 1]);
  expect(stepRecordOrder(changed, accept(1))).toMatchObject({ paid: [1], order: { state: 'done' } });
  expect(stepRecordOrder(changed, cancel)).toMatchObject({ paid: [1], order: { state: 'cancelled' } });
});

test('over any steps each sentence is paid at most once, and what is paid, held and given back is what was ordered', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const dice = diceOf(seed);
    const count = dice.between(1, 5);
    let order = ordered(count);
    const paid: number[] = [];
    let held = count;
    let given = 0;
    for (let step = 0; step < 40; step += 1) {
      const number = dice.between(1, count);
      const all = [take, handIn(number), handIn(number), accept(number), sendBack(number), change(number), cancel];
      const stepped = stepRecordOrder(order, dice.pick(step < 25 ? all.slice(0, 6) : all));
      if ('refused' in stepped) continue;
      expect(isOrderOver(order)).toBe(false);
      paid.push(...stepped.paid);
      given += held - stepped.paid.length - heldSentences(stepped.order);
      held = heldSentences(stepped.order);
      order = stepped.order;
      expect(held + paid.length + given).toBe(count);
      expect(given).toBeGreaterThanOrEqual(0);
      if (isOrderOver(order)) expect(held).toBe(0);
    }
    expect(new Set(paid).size).toBe(paid.length);
  }
});
