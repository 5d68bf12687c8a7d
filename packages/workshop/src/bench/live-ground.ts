import { setTimeout as delay } from 'node:timers/promises';
import type { CallWord } from '@lianxian/contract';
import type { Page } from 'playwright-core';
import { openBus } from '../../../server/src/platform/bus.ts';
import { openDatabase } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { openPushSender } from '../../../server/src/platform/push/index.ts';
import { openWordsPublisher } from '../../../server/src/rooms/live/index.ts';
import { tellTaskChanged } from '../../../server/src/rooms/tasks/index.ts';
import { type Api, signIn } from '../../journeys/house/api.ts';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { draftTask } from '../../journeys/house/tasks.ts';
import { type DirectDatabase, openDirect } from '../prove/database.ts';

/**
 * Live calls for the pages that show many of them: whatever is said in them comes as it comes from *calls*, and every
 * second some end and others begin. The calls are rows, not telephony: the machine has the page to do.
 */
export interface LiveGround {
  readonly house: House;
  readonly api: Api;
  readonly tasks: readonly string[];
  /** Talks and turns over; the answer stops it. */
  readonly keepTalking: (how: Talking) => Promise<() => Promise<void>>;
}

type Publisher = ReturnType<typeof openWordsPublisher>;
interface Talking {
  readonly everyMs: number;
  /** How *calls* tells what is new of all calls. */
  readonly tell: (publisher: Publisher, merchantId: string, words: readonly CallWord[]) => Promise<unknown>;
}

interface Wish {
  /** Live calls, dealt to so many tasks. */
  readonly live: number;
  readonly tasks: number;
}

/** Of a list; practice numbers there are ten thousand. */
const NUMBERS = 3_000;
const MOST_NUMBERS = 9_000;
const TURNOVER = 3;
const TURN_EVERY_MS = 1_000;
/** Well within what a node may be silent for. */
const BEAT_MS = 3_000;
const SAID = '您好，我是课程顾问，想先了解一下，孩子现在上几年级？周六上午方便来听一节试听课吗';

/** Whose calls they are as *calls* sees it: a node that lives, and dials nobody. */
const beat = (direct: DirectDatabase, calls: number): Promise<unknown> =>
  direct.rows(
    `insert into calls_node (id, address, calls) values ('bench', '', ${calls})
     on conflict (id) do update set heartbeat_at = now()`,
  );

/** So many of the task's numbers are called and answered at once. */
const begin = (direct: DirectDatabase, task: string, calls: number): Promise<unknown> =>
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
const end = (direct: DirectDatabase, task: string, calls: number): Promise<unknown> =>
  direct.rows(
    `with over as (
       update call set stage = 'ended', owner = null, ended_at = now(), state = 'answered', fault = 'nobody', because = 'answered',
         may_retry = false, hung_up_by = 'callee', talk_ms = 20000, level = 'B'
       where id in (select id from call where task_id = $1 and stage = 'talking' order by id limit $2) returning callee_id)
     update callee set state = 'settled', last_state = 'answered' where id in (select callee_id from over)`,
    [task, calls],
  );

const liveOf = (direct: DirectDatabase): Promise<{ id: string; merchantId: string }[]> =>
  direct.rows(`select id, merchant_id as "merchantId" from call where stage = 'talking' order by id`);

/** What is newest of the call at this place, the nth time: it grows, goes on and is answered; one in sixteen asks for a person. */
const wordAt = (call: string, at: number, n: number): CallWord => ({
  call,
  state: 'talking',
  node: `第 ${1 + (((n >> 4) + at) % 9)} 步`,
  speaker: ((n >> 3) + at) % 7 < 4 ? 'robot' : 'callee',
  text: SAID.slice(0, 4 + ((n * 3 + at) % SAID.length)),
  level: Number(call) % 5 === 0 ? 'A' : null,
  wants: ((n >> 3) + at) % 16 === 0 ? ['person'] : [],
  heardMs: at % 10 === 0 ? 0 : n * 300,
});

const openTalking =
  (direct: DirectDatabase, tasks: readonly string[]) =>
  async ({ everyMs, tell }: Talking): Promise<() => Promise<void>> => {
    const log = openLog('silent', 'bench');
    const url = await direct.url();
    const database = openDatabase(url, log, { most: 2 });
    const bus = await openBus(url, database, log);
    const push = openPushSender(database.db, bus, log);
    const publisher = openWordsPublisher(bus, log);
    let live = await liveOf(direct);
    const [{ merchantId } = { merchantId: '' }] = live;
    let isOver = false;
    const say = async (): Promise<void> => {
      for (let n = 1; !isOver; n += 1) {
        const words = live.map(({ id }, at) => wordAt(id, at, n));
        await Promise.all([tell(publisher, merchantId, words), delay(everyMs)]);
      }
    };
    const turn = async (): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        const task = tasks[n % tasks.length]!;
        await end(direct, task, TURNOVER);
        await begin(direct, task, TURNOVER);
        live = await liveOf(direct);
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

/** Measures on a house with so many live calls. */
export const onLiveGround = async <T>(wish: Wish, measure: (ground: LiveGround) => Promise<T>): Promise<T> => {
  const house = await startHouse({ PRACTICE: 'off', LOG_LEVEL: 'warn' });
  const direct = await openDirect(house.dataDir);
  let beating: NodeJS.Timeout | undefined;
  try {
    const api = await signIn(house);
    await api.send('user/agreement', { accept: '1' });
    const perTask = wish.live / wish.tasks;
    const numbers = Math.min(NUMBERS, Math.floor(MOST_NUMBERS / wish.tasks));
    const tasks: string[] = [];
    for (let task = 0; task < wish.tasks; task += 1) {
      const phones = Array.from({ length: numbers }, (_, n) => `154${String(task * numbers + n).padStart(8, '0')}`);
      tasks.push(await draftTask(api, phones, { channels: perTask, concurrency: perTask }));
    }
    await beat(direct, wish.live);
    beating = setInterval(() => void beat(direct, wish.live).catch(() => undefined), BEAT_MS);
    for (const task of tasks) await begin(direct, task, perTask);
    return await measure({ house, api, tasks, keepTalking: openTalking(direct, tasks) });
  } finally {
    clearInterval(beating);
    await direct.close();
    await house.stop();
  }
};

/** Runs in the page before its scripts: the longest task of its main thread since it was asked. */
export const watchTasks = (): void => {
  const tasks = { longest: 0 };
  Object.assign(globalThis, { tasks });
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) tasks.longest = Math.max(tasks.longest, duration);
  }).observe({ type: 'longtask' });
};
/** 0: none was over the 50 ms from which on the browser tells them. */
export const longestTask = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { tasks: { longest: number } }).tasks.longest);
