import { endpoints } from '@lianxian/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { until } from '../house/api.ts';
import { chromiumIsThere, picture } from '../house/browser.ts';
import { finishedCall, recordingOf } from '../house/calls.ts';
import { heard, openSeatBrowser, openTab } from '../house/seat-page.ts';
import type { Ground } from './ground.ts';
import { goTo, said, seen } from './page-words.ts';
import { callIs, deskOf, MOST_SPEECH_MS, partOf, type Seat, seatOf, signOnSeat } from './seat-desk.ts';
import { walkOf } from './walk.ts';

/** Talks with people, and asks the robot for one; with their own tones (practice/src/pilot.ts), written down here on purpose. */
const [TALKER, TALKER_HZ] = ['15400000020', 3_300];
const [ASKS, ASKS_HZ] = ['15400000019', 3_150];
/** As who may not see numbers sees the first. */
const MASKED = '154****0020';
/** Of the demo's people, who have seats (packages/server/seed/demo.ts). */
const [ME, COLLEAGUE] = ['李强', '陈静'];
const LIMIT_MS = 60_000;
/** The robot speaks, is asked for a person, and says that one comes. */
const HANDED_OVER_LIMIT_MS = 90_000;
const MUSIC_MS = 3_000;

/** All that the timer of the console says, in its order; runs in the page. */
const watchTimer = (): void => {
  const timer: string[] = [];
  Object.assign(globalThis, { timer });
  new MutationObserver(() => {
    const text = document.querySelector('.console-time')?.textContent;
    if (text && text !== timer.at(-1)) timer.push(text);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
};
const timerOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as { timer: string[] }).timer);

