import { endpoints } from '@lianxian/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { tonePresence } from '../../src/sound/index.ts';
import { chromiumIsThere, picture } from '../house/browser.ts';
import { finishedCall, recordingOf } from '../house/calls.ts';
import { heard, openSeatBrowser, openTab, SEAT_HZ } from '../house/seat-page.ts';
import type { Ground } from './ground.ts';
import { seen } from './page-words.ts';
import { callIs, deskOf, MOST_SPEECH_MS, partOf, type Seat, seatOf, signOnSeat } from './seat-desk.ts';
import { walkOf } from './walk.ts';

/** Talks with people, and asks the robot for one (practice/src/pilot.ts). */
const [TALKER, TALKER_HZ] = ['15400000020', 3_300];
const [ASKS, ASKS_HZ] = ['15400000019', 3_150];
/** What the colleague's microphone hears: no tone of anybody else. */
const COLLEAGUE_HZ = 1_300;
/** Of the demo's people, who have seats. */
const NAMES = ['李强', '陈静'];
const LIMIT_MS = 60_000;
const HANDED_OVER_LIMIT_MS = 90_000;
const CLICK_LIMIT_MS = 5_000;

export const seatInTrouble = (ground: () => Ground): void => {
  describe.skipIf(!chromiumIsThere)('a seat to whom things happen', () => {
    let browser: Browser;
    let colleagues: Browser;
    let mine: Seat;
    let others: Seat;
    let page: Page;
    let second: Page;
    const step = walkOf(() => page, 'seat-in-trouble');
    const desk = deskOf(() => page);
    const colleague = deskOf(() => second);
    /** Ends the socket of the telephone, as a network does that forgets it. */
    let cut = (): void => undefined;
    let callId = '';
    /** Whose is who: mine first, until the other one wins the call. */
    let names = NAMES;
    let tones: readonly [number, number] = [SEAT_HZ, COLLEAGUE_HZ];
    /** Of the group that the demo's plan hands over to, and of the seats' own rules. */
    let restore: () => Promise<unknown> = async () => undefined;

    beforeAll(async () => {
      const { house } = ground();
      [mine, others] = await Promise.all([seatOf(house, 'staff'), seatOf(house, 'staff2')]);
      [browser, colleagues] = await Promise.all([openSeatBrowser(), openSeatBrowser({ hz: COLLEAGUE_HZ })]);
    });
    afterAll(async () => {
      await restore();
      await Promise.all([browser?.close(), colleagues?.close()]);
    });

    step('the tab crashes in mid-call: opened again it is in the same call, and both hear each other', async () => {
      page = await signOnSeat(browser, ground().house, mine);
      await desk.goOnline();
      await page.getByLabel('客户号码').fill(TALKER);
      await page.getByLabel('客户号码').press('Enter');
      await desk.stands('正在通话中');
      await heard(page, TALKER_HZ);
      callId = await callIs(mine);
      const crashed = page;
      const gone = crashed.waitForEvent('crash');
      await Promise.all([gone, crashed.goto('chrome://crash').catch(() => undefined)]);
      const context = crashed.context();
      // A crashed page would take no part in what is told to all of them.
      await crashed.close();
      await context.routeWebSocket(
        ({ port }) => port !== `${ground().house.port}`,
        socket => {
          const server = socket.connectToServer();
          cut = () => {
            void server.close();
            void socket.close();
          };
        },
      );
      page = await openTab(context, `${ground().house.url}/home`);
      await desk.stands('正在通话中');
      await heard(page, TALKER_HZ);
      expect(await callIs(mine)).toBe(callId);
      await desk.speaks();
    });

    step('the socket is cut: the call goes on meanwhile, and is the same when the telephone is back', async () => {
      const before = await desk.seconds();
      cut();
      await heard(page, TALKER_HZ);
      await desk.speaks();
      expect(await desk.seconds()).toBeGreaterThan(before);
      // By its new socket it can be hung up.
      await desk.stands('正在通话中');
      expect(await callIs(mine)).toBe(callId);
      const { house } = ground();
      await desk.button('挂断').click();
      await desk.stands('通话结束');
      const detail = await finishedCall(mine.api, callId, LIMIT_MS);
      expect(detail).toMatchObject({ origin: 'seat', state: 'answered', hungUpBy: 'seat' });
      expect(new Set(detail.legs.slice(1).map(({ party }) => party)).size).toBe(1);
      const { seatRight, calleeGapMs, calleeHeard } = partOf(await recordingOf(house, mine.api, detail), TALKER_HZ)(
        0,
        Number.POSITIVE_INFINITY,
      );
      // What he says hides his tone; he is heard all the time.
      expect(calleeHeard).toBeGreaterThan(0.95);
      expect(calleeGapMs).toBeLessThan(MOST_SPEECH_MS);
      expect(seatRight).toBeGreaterThan(0.15);
    });

    step('two are rung at once and both answer: one has the call, the other reads so and is free', async () => {
      const { api, planId, practiceLineId } = ground();
      const { groups } = await api.call(endpoints.seat.groupList, {});
      const group = groups.find(({ members }) => members.some(({ name }) => NAMES.includes(name)));
      if (group === undefined) throw new Error('the demo’s people are in no group');
      const { autoAnswer } = await api.call(endpoints.seat.settings, {});
      const members = group.members.map(({ id }) => id);
      const save = (strategy: typeof group.strategy, answers: boolean) =>
        Promise.all([
          api.call(endpoints.seat.groupSave, { ...group, members, strategy }),
          api.call(endpoints.seat.saveSettings, { autoAnswer: answers ? '1' : '0' }),
        ]);
      restore = () => save(group.strategy, autoAnswer);
      await save('all', false);
      await desk.button(/^提交/).click();
      await desk.button('关闭').click();
      // How it answers a page learns as it connects.
      await page.reload();
      await seen(desk.pill('在线'));
      second = await signOnSeat(colleagues, ground().house, others);
      await colleague.goOnline();
      await api.call(endpoints.call.place, { planId, lineId: practiceLineId, phone: ASKS });
      await Promise.all([desk, colleague].map(each => seen(each.button('接听'), HANDED_OVER_LIMIT_MS)));
      const pages = [page, second];
      // Told for some seconds: it is looked for from now on.
      const told = pages.map(each => seen(each.locator('.toasts').getByText(/同事已接听|已经接了这个通话/)));
      for (const each of told) each.catch(() => undefined);
      // Whose button is gone before it is pressed was too late, and is told so as well.
      await Promise.all(
        [desk, colleague].map(each =>
          each
            .button('接听')
            .click({ timeout: CLICK_LIMIT_MS })
            .catch(() => undefined),
        ),
      );
      const winner = await Promise.any(
        [desk, colleague].map(async (each, n) => {
          await each.stands('正在通话中');
          await heard(pages[n]!, ASKS_HZ);
          return n;
        }),
      );
      const [loser, free] = winner === 0 ? [second, colleague] : [page, desk];
      await told[1 - winner];
      await seen(free.pill('在线'));
      await picture(loser, '63-another-answered');
      if (winner === 1) {
        [page, second, mine, others] = [second, page, others, mine];
        names = [...names].reverse();
        tones = [COLLEAGUE_HZ, SEAT_HZ];
      }
      callId = await callIs(mine);
    });

    step('a conference of three: each hears both others, and each is in the recording', async () => {
      const { house, api } = ground();
      await desk.button('会议').click();
      const dialog = page.getByRole('dialog', { name: '邀请加入会议' });
      await dialog.getByRole('radio', { name: new RegExp(`${names[1]}`) }).check();
      await dialog.getByRole('button', { name: '邀请' }).click();
      await colleague.button('接听').click();
      await colleague.stands('正在通话中');
      const [ours, theirs] = tones;
      await Promise.all([heard(page, ASKS_HZ), heard(page, theirs)]);
      await Promise.all([heard(second, ASKS_HZ), heard(second, ours)]);
      await desk.speaks();
      await desk.button('挂断').click();
      await desk.stands('通话结束');
      // Who took part goes on with the callee.
      await heard(second, ASKS_HZ);
      await colleague.button('挂断').click();
      const detail = await finishedCall(api, callId, LIMIT_MS);
      expect(detail.legs.filter(({ kind }) => kind === 'seat').length).toBeGreaterThanOrEqual(2);
      const { left, right, sampleRate } = await recordingOf(house, api, detail);
      expect(tonePresence(left, ASKS_HZ, sampleRate)).toBeGreaterThan(0.8);
      for (const hz of [SEAT_HZ, COLLEAGUE_HZ])
        expect(tonePresence(right, hz, sampleRate), `${hz} Hz`).toBeGreaterThan(0);
    });
  });
};
