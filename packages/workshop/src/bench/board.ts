import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openBus } from '../../../server/src/platform/bus.ts';
import { openDatabase } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { openPushSender } from '../../../server/src/platform/push/index.ts';
import { openWordsPublisher } from '../../../server/src/rooms/live/index.ts';
import { tellTaskChanged } from '../../../server/src/rooms/tasks/index.ts';
import { type Api, signIn } from '../../journeys/house/api.ts';
import { openBrowser } from '../../journeys/house/browser.ts';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { draftTask } from '../../journeys/house/tasks.ts';
import { type DirectDatabase, openDirect } from '../prove/database.ts';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';
import { openMeasured, THROTTLE } from './pages.ts';
import { type Answer, answersTo } from './pages-clicks.ts';

/**
 * A board with as many live calls as it shows, in Chromium: whatever is said in them comes as it comes from *calls*, three
 * times a second in each, and every second some calls end and others begin. The calls are rows, not telephony: the machine
 * has the page to do. How long the longest of its tasks was, without throttle; how long the slowest answer at a processor
 * four times slower; and what it takes of a core.
 */
interface BoardFigure {
  readonly mainThread: number;
  readonly longestTaskMs: number;
  readonly inpMs: number;
  readonly stolenSeconds: number;
  readonly answers: readonly Answer[];
}

const LIVE = 300;
const NUMBERS = 3_000;
const TURNOVER = 3;
const SAY_EVERY_MS = 300;
const TURN_EVERY_MS = 1_000;
const SETTLE_MS = 5_000;
const WATCH_MS = 20_000;
/** Well within what a node may be silent for. */
const BEAT_MS = 3_000;
const SAID = '您好，我是课程顾问，想先了解一下，孩子现在上几年级？周六上午方便来听一节试听课吗';

interface Ground {
  readonly house: House;
  readonly api: Api;
  readonly direct: DirectDatabase;
  readonly task: string;
}

/** Whose calls they are as *calls* sees it: a node that lives, and dials nobody. */
const beat = ({ direct }: Pick<Ground, 'direct'>): Promise<unknown> =>
  direct.rows(
    `insert into calls_node (id, address, calls) values ('bench', '', ${LIVE})
     on conflict (id) do update set heartbeat_at = now()`,
  );

/** So many of the task's numbers are called and answered at once. */
const begin = ({ direct, task }: Ground, calls: number): Promise<unknown> =>
  direct.rows(
    `with taken as (
       update callee set state = 'calling', due_at = null
       where id in (select id from callee where task_id = $1 and state = 'fresh' order by id limit $2) returning *)
     insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, task_id, callee_id,
       attempt, port_id, placed_at, answered_at, stage, owner, leased_until)
     select taken.merchant_id, plan.plan_id, plan.version, '话术', port.line_id, '线路', phone, '陈女士', $1, taken.id, 1, port.id,
       now() - random() * interval '60 s', now(), 'talking', 'bench', now()
     from taken join lateral (select * from port where port.merchant_id = taken.merchant_id limit 1) port on true
       join lateral (select * from plan_version where plan_version.merchant_id = taken.merchant_id limit 1) plan on true`,
    [task, calls],
  );

/** The oldest are over. */
const end = ({ direct, task }: Ground, calls: number): Promise<unknown> =>
  direct.rows(
    `with over as (
       update call set stage = 'ended', owner = null, ended_at = now(), state = 'answered', fault = 'nobody', because = 'answered',
         may_retry = false, hung_up_by = 'callee', talk_ms = 20000, level = 'B'
       where id in (select id from call where task_id = $1 and stage = 'talking' order by id limit $2) returning callee_id)
     update callee set state = 'settled', last_state = 'answered' where id in (select callee_id from over)`,
    [task, calls],
  );

const liveOf = ({ direct, task }: Ground): Promise<{ id: string; merchantId: string }[]> =>
  direct.rows(`select id, merchant_id as "merchantId" from call where task_id = $1 and stage = 'talking'`, [task]);

/** Talks and turns over until it is stopped. */
const keepTalking = async (ground: Ground) => {
  const { direct, task } = ground;
  const log = openLog('silent', 'bench');
  const url = await direct.url();
  const database = openDatabase(url, log, { most: 2 });
  const bus = await openBus(url, database, log);
  const push = openPushSender(database.db, bus, log);
  const words = openWordsPublisher(bus, log);
  let live = await liveOf(ground);
  const [{ merchantId } = { merchantId: '' }] = live;
  let isOver = false;
  const say = async (): Promise<void> => {
    for (let n = 1; !isOver; n += 1) {
      const spoken = live.map(({ id }, at) => ({
        call: id,
        state: 'talking' as const,
        node: `第 ${1 + (((n >> 4) + at) % 9)} 步`,
        speaker: ((n >> 3) + at) % 7 < 4 ? ('robot' as const) : ('callee' as const),
        text: SAID.slice(0, 4 + ((n * 3 + at) % SAID.length)),
        level: Number(id) % 5 === 0 ? ('A' as const) : null,
      }));
      await Promise.all([words.publishTask(merchantId, task, spoken), delay(SAY_EVERY_MS)]);
    }
  };
  const turn = async (): Promise<void> => {
    while (!isOver) {
      await end(ground, TURNOVER);
      await begin(ground, TURNOVER);
      live = await liveOf(ground);
      tellTaskChanged(push, merchantId, task);
      await delay(TURN_EVERY_MS);
    }
  };
  const running = Promise.all([say(), turn()]);
  running.catch(() => undefined);
  return async () => {
    isOver = true;
    await running;
    await push.close();
    await bus.close();
    await database.close();
  };
};

