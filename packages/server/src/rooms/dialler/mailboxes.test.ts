import { instant, type SwitchboardCommand, type SwitchboardSignal, verdictOf } from '@lianxian/core';
import { expect, test } from 'vitest';
import { claimOf, nobodysDatabase as db } from '../../../test/claimed.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { openLog } from '../../platform/log.ts';
import { createLiveCalls } from '../live/index.ts';
import type { Ending } from './filing.store.ts';
import { createMailboxes } from './mailboxes.ts';

const recording = { file: '1.wav', durationMs: 5_000, bytes: 80_058 };
const ended = (because: 'byThem' | 'defect'): SwitchboardSignal => ({
  type: 'ended',
  at: instant(6_000),
  verdict: verdictOf({ how: because, code: null }),
  by: because === 'defect' ? 'platform' : 'callee',
  recording,
  media: null,
});

/** Two answered calls; whoever is told of the answer of the first one throws. */
const scene = async (onFail: (feed: (signal: SwitchboardSignal) => void) => void) => {
  const filed: Ending[] = [];
  const told: SwitchboardCommand<null>[] = [];
  const never = () => undefined;
  const ports = {
    publish: never,
    publishTask: async () => undefined,
    publishMerchant: async () => undefined,
    publishLines: never,
    onMoreSip: never,
  };
  const calls = createMailboxes<null>({
    db,
    log: openLog('silent', 'test'),
    tell: command => {
      told.push(command);
      if (command.type === 'fail') onFail(signal => calls.find('1')?.feed({ type: 'signal', signal }, instant(6_000)));
    },
    filing: { file: async ending => void filed.push(ending), fileJournal: async () => undefined },
    words: createLiveCalls({ ...ports, later: never, soon: never, rest: never }),
    dialogs: { keep: never },
    clock: { now: () => instant(7_000), toDate: at => new Date(at) },
    onAnswered: () => {
      if (calls.find('1')?.progress().kind === 'talking' && filed.length === 0) throw new Error('planted');
    },
    onGone: () => undefined,
  });
  const feed = (id: string, signal: SwitchboardSignal) =>
    calls.find(id)?.feed({ type: 'signal', signal }, instant(6_000));
  for (const id of ['1', '2']) {
    const claim = claimOf(id);
    const { variables, ringTimeoutMs, phone, callerNumber } = claim;
    const dial = {
      type: 'dial',
      call: id,
      route: null,
      phone,
      callerNumber,
      ringTimeoutMs,
      variables,
      plan: shortPlan,
    };
    const call = calls.open(claim);
    call.feed({ type: 'placed', dial } as never, instant(0));
    call.feed({ type: 'committed' }, instant(0));
  }
  feed('1', { type: 'answered', at: instant(1_000), dialog: null });
  return { calls, filed, told, feed };
};

test('a call whose follower throws is failed at the switchboard, and filed with sound and times; the other goes on', async () => {
  const { calls, filed, told, feed } = await scene(signal => signal(ended('defect')));
  expect(told.filter(({ type }) => type === 'fail')).toEqual([{ type: 'fail', call: '1', because: 'callDefect' }]);
  await expect.poll(() => calls.ids()).toEqual(['2']);
  expect(filed).toMatchObject([
    {
      call: '1',
      verdict: { state: 'interrupted', fault: 'us', because: 'callDefect' },
      answeredAt: new Date(1_000).toISOString(),
      talkMs: 5_000,
      recording,
    },
  ]);
  feed('2', { type: 'answered', at: instant(2_000), dialog: null });
  feed('2', ended('byThem'));
  await expect.poll(() => calls.ids()).toEqual([]);
  expect(filed[1]).toMatchObject({ call: '2', verdict: { because: 'calleeHungUp' }, talkMs: 4_000 });
});

test('should the switchboard throw as well, the call is filed at once with what is known', async () => {
  const { calls, filed } = await scene(() => {
    throw new Error('planted again');
  });
  await expect.poll(() => calls.ids()).toEqual(['2']);
  expect(filed).toMatchObject([{ call: '1', verdict: { because: 'callDefect' }, talkMs: 6_000, recording: null }]);
});
