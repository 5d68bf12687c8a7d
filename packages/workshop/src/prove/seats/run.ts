import type { Sample } from '../../bench/figures.ts';
import { runAsleep } from './asleep.ts';
import { runHandOvers } from './hand-overs.ts';
import { runKilled } from './killed.ts';
import { runMoved } from './moved.ts';
import { runTranslated } from './translated.ts';

/** All that can happen to a seat in a call, in a real browser: what each came to, and what it says in the figures. */
interface SeatsRun {
  readonly violations: readonly string[];
  readonly samples: readonly Sample[];
  readonly raw: unknown;
}

const figure = (zh: string, en: string, unit: string, values: readonly number[]): Sample => ({
  ...{ zh, en, unit, digits: 0 },
  // What never came is a violation, and told as one.
  values: values.length > 0 ? [...values] : [0],
});

interface SeatsWish {
  readonly cacheDir: string;
  /** Of hand-overs. */
  readonly minutes: number;
  readonly say: (line: string) => void;
}

export const runSeats = async ({ cacheDir, minutes, say }: SeatsWish): Promise<SeatsRun> => {
  say('a seat’s computer sleeps for 20 s …');
  const asleep = await runAsleep();
  const { musicMs, voiceMs } = asleep.gap;
  say(`music after ${musicMs} ms, the seat's voice ${voiceMs} ms after it woke, ${asleep.legs} legs`);
  say('a seat’s port and address change in mid-call …');
  const moved = await runMoved();
  say(`the seat's voice ${moved.voiceMs.join(', ')} ms after each change, ${moved.legs} legs`);
  say('a seat behind a symmetric translation …');
  const translated = await runTranslated();
  say(translated.isAllowed ? `${translated.legs} legs` : 'left out: this machine allows no namespaces of the network');
  say('processes are killed under a seat in a call …');
  const killed = await runKilled(cacheDir);
  say(`${killed.invited} INVITEs of ${killed.calls} calls`);
  say(`robots hand over to seats for ${minutes} minutes …`);
  const handedOver = await runHandOvers(minutes);
  say(`${handedOver.calls} calls, memory grew by ${(100 * handedOver.memoryGrown).toFixed(1)} %`);
  const all = { asleep, moved, translated, killed, handedOver };
  const violations = Object.values(all).flatMap(run => run.violations);
  return {
    violations,
    raw: all,
    samples: [
      figure('坐席在通话中：违例', 'a seat in a call: violations', '', [violations.length]),
      figure(
        '电脑睡眠 20 秒：多久后客户听到音乐（至多 2,000）',
        'the computer sleeps for 20 s: music at the customer after (at most 2,000)',
        'ms',
        musicMs === null ? [] : [musicMs],
      ),
      figure(
        '醒来后多久客户又听到坐席（坐席每 2.5 秒说 1 秒）',
        'after it woke, until the customer hears the seat (that speaks for 1 s of 2.5)',
        'ms',
        voiceMs === null ? [] : [voiceMs],
      ),
      figure(`机器人转人工 ${minutes} 分钟：通话`, `robots hand over to seats for ${minutes} minutes: calls`, '', [
        handedOver.calls,
      ]),
      figure(
        '通话中换端口、换地址：多久后又听到坐席',
        'another port, another address in mid-call: the seat is heard again after',
        'ms',
        moved.voiceMs,
      ),
    ],
  };
};
