/**
 * `npm start`: one process that starts the others, says how far it is, keeps them alive and stops them in order.
 *
 *   settings → data folder → lock → ports, certificate ─┬─ web build ─────────────────────────────┐
 *                                                       ├─ practice carrier ──────────────────────┼─▶ banner
 *                                                       └─ database ─▶ key ─▶ calls, jobs, then web ┘
 *
 * Stopping: calls first (nothing more is dialled, and talks under way may end within the limit, while the web still shows
 * them; a second order hangs them up, a third one ends everything as it stands), then web, jobs and practice, the
 * database last. It holds no connection, no socket but the sign of its media ports, and no state that
 * its death would lose: killed, its children see their channel close and end by themselves, the database last.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { demoPasswordOf } from '../../seed/demo.ts';
import { type Settings, StartRefused } from '../config.ts';
import { addressOf, banner } from './banner.ts';
import { keepDemoPassword, openDataDir, refuseUnfinishedRestore } from './data-dir.ts';
import { type House, hurryHouse, killHouse, openHouse, renewRoles, say, stopHouse } from './house-parts.ts';
import { keepSecretKey } from './key-file.ts';
import { type Lock, takeLock } from './lock.ts';
import { lowerParts } from './lower.ts';
import { partWords } from './parts.ts';
import { movedRange } from './ports.ts';
import { waitUntilReady } from './readiness.ts';
import { PRACTICE_HOST, pickPracticePort, pickSipPorts, pickWebPort, settle, sipPlaces, usualPorts } from './settle.ts';
import { startMoving } from './start-moving.ts';
import { buildWebWhenStale } from './web-build.ts';

export interface Orders {
  /** Wait for the talks, then end. */
  readonly stop: AbortSignal;
  /** Hang up, then end. */
  readonly hurry: AbortSignal;
  /** End at once. */
  readonly now: AbortSignal;
  /** Starts the roles anew with fresh code (`npm run dev`). */
  readonly onRenew: (listener: () => void) => void;
}

const takeHouse = (settings: Settings): Lock => {
  openDataDir(settings.dataDir);
  refuseUnfinishedRestore(settings.dataDir);
  const lock = takeLock(join(settings.dataDir, 'lianxian.lock'));
  if ('release' in lock) return lock;
  const where = lock.address === '' ? '' : ` ${lock.address}`;
  throw new StartRefused(
    `已经在运行${where}（进程 ${lock.pid}，数据文件夹 ${settings.dataDir}）。`,
    `Already running${where} (process ${lock.pid}, data folder ${settings.dataDir}).`,
  );
};

