import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { until } from '../../../journeys/house/api.ts';
import { stolenSeconds } from '../cpu.ts';
import type { Sample } from '../figures.ts';
import { askCustomer } from './customers.ts';
import { onSeatGround, type SeatGround } from './ground.ts';
import { forget, seenOn } from './page-watch.ts';
import { openSeatPage, type SeatPage } from './seat-page.ts';

/**
 * A seat's page in Chromium: from the click to the INVITE at the server, beside a page that offers and no more; from an
 * INVITE to the console; from a reload until both hear each other again, beside the same reload without a call.
 */
interface SeatPageFigure {
  readonly click: { readonly ourMs: readonly number[]; readonly bareMs: readonly number[] };
  readonly consoleMs: readonly number[];
  readonly reload: {
    readonly plainMs: readonly number[];
    readonly pageHearsMs: readonly number[];
    readonly customerHearsMs: readonly number[];
  };
  readonly stolenSeconds: number;
}

const [CLICKS, RINGS, RELOADS] = [15, 10, 12];
const REST_MS = 1_200;
const STEP_LIMIT_MS = 30_000;
/** The issue's own bounds. */
const [MOST_CLICK, MOST_CONSOLE_MS, MOST_RELOAD_MS] = [2, 100, 1_500];

const wallNow = (): number => performance.timeOrigin + performance.now();
const toWall = (machineMs: number): number => machineMs - Number(process.hrtime.bigint()) / 1e6 + wallNow();

const share = (values: readonly number[], of: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(of * values.length) - 1] ?? Number.POSITIVE_INFINITY;

const console_ = (page: Page) => page.getByRole('complementary', { name: '通话台' });
const stands = (page: Page, text: string): Promise<void> =>
  console_(page).getByRole('status').filter({ hasText: text }).first().waitFor();

const dial = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel('客户号码').fill(number);
  await page.getByRole('button', { name: '呼出', exact: true }).click();
};

const endAndClose = async (page: Page): Promise<void> => {
  await console_(page).getByRole('button', { name: '挂断' }).first().click();
  await stands(page, '通话结束');
  await console_(page).getByRole('button', { name: '关闭' }).first().click();
  await console_(page).waitFor({ state: 'detached' });
};

/** By turns, so that what else the machine does falls on both. */
const clickToInvite = async ({ page, bare, nextInvite }: SeatPage): Promise<SeatPageFigure['click']> => {
  const [ourMs, bareMs]: [number[], number[]] = [[], []];
  for (let n = 0; n < CLICKS; n += 1) {
    await page.bringToFront();
    await dial(page, `134${String(n).padStart(8, '0')}`);
    const invited = await nextInvite();
    ourMs.push(invited - (await seenOn(page))!.clickedAt);
    await stands(page, '正在通话中');
    await endAndClose(page);
    await bare.bringToFront();
    await bare.locator('#bare').click();
    const offered = await nextInvite();
    bareMs.push(offered - (await seenOn(bare))!.clickedAt);
    await delay(REST_MS);
  }
  await page.bringToFront();
  return { ourMs, bareMs };
};

/** A colleague rings the page's extension; it answers by itself. */
const inviteToConsole = async ({ page }: SeatPage, { phones, seats }: SeatGround): Promise<readonly number[]> => {
  const all: number[] = [];
  for (let n = 0; n < RINGS; n += 1) {
    await forget(page);
    await phones.order<number>({ type: 'dial', phone: 0, to: String(seats[0]!.extension) });
    await stands(page, '正在通话中');
    const { invitedAt, openedAt } = (await seenOn(page))!;
    // The server's news of the call may be there before its INVITE.
    all.push(Math.max(0, openedAt - invitedAt));
    await phones.order({ type: 'hangUp', phone: 0 });
    await stands(page, '通话结束');
    await console_(page).getByRole('button', { name: '关闭' }).first().click();
    await console_(page).waitFor({ state: 'detached' });
    await delay(REST_MS);
  }
  return all;
};

const plainReloads = async ({ page }: SeatPage): Promise<readonly number[]> => {
  const all: number[] = [];
  for (let n = 0; n < RELOADS; n += 1) {
    const since = wallNow();
    await page.reload();
    const shown = await until('the page', STEP_LIMIT_MS, async () => (await seenOn(page))?.shownAt || null, 20);
    all.push(shown - since);
    await page.getByRole('button', { name: /^在线/ }).waitFor();
    await delay(REST_MS);
  }
  return all;
};