/** Runs in the page before its scripts: the longest task of its main thread since it was asked. */
const watchTasks = (): void => {
  const tasks = { longest: 0 };
  Object.assign(globalThis, { tasks });
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) tasks.longest = Math.max(tasks.longest, duration);
  }).observe({ type: 'longtask' });
};
/** 0: none was over the 50 ms from which on the browser tells them. */
const longestTask = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { tasks: { longest: number } }).tasks.longest);

const acts = (page: Page): (readonly [string, () => Promise<unknown>])[] => {
  const shown = page.locator('.shell-pane:visible');
  const row = shown.locator('tr[data-key]').nth(2);
  return [
    ['客户在说', () => shown.getByText('客户在说', { exact: true }).click()],
    ['A、B 类', () => shown.getByRole('radiogroup').getByText('A、B 类').click()],
    ['全部', () => shown.getByRole('radiogroup').getByText('全部', { exact: true }).click()],
    ['号码', () => shown.locator('.board-tab').nth(1).click()],
    ['通话中', () => shown.locator('.board-tab').first().click()],
    ['walk the rows', () => row.focus().then(() => page.keyboard.press('ArrowDown'))],
    ['the last row', () => page.keyboard.press('End')],
    ['ask to hang up', () => row.getByRole('button').last().click()],
    ['leave it', () => page.keyboard.press('Escape')],
  ];
};

const measureRound = async (ground: Ground): Promise<BoardFigure> => {
  const { house, api, task } = ground;
  const stop = await keepTalking(ground);
  const browser = await openBrowser();
  try {
    const stolen = stolenSeconds();
    const { page, session, spent } = await openMeasured(browser, house, api.token);
    await page.goto(`${house.url}/platform/task/${task}`);
    await page.locator('tr[data-key]').first().waitFor();
    await delay(SETTLE_MS);
    await page.evaluate(watchTasks);
    const [before, since] = [await spent(), performance.now()];
    await delay(WATCH_MS);
    const mainThread = ((await spent()) - before) / (performance.now() - since);
    const longestTaskMs = await longestTask(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    const answers = await answersTo(page, acts(page));
    const inpMs = Math.max(...answers.map(({ ms }) => ms));
    return { mainThread, longestTaskMs, inpMs, stolenSeconds: stolenSeconds() - stolen, answers };
  } finally {
    await browser.close();
    await stop();
  }
};

export const measureBoards = async (rounds: number): Promise<BoardFigure[]> => {
  const house = await startHouse({ PRACTICE: 'off', LOG_LEVEL: 'warn' });
  const direct = await openDirect(house.dataDir);
  let beating: NodeJS.Timeout | undefined;
  try {
    const api = await signIn(house);
    await api.send('user/agreement', { accept: '1' });
    const phones = Array.from({ length: NUMBERS }, (_, n) => `154${String(n).padStart(8, '0')}`);
    const task = await draftTask(api, phones, { channels: LIVE, concurrency: LIVE });
    const ground = { house, api, direct, task };
    await beat(ground);
    beating = setInterval(() => void beat(ground).catch(() => undefined), BEAT_MS);
    await begin(ground, LIVE);
    const all: BoardFigure[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const figure = await measureRound(ground);
      all.push(figure);
      process.stdout.write(
        `round ${round}, a board of ${LIVE} live calls: ${(100 * figure.mainThread).toFixed(1)} % of a core, longest task ${figure.longestTaskMs.toFixed(0)} ms, stolen ${figure.stolenSeconds.toFixed(2)} s; at ${THROTTLE}× ${figure.answers.map(({ what, ms }) => `${what} ${ms}`).join(', ')}\n`,
      );
    }
    return all;
  } finally {
    clearInterval(beating);
    await direct.close();
    await house.stop();
  }
};

export const boardSamples = (all: readonly BoardFigure[]): Sample[] => [
  {
    zh: `任务看板，${LIVE} 通进行中：浏览器主线程占一个核`,
    en: `a task's board with ${LIVE} live calls: main thread of the browser, of a core`,
    unit: '%',
    digits: 1,
    values: all.map(({ mainThread }) => 100 * mainThread),
  },
  {
    zh: `任务看板，${LIVE} 通：主线程最长的一个任务（50 ms 以下记 0）`,
    en: `a board with ${LIVE} live calls: longest task of the main thread (0: none over 50 ms)`,
    unit: 'ms',
    digits: 0,
    values: all.map(({ longestTaskMs }) => longestTaskMs),
  },
  {
    zh: `任务看板，${LIVE} 通，处理器慢 4 倍：最慢的回应（至多 200）`,
    en: `a board with ${LIVE} live calls, at 4× throttle: slowest answer (at most 200)`,
    unit: 'ms',
    digits: 0,
    values: all.map(({ inpMs }) => inpMs),
  },
];
