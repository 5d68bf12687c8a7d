import { endpoints } from '@lianxian/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { rmsDb, type StereoSound, toneGapMs, tonePresence } from '../../src/sound/index.ts';
import { type Api, type Credentials, signInWith, until } from '../house/api.ts';
import { shown } from '../house/browser.ts';
import { demoPasswordOf, type House } from '../house/house.ts';
import { openSeatPage, SEAT_HZ } from '../house/seat-page.ts';
import { seen } from './page-words.ts';
import { signInAs } from './signing-in.ts';

/** A seat at its desk: who it is, what its page shows, what its recordings hold. */
const LIMIT_MS = 60_000;
/** The seat speaks for one second of two and a half. */
const ROUND_S = 3;
/** A callee who speaks hides his tone: for a sentence, and not for as long as music plays. */
export const MOST_SPEECH_MS = 2_000;

export interface Seat {
  readonly api: Api;
  readonly is: Credentials;
}

/** One of the demo's people, who has agreed. */
export const seatOf = async (house: House, account: string): Promise<Seat> => {
  const is = { cid: '100268', account, password: await demoPasswordOf(house) };
  const api = await signInWith(house, is);
  const { version } = await api.call(endpoints.security.agreement, {});
  await api.call(endpoints.security.agreement, { accept: '1', version: String(version) });
  return { api, is };
};

const QUIET_DB = -50;
const shareHeard = (side: Float32Array, sampleRate: number): number => {
  const size = sampleRate / 4;
  const parts = Array.from({ length: Math.floor(side.length / size) }, (_, n) =>
    side.subarray(n * size, (n + 1) * size),
  );
  return parts.filter(part => rmsDb(part) > QUIET_DB).length / Math.max(1, parts.length);
};

/** A stretch of a recording, in ms of the talk: how much of it holds this seat, this callee, and how loud it is. */
export const partOf = ({ left, right, sampleRate }: StereoSound, calleeHz: number) => {
  const cut = (side: Float32Array, from: number, to: number) =>
    side.subarray(Math.round((from * sampleRate) / 1_000), Math.round((to * sampleRate) / 1_000));
  return (from: number, to: number) => {
    const [their, our] = [cut(left, from, to), cut(right, from, to)];
    return {
      seatRight: tonePresence(our, SEAT_HZ, sampleRate),
      seatLeft: tonePresence(their, SEAT_HZ, sampleRate),
      calleeLeft: tonePresence(their, calleeHz, sampleRate),
      /** What he says hides his tone for a few words at a time. */
      calleeGapMs: toneGapMs(their, calleeHz, sampleRate),
      /** Of quarters of a second so many hold his tone or his words: he is never silent. */
      calleeHeard: shareHeard(their, sampleRate),
      calleeRight: tonePresence(our, calleeHz, sampleRate),
      rightDb: rmsDb(our),
    };
  };
};

/** One page of a seat. */
export const deskOf = (page: () => Page) => {
  const board = () => page().getByRole('complementary', { name: '通话台' });
  const chip = () => board().getByRole('status').first();
  const button = (name: string | RegExp): Locator => shown(board().getByRole('button', { name }));
  const pill = (word: string): Locator => page().getByRole('button', { name: new RegExp(`^${word}`) });
  const seconds = async (): Promise<number> => {
    const [, minutes, rest] = /(\d\d):(\d\d)/.exec((await chip().textContent()) ?? '') ?? [];
    return 60 * Number(minutes) + Number(rest);
  };
  return {
    board,
    button,
    pill,
    seconds,
    stands: (text: string, limitMs?: number): Promise<void> => seen(chip().filter({ hasText: text }), limitMs),
    goOnline: async (): Promise<void> => {
      await pill('离线').click();
      await page().getByRole('dialog', { name: '是否连接人工坐席？' }).getByRole('button', { name: '连接' }).click();
      await seen(pill('在线'));
    },
    /** Also while the last call is still to be wrapped up. */
    goOffline: async (): Promise<void> => {
      await pill('(在线|话后处理)').click();
      await page().getByRole('menuitem', { name: '离线' }).click();
      await page().getByRole('dialog', { name: '断开人工坐席？' }).getByRole('button', { name: '断开' }).click();
      await seen(pill('离线'));
    },
    /** Long enough for the seat to have spoken: the timer goes on meanwhile. */
    speaks: async (): Promise<void> => {
      const from = await seconds();
      await until('the timer to go on', LIMIT_MS, async () => (await seconds()) >= from + ROUND_S || null);
    },
  };
};

/** The call that the server says the seat is in. */
export const callIs = ({ api }: Seat): Promise<string> =>
  until('a call of the seat', LIMIT_MS, async () => (await api.call(endpoints.seatWork.call, {})).call?.callId ?? null);

/** A page of its own, signed in. */
export const signOnSeat = async (browser: Browser, house: House, { is }: Seat): Promise<Page> => {
  const page = await openSeatPage(browser);
  await page.goto(`${house.url}/login`);
  await signInAs(page, is);
  return page;
};