const reloadsInCall = async ({ page }: SeatPage, { far }: SeatGround) => {
  const [pageHearsMs, customerHearsMs]: [number[], number[]] = [[], []];
  const number = '13300000001';
  await dial(page, number);
  await stands(page, '正在通话中');
  for (let n = 0; n < RELOADS; n += 1) {
    await until('both to hear', STEP_LIMIT_MS, async () => (await askCustomer(far, number))?.toneAtMs ?? null);
    await delay(REST_MS);
    const since = wallNow();
    await page.reload();
    const heard = await until('the page to hear', STEP_LIMIT_MS, async () => (await seenOn(page))?.heardAt || null, 20);
    const tone = await until(
      'the customer to hear',
      STEP_LIMIT_MS,
      async () => {
        const toneSinceMs = (await askCustomer(far, number))?.toneSinceMs ?? null;
        return toneSinceMs !== null && toWall(toneSinceMs) > since ? toWall(toneSinceMs) : null;
      },
      20,
    );
    pageHearsMs.push(heard - since);
    customerHearsMs.push(tone - since);
    await delay(REST_MS);
  }
  await endAndClose(page);
  return { pageHearsMs, customerHearsMs };
};

export const measureSeatPage = (): Promise<SeatPageFigure> =>
  onSeatGround({ seats: 2, pages: 1, farEnd: ['hum'] }, async ground => {
    const stolen = stolenSeconds();
    const seat = await openSeatPage(ground);
    try {
      const click = await clickToInvite(seat);
      const consoleMs = await inviteToConsole(seat, ground);
      const plainMs = await plainReloads(seat);
      const reload = { plainMs, ...(await reloadsInCall(seat, ground)) };
      const figure = { click, consoleMs, reload, stolenSeconds: stolenSeconds() - stolen };
      process.stdout.write(`${told(figure)}\n`);
      return figure;
    } finally {
      await seat.close();
    }
  });

const measuresOf = ({ click, consoleMs, reload }: SeatPageFigure) => {
  const both = reload.pageHearsMs.map((ms, n) => Math.max(ms, reload.customerHearsMs[n] ?? Number.POSITIVE_INFINITY));
  return {
    clickRatio: share(click.ourMs, 0.5) / share(click.bareMs, 0.5),
    consoleMs: share(consoleMs, 0.95),
    plainMs: share(reload.plainMs, 0.5),
    bothMs: share(both, 0.95),
    beyondMs: share(both, 0.95) - share(reload.plainMs, 0.5),
  };
};

const told = (figure: SeatPageFigure): string => {
  const { clickRatio, consoleMs, plainMs, bothMs, beyondMs } = measuresOf(figure);
  const { click, reload } = figure;
  const of = (values: readonly number[]): string =>
    `${share(values, 0.5).toFixed(0)} ms (p95 ${share(values, 0.95).toFixed(0)})`;
  return [
    `click to INVITE ${of(click.ourMs)}, of a bare page ${of(click.bareMs)}: ${clickRatio.toFixed(2)} times`,
    `INVITE to console p95 ${consoleMs.toFixed(0)} ms`,
    `plain reload ${plainMs.toFixed(0)} ms, both heard ${bothMs.toFixed(0)} ms (p95): ${beyondMs.toFixed(0)} ms beyond; page hears ${of(reload.pageHearsMs)}, customer ${of(reload.customerHearsMs)}`,
    `stolen ${figure.stolenSeconds.toFixed(2)} s`,
  ].join('; ');
};

export const seatPageTooSlow = (figure: SeatPageFigure): readonly string[] => {
  const { clickRatio, consoleMs, beyondMs } = measuresOf(figure);
  return [
    ...(clickRatio <= MOST_CLICK ? [] : [`click to INVITE ${clickRatio.toFixed(2)} times a bare page's offer`]),
    ...(consoleMs <= MOST_CONSOLE_MS ? [] : [`the console opens ${consoleMs.toFixed(0)} ms after the INVITE`]),
    ...(beyondMs <= MOST_RELOAD_MS ? [] : [`both are heard ${beyondMs.toFixed(0)} ms after a plain reload`]),
  ];
};

export const seatPageSamples = (figure: SeatPageFigure): Sample[] => {
  const { clickRatio, beyondMs } = measuresOf(figure);
  return [
    {
      zh: `坐席点「呼出」到服务器收到 INVITE，与空页面发出 offer 之比（至多 ${MOST_CLICK}）`,
      en: `from a seat's click on 呼出 to the INVITE at the server, of a bare page's offer (at most ${MOST_CLICK})`,
      unit: '×',
      digits: 2,
      values: [clickRatio],
    },
    {
      zh: '同上，毫秒',
      en: 'the same, in milliseconds',
      unit: 'ms',
      digits: 0,
      values: [...figure.click.ourMs],
    },
    {
      zh: `INVITE 到通话台打开（至多 ${MOST_CONSOLE_MS}）`,
      en: `from the INVITE to the console (at most ${MOST_CONSOLE_MS})`,
      unit: 'ms',
      digits: 0,
      values: [...figure.consoleMs],
    },
    {
      zh: `通话中刷新页面到双方又听见，比不通话时的刷新多（p95，至多 ${MOST_RELOAD_MS}）`,
      en: `from a reload in a call until both hear again, beyond a reload without a call (p95, at most ${MOST_RELOAD_MS})`,
      unit: 'ms',
      digits: 0,
      values: [Math.max(0, beyondMs)],
    },
  ];
};
