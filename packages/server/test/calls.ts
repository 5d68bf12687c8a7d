import { join } from 'node:path';
import { callEndpoints, type OutputOf } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { type Config, cloneDir } from '../src/config.ts';
import { openCalls } from '../src/house.ts';
import { merchantDb } from '../src/platform/db/index.ts';
import { insertLine } from '../src/rooms/lines/index.ts';
import { insertPlan } from '../src/rooms/plans/index.ts';
import { type FarPhone, openFarPhone } from './far-phone.ts';
import { startTestHouse, type TestHouse, testConfig } from './house.ts';

/** A short plan: greets, asks for a wish, keeps it, says good-bye. */
export const shortPlan: Plan = {
  name: '短话术',
  variables: [
    { name: 'name', label: '称呼', fallback: '', spoken: 'asWritten' },
    { name: 'wish', label: '想学什么', fallback: '', spoken: 'asWritten' },
  ],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'opening',
      nodes: [
        {
          kind: 'speak',
          id: 'opening',
          name: '开场白',
          sentences: [`您好，${'$'}{name}，方便说两句吗？`],
          interruption: { when: 'always' },
          routers: [
            { on: '肯定', to: 'ask' },
            { on: '默认', to: 'bye' },
          ],
        },
        {
          kind: 'collect',
          id: 'ask',
          name: '问想学什么',
          sentences: ['您想学什么呢？'],
          interruption: { when: 'always' },
          variable: 'wish',
          accepts: { type: 'text' },
          routers: [{ on: 'collected', to: 'bye' }],
        },
        { kind: 'hangup', id: 'bye', name: '再见', sentences: [`好的，${'$'}{wish}，再见。`] },
      ],
    },
  ],
  intents: [{ id: 'yes', name: '同意', priority: 1, means: '肯定', words: ['方便', '好的', '可以'] }],
  knowledge: [],
  levelRules: [
    { level: 'A', name: '说了想学什么', when: [{ fact: 'answered', variable: 'wish' }] },
    { level: 'D', name: '没说', when: [] },
  ],
  defaults: {
    silence: { ms: 3_000, sentences: ['还在吗？'] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
  },
};

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

export const voiceCommand = JSON.stringify([process.execPath, join(cloneDir, 'packages/voice/src/main.ts')]);

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
const privateHosts = ['127.0.0.1', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'];

/** `startCalls` runs the calls role: in this process by default, which is quicker. */
export const startCallHouse = async (
  startCalls: (config: Config) => Promise<{ readonly close: () => Promise<void> }> = async config => {
    const calls = await openCalls(config);
    return { close: () => calls.close(10_000) };
  },
): Promise<CallHouse> => {
  const house = await startTestHouse({ privateHosts });
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