const onceAborted = (...signals: readonly AbortSignal[]): Promise<void> =>
  new Promise(resolve => {
    for (const signal of signals) {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    }
  });

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} 秒`;

/** Says when a step is done, so that a slow first start is seen to move. */
const step = async <T>(what: string, work: Promise<T>): Promise<T> => {
  const since = performance.now();
  const result = await work;
  say(`  ✓ ${what}（${seconds(since)}）`);
  return result;
};

const startPractice = (house: House): Promise<unknown> =>
  startMoving(
    house.parts.practice,
    () => [{ transport: 'udp', address: PRACTICE_HOST, port: house.config.practicePort ?? 0 }],
    async () => {
      house.config = { ...house.config, practicePort: await pickPracticePort() };
    },
  );

const startCalls = (house: House): Promise<unknown> =>
  startMoving(
    house.parts.calls,
    () => sipPlaces(house.config),
    async () => {
      house.config = { ...house.config, sip: { ...house.config.sip, ...(await pickSipPorts(house.settings)) } };
    },
  );

const startWeb = (house: House): Promise<unknown> =>
  startMoving(
    house.parts.web,
    () => [{ transport: 'tcp', address: house.config.host, port: house.config.port }],
    async () => {
      house.config = { ...house.config, port: await pickWebPort(house.settings) };
    },
  );

/**
 * What this start made is written down once the database has no key of its own: another key in the folder would hide which
 * one is missing. It lies there before anything is sealed with it.
 */
const keepMade = (house: House): void => {
  const { dataDir } = house.settings;
  if (house.config.isKeyNew)
    house.config = { ...house.config, secretKey: keepSecretKey(dataDir, house.config.secretKey), isKeyNew: false };
  keepDemoPassword(dataDir, house.config.demo ? demoPasswordOf(house.config.secretKey) : null);
};

/** Brings all parts up; what does not need another part starts at the same time. */
const startHouse = async (house: House, signal: AbortSignal): Promise<void> => {
  const { parts, config, settings } = house;
  const isFirst = !existsSync(join(settings.dataDir, 'postgres')) && settings.databaseUrl === null;
  say(
    isFirst
      ? '连线第一次启动：建数据库、构建网页、打开电话和网页，一般一两分钟；以后几秒。'
      : '连线正在启动：数据库、电话、网页，一般几秒；代码更新过要重新构建网页，多半分钟。',
  );
  const app = buildWebWhenStale(config.webDist, signal).then(built => {
    if (built) say('  ✓ 网页已构建');
  });
  const practice = settings.practice ? step(partWords.practice, startPractice(house)) : null;
  // Until they are awaited below, a failure of one must not count as nobody's.
  app.catch(() => undefined);
  practice?.catch(() => undefined);
  await step(partWords.database, parts.database.start());
  keepMade(house);
  await practice;
  await Promise.all([
    step(partWords.calls, startCalls(house)),
    step(partWords.jobs, parts.jobs.start()),
    app.then(() => step(partWords.web, startWeb(house))),
  ]);
  await waitUntilReady(house.config, signal);
};

const sayMoves = ({ settings, config }: House): void => {
  const moves: [string, number | 'off' | null, number, number | null][] = [
    ['PORT', settings.port, usualPorts.web, config.port],
    ['SIP_PORT', settings.sip.port, usualPorts.sip, config.sip.port],
    ['SIP_TLS_PORT', settings.sip.tlsPort, usualPorts.sipTls, config.sip.tlsPort],
    ['SIP_WSS_PORT', settings.sip.wssPort, usualPorts.sipWss, config.sip.wssPort],
    ['WEBRTC_PORT', settings.sip.webRtcPort, usualPorts.webRtc, config.sip.webRtcPort],
    ['STUN_PORT', settings.sip.stunPort, usualPorts.stun, config.sip.stunPort],
  ];
  for (const [name, set, usual, taken] of moves)
    if (set === null && taken !== usual) say(`  ${name} ${usual} 已被占用，改用 ${taken}。`);
  const moved = movedRange(settings.sip.rtpPorts, config.sip.rtpPorts);
  if (moved !== null) say(moved);
};

/**
 * Runs the house until it is told to stop or cannot go on; resolves with the exit code when nothing of it is left.
 * @throws {StartRefused | ChildRefused | Error} when it cannot start; whatever had started is stopped by then.
 */
export const supervise = async (settings: Settings, orders: Orders): Promise<number> => {
  const startedAt = performance.now();
  const lock = takeHouse(settings);
  try {
    const settled = await settle(settings);
    const { lowered, config } = await lowerParts(settled.config, say);
    const house = openHouse(settings, { ...settled, config }, lowered);
    orders.hurry.addEventListener('abort', () => hurryHouse(house));
    orders.now.addEventListener('abort', () => killHouse(house));
    orders.onRenew(() => renewRoles(house));
    try {
      const starting = startHouse(house, orders.stop);
      // Stopped half-way, what was starting fails: nobody needs to hear it.
      starting.catch(() => undefined);
      await Promise.race([starting, onceAborted(orders.stop)]);
      if (!orders.stop.aborted) {
        lock.tell(addressOf(house.config));
        sayMoves(house);
        const selfMadeCertificate = settings.needsTls;
        say(
          banner(house.config, {
            seconds: (performance.now() - startedAt) / 1_000,
            logDir: house.logDir,
            selfMadeCertificate,
            sipShut: house.sipDoor === 'shut',
            onTerminal: process.stdout.isTTY === true,
          }),
        );
      }
      await onceAborted(orders.stop, house.broken);
      say('正在停止：不再外呼，通话说完就结束…（再按一次 Ctrl-C 挂断通话）');
    } finally {
      await stopHouse(house);
    }
    say('已停止。');
    return house.broken.aborted ? 1 : 0;
  } finally {
    lock.release();
  }
};