export const seatByHand = (ground: () => Ground): void => {
  describe.skipIf(!chromiumIsThere)('a seat’s day in the browser', () => {
    let browser: Browser;
    let mine: Seat;
    let others: Seat;
    let page: Page;
    const step = walkOf(() => page, 'seat');
    const desk = deskOf(() => page);
    const { board, button, pill, stands } = desk;
    const signOn = async (seat: Seat): Promise<void> => {
      page = await signOnSeat(browser, ground().house, seat);
    };
    let callId = '';
    let leaving: readonly Page[] = [];
    /** The robot talks for a while before it is asked for a person. */
    let handedOver: Promise<{ readonly id: string }>;
    /** Of the callee's answer; all moments by this machine's clock, which is the server's. */
    let answeredAt = 0;
    const moments = { held: 0, resumed: 0, back: 0, leftTab: 0, overTaken: 0, ended: 0 };
    const mark = (what: keyof typeof moments): void => {
      moments[what] = Date.now();
    };

    beforeAll(async () => {
      const { house } = ground();
      [mine, others] = await Promise.all([seatOf(house, 'staff'), seatOf(house, 'staff2')]);
      browser = await openSeatBrowser();
    });
    afterAll(() => browser?.close());

    step('O-073 O-074 O-244 O-245 is 离线, asks before it connects, and is 在线 when it is registered', async () => {
      await signOn(mine);
      await seen(pill('离线'));
      expect(await page.getByRole('group', { name: '呼出' }).count()).toBe(0);
      await pill('离线').click();
      await page.getByRole('dialog', { name: '是否连接人工坐席？' }).getByRole('button', { name: '取消' }).click();
      await seen(pill('离线'));
      expect((await mine.api.call(endpoints.seat.me, {})).state).toBe('offline');
      await desk.goOnline();
      expect((await mine.api.call(endpoints.seat.me, {})).state).toBe('idle');
    });

    step(
      'O-010 O-076 O-252 O-253 O-254 dials from the header: 正在呼出, then both hear, and the timer counts from 00:01',
      async () => {
        await page.evaluate(watchTimer);
        const phone = page.getByLabel('客户号码');
        await phone.fill(TALKER);
        await phone.press('Enter');
        await stands('正在呼出');
        await stands('正在通话中');
        await heard(page, TALKER_HZ);
        await seen(board().getByText('00:04'));
        expect((await timerOf(page)).slice(0, 4)).toEqual(['00:01', '00:02', '00:03', '00:04']);
        callId = await callIs(mine);
        const { call } = await mine.api.call(endpoints.seatWork.call, {});
        answeredAt = Date.parse(call?.answeredAt ?? '');
        await picture(page, '60-seat-call');
      },
    );

    step('O-256 does not dial a second number while one talks', async () => {
      await page.getByLabel('客户号码').fill(ASKS);
      await page.getByLabel('客户号码').press('Enter');
      await said(page, '正在通话中');
    });

    step('puts the callee on hold and takes him back', async () => {
      await button('保持').click();
      await stands('保持中');
      mark('held');
      await until('some music', LIMIT_MS, () => Date.now() > moments.held + MUSIC_MS || null);
      mark('resumed');
      await button('恢复').click();
      await stands('正在通话中');
      await heard(page, TALKER_HZ);
    });

    step('goes on with the same call after a reload: both hear, the timer is true', async () => {
      await page.reload();
      await stands('正在通话中');
      await heard(page, TALKER_HZ);
      mark('back');
      expect(await callIs(mine)).toBe(callId);
      const sinceAnswer = 1 + (Date.now() - answeredAt) / 1_000;
      expect(Math.abs((await desk.seconds()) - sinceAnswer)).toBeLessThan(2);
      await desk.speaks();
    });

    step('another tab takes the call over when the one that has it is closed', async () => {
      const first = page;
      page = await openTab(first.context(), `${ground().house.url}/home`);
      await stands('正在通话中');
      mark('leftTab');
      await first.close();
      await heard(page, TALKER_HZ);
      mark('overTaken');
      expect(await callIs(mine)).toBe(callId);
      await desk.speaks();
    });

    step('O-255 O-257 O-287 hangs up, submits, and closes the console', async () => {
      mark('ended');
      await button('挂断').click();
      await stands('通话结束');
      await button(/^提交/).click();
      await said(page, '提交成功！');
      await button('关闭').click();
      await seen(pill('在线'));
      const { api, planId, practiceLineId } = ground();
      handedOver = api.call(endpoints.call.place, { planId, lineId: practiceLineId, phone: ASKS });
    });

    step('O-010 is one record of 人工坐席, with a leg for each connection and each voice in its own lane', async () => {
      const { house } = ground();
      const detail = await finishedCall(mine.api, callId, LIMIT_MS);
      expect(detail).toMatchObject({ origin: 'seat', state: 'answered', hungUpBy: 'seat', phone: MASKED });
      expect(detail.legs.map(({ kind, name }) => [kind, name])).toEqual([
        ['callee', ''],
        ...Array.from({ length: 3 }, () => ['seat', ME]),
      ]);
      expect(new Set(detail.legs.slice(1).map(({ party }) => party)).size).toBe(1);
      expect(detail.legs.slice(2).map(({ from }) => from)).toEqual([MASKED, MASKED]);

      const part = partOf(await recordingOf(house, mine.api, detail), TALKER_HZ);
      const [held, resumed, back, leftTab, overTaken, ended] = Object.values(moments).map(at => at - answeredAt) as [
        ...[number, number, number, number, number, number],
      ];
      const whole = part(0, ended);
      expect(whole.calleeLeft).toBeGreaterThan(0.8);
      expect(whole.calleeRight).toBeLessThan(0.05);
      expect(whole.seatLeft).toBeLessThan(0.1);
      for (const [from, to] of [[500, held] as const, [back, leftTab] as const, [overTaken, ended] as const])
        expect(part(from, to).seatRight, `the seat from ${from} to ${to} ms`).toBeGreaterThan(0.15);
      const music = part(held + 500, resumed - 200);
      expect(music.seatRight).toBeLessThan(0.1);
      expect(music.rightDb).toBeGreaterThan(-45);

      const { list } = await mine.api.call(endpoints.call.list, {});
      expect(list.map(({ id, origin }) => [id, origin])).toEqual([[callId, 'seat']]);
      await goTo(page, '通话记录', /callLog/i);
      await seen(page.getByRole('row').filter({ hasText: MASKED }).filter({ hasText: '人工坐席' }));
      await picture(page, '61-seat-log');
    });

    step(
      'O-008 O-259 O-260 has the call of who asks the robot for a person: words before it, answered by itself, both hear',
      async () => {
        const { id } = await handedOver;
        await stands('正在通话中', HANDED_OVER_LIMIT_MS);
        await heard(page, ASKS_HZ);
        callId = id;
        expect(await callIs(mine)).toBe(callId);
        await seen(board().getByText('机器人转来'));
        await button(/^看全部 \d+ 句/).click();
        await seen(board().getByRole('listitem').filter({ hasText: '客户' }).filter({ hasText: '转人工' }));
        await desk.speaks();
        await picture(page, '62-handed-over');
      },
    );

    step('transfers it to a colleague, who hears the callee while the callee’s call goes on', async () => {
      const first = page;
      await signOn(others);
      await desk.goOnline();
      const second = page;
      page = first;
      await button('转接').click();
      const dialog = page.getByRole('dialog', { name: '转接' });
      await dialog.getByRole('radio', { name: new RegExp(COLLEAGUE) }).check();
      await dialog.getByRole('button', { name: '直接转接' }).click();
      await stands('通话结束');
      page = second;
      await stands('正在通话中');
      await seen(board().getByText('同事转来'));
      await heard(page, ASKS_HZ);
      expect(await callIs(others)).toBe(callId);
      await desk.speaks();
      await button('挂断').click();
      await stands('通话结束');

      const { house, api } = ground();
      const detail = await finishedCall(api, callId, LIMIT_MS);
      expect(detail).toMatchObject({ origin: 'robot', state: 'answered', hungUpBy: 'seat' });
      expect(detail.legs.map(({ kind, name }) => [kind, name])).toEqual([
        ['callee', ''],
        ['seat', ME],
        ['seat', COLLEAGUE],
      ]);
      const part = partOf(await recordingOf(house, api, detail), ASKS_HZ);
      const start = Date.parse(detail.answeredAt ?? '');
      for (const { name, joinedAt, endedAt } of detail.legs.slice(1)) {
        const [from, to] = [joinedAt ?? '', endedAt].map(moment => Date.parse(moment) - start) as [number, number];
        const { seatRight, calleeGapMs } = part(from, to);
        expect(seatRight, name).toBeGreaterThan(0.15);
        expect(calleeGapMs, `${name} from ${from} to ${to} ms`).toBeLessThan(MOST_SPEECH_MS);
      }
      leaving = [first, second];
    });

    step('O-245 is 离线 at the end of the day, after it was asked', async () => {
      for (const each of leaving) {
        page = each;
        await desk.goOffline();
      }
      const isOffline = async ({ api }: Seat) => (await api.call(endpoints.seat.me, {})).state === 'offline' || null;
      for (const each of [mine, others]) await until('the seat to be 离线', LIMIT_MS, () => isOffline(each));
    });
  });
};
