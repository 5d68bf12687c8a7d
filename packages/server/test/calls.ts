import { cp } from 'node:fs/promises';
import { callEndpoints, type OutputOf } from '@lianxian/contract';
import { inject } from 'vitest';
import type { Config } from '../src/config.ts';
import { openCalls } from '../src/house.ts';
import { placeIn } from '../src/platform/data-places.ts';
import { merchantDb } from '../src/platform/db/index.ts';
import { insertLine } from '../src/rooms/lines/index.ts';
import { insertPlan } from '../src/rooms/plans/index.ts';
import { startTestDatabase, type TestDatabase } from './database.ts';
import { type FarPhone, openFarPhone } from './far-phone.ts';
import { openHouseOn, type TestHouse, testConfig } from './open-house.ts';
import { shortPlan } from './short-plan.ts';
import { voiceCommand } from './voice-program.ts';

/** Web and calls over one database, a far phone behind the practice line, a plan and the line to it. */
export interface CallHouse extends TestHouse {
  readonly far: FarPhone;
  readonly planId: string;
  readonly lineId: string;
  readonly token: string;
  readonly place: (phone?: string, variables?: Readonly<Record<string, string>>) => Promise<string>;
  readonly detail: (id: string) => Promise<OutputOf<typeof callEndpoints.detail>>;
  /** The record once it is filed. */
  readonly filed: (id: string) => Promise<OutputOf<typeof callEndpoints.detail>>;
  /** Waits until `sees` gives something. */
  readonly until: <T>(sees: () => Promise<T | null | undefined | false>) => Promise<T>;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where what the short plan says is voiced already (`prompts.setup.ts`). */
    prompts: string;
  }
}

const POLL_MS = 40;
const PATIENCE_MS = 40_000;

const until: CallHouse['until'] = async sees => {
  const limit = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = await sees();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (performance.now() > limit) throw new Error('what a test waited for did not come');
    await new Promise(resolve => setTimeout(resolve, POLL_MS));
  }
};

/** Its PBX is on this machine; addresses of documentation are elsewhere. */
const privateHosts = ['127.0.0.1', '127.0.0.9', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'];

/** `startCalls` runs the calls role: in this process by default, which is quicker. `test`: a database of its own, else one of the run. */
export const startCallHouse = async (
  startCalls: (config: Config) => Promise<{ readonly close: () => Promise<void> }> = async config => {
    const calls = await openCalls(config);
    return { close: () => calls.close(10_000) };
  },
  test?: TestDatabase,
): Promise<CallHouse> => {
  const house = await openHouseOn(test ?? (await startTestDatabase()), { privateHosts });
  await cp(inject('prompts'), placeIn(house.dataDir, 'prompts'), { recursive: true });
  const far = await openFarPhone();
  const [{ id: merchantId }] = house.merchants;
  const db = merchantDb(house.database.db, merchantId);
  const planId = await insertPlan(db, shortPlan, new Date());
  const lineId = await insertLine(db, { name: '练习线路', address: '', username: '', callerNumber: '4008' }, true);
  process.env.VOICE_COMMAND = voiceCommand;
  const config = testConfig({ dataDir: house.dataDir, databaseUrl: house.url, practicePort: far.port, privateHosts });
  const calls = await startCalls(config);
  const token = await house.signIn(house.merchants[0]);
  const detail: CallHouse['detail'] = id => house.ask(callEndpoints.detail, { id }, token);
  return {
    ...house,
    far,
    planId,
    lineId,
    token,
    place: async (phone = '15400000001', variables = {}) =>
      (await house.ask(callEndpoints.place, { planId, lineId, phone, variables }, token)).id,
    detail,
    until,
    filed: id =>
      until(async () => {
        const call = await detail(id);
        return call.state !== null && call;
      }),
    close: async () => {
      await calls.close();
      delete process.env.VOICE_COMMAND;
      await far.close();
      await house.close();
    },
  };
};
