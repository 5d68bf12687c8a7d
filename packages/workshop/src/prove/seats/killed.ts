import { finishedCall } from '../../../journeys/house/calls.ts';
import { findBelow } from '../../../journeys/house/processes.ts';
import { seen } from '../../../journeys/scenes/page-words.ts';
import { openCarrier } from '../carrier.ts';
import { openDirect } from '../database.ts';
import { comes } from '../gates.ts';
import { openRelay } from '../relay.ts';
import { kill } from '../victims.ts';
import { beginTalk, endTalk, goesOn, openSeatGround, type SeatGround, type Talk } from './ground.ts';

/**
 * `kill -9` of each process under a seat in a call. Of the gate and the database the call goes on; a media worker and calls
 * take it with them, and the record says why. The seat is back by itself each time, and nobody is dialled twice.
 */
interface KilledRun {
  readonly violations: readonly string[];
  /** INVITEs to the carrier, of so many calls. */
  readonly invited: number;
  readonly calls: number;
}

const GATE = 'webrtc-gate/main.ts';
const BACK_LIMIT_MS = 60_000;

const killGate = async ({ house }: SeatGround): Promise<void> => {
  const gate = await comes('a gate', () => findBelow(house.supervisorPid, GATE));
  process.kill(gate, 'SIGKILL');
};

/** The worker or calls is killed: the call ends with this reason, and the seat is back. */
const endsBecause = async (
  ground: SeatGround,
  because: string,
  { callId }: Talk,
  killed: Promise<unknown>,
): Promise<readonly string[]> => {
  const { desk, seat } = ground;
  await killed;
  await desk.stands('通话结束', BACK_LIMIT_MS);
  const detail = await comes('the record', () => finishedCall(seat.api, callId, BACK_LIMIT_MS).catch(() => null));
  await desk.button(/^提交/).click();
  await desk.button('关闭').click();
  await seen(desk.pill('在线'), BACK_LIMIT_MS);
  const isRight = detail.state === 'interrupted' && detail.because === because;
  return isRight ? [] : [`${because}: the call ended as ${detail.state} (${detail.because})`];
};

export const runKilled = async (cacheDir: string): Promise<KilledRun> => {
  const carrier = await openCarrier({ ringMs: '300-600', cacheDir, pilot: true });
  const relay = await openRelay(carrier.port);
  const ground = await openSeatGround({ settings: { PRACTICE: `${relay.port}` } }).catch(async error => {
    relay.close();
    await carrier.close();
    throw error;
  });
  const direct = await openDirect(ground.house.dataDir);
  const killing = { house: ground.house, direct };
  const dies = (victim: 'worker' | 'calls' | 'database') => kill(killing, victim, async () => undefined);
  try {
    const violations: string[] = [];
    const lived = await beginTalk(ground);
    await killGate(ground);
    violations.push(...(await goesOn(ground, lived)));
    await dies('database');
    violations.push(...(await goesOn(ground, lived)));
    violations.push(...(await endTalk(ground, lived)).violations);
    await ground.desk.button(/^提交/).click();
    await ground.desk.button('关闭').click();
    for (const [victim, because] of [
      ['worker', 'workerDied'],
      ['calls', 'processDied'],
    ] as const)
      violations.push(...(await endsBecause(ground, because, await beginTalk(ground), dies(victim))));
    const invited = relay.calls().length;
    const calls = 3;
    if (invited !== calls) violations.push(`${invited} INVITEs of ${calls} calls`);
    return { violations, invited, calls };
  } finally {
    await direct.close();
    await ground.close();
    relay.close();
    await carrier.close();
  }
};
