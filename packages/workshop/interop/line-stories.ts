import { endpoints } from '@lianxian/contract';
import { describe, expect, it } from 'vitest';
import { courseFollowUp } from '../../server/seed/course-follow-up.ts';
import { certificate } from '../../telephony/test/certificate.ts';
import { until } from '../journeys/house/api.ts';
import { type CallDetail, finishedCall, saveLine } from '../journeys/house/calls.ts';
import { publishPlan } from '../journeys/house/plans.ts';
import { type CallRow, draftTask, finishedTask, recordsOf, startTask } from '../journeys/house/tasks.ts';
import type { Ground } from '../journeys/scenes/ground.ts';
import { openTelephone } from '../src/telephone/index.ts';
import { baresipIsThere, startBaresip } from './baresip.ts';
import { callsIn, guesses } from './caller-habits.ts';
import { awaitsRefresh } from './carrier-habits.ts';
import { openFarEnd } from './far-end.ts';
import { type SippResult, sippIsThere, startSipp } from './sipp.ts';

/**
 * Stories of one line each, in the house of the journey, with phones that others wrote: a carrier that dies, one that waits
 * for our refresh, somebody who calls us, somebody who guesses passwords, a gateway that registers. All begin at once.
 */
export interface LineStories {
  readonly dies: Promise<Died>;
  readonly isCalled: Promise<Called>;
  readonly guessed: Promise<readonly SippResult[]>;
  readonly refreshed: Promise<{ readonly how: string; readonly sipp: SippResult }>;
  readonly gateway: Promise<CallDetail>;
}

interface Died {
  readonly freeAfterMs: number;
  readonly records: readonly CallRow[];
  readonly because: string | null;
  readonly live: number | undefined;
}

interface Called {
  readonly detail: CallDetail;
  readonly sipp: SippResult;
  readonly packetsHeard: number;
}

const DEATH_LIMIT_MS = 90_000;
const STORY_LIMIT_MS = 90_000;

/** Asks nobody whether he is still there before a minute has passed: it outlives the watchdog of silent lines. */
const patientPlan = {
  ...courseFollowUp,
  name: '试听课回访（耐心）',
  defaults: { ...courseFollowUp.defaults, silence: { ...courseFollowUp.defaults.silence, ms: 60_000 } },
};

/** Killed after it answered: neither BYE nor a packet comes any more. */
const carrierDies = async ({ house, api }: Ground): Promise<Died> => {
  const planId = await publishPlan(house, patientPlan);
  const farEnd = await openFarEnd({ sends: 'silence' });
  const sipp = await startSipp('answers', { sound_port: `${farEnd.port}` });
  try {
    const lineId = await saveLine(api, { address: `127.0.0.1:${sipp.port}`, channels: 1 });
    const { list } = await api.call(endpoints.port.list, { limit: 100 });
    const portId = list.find(each => each.lineId === lineId)?.id ?? '';
    const task = await draftTask(api, ['13712349999'], { name: '线路中断', planId, ports: [{ portId, channels: 1 }] });
    await startTask(api, task);
    await until('some sound', DEATH_LIMIT_MS, () => (farEnd.received() > 50 ? true : null));
    await Promise.all([sipp.stop(), farEnd.close()]);
    const diedAt = performance.now();
    await finishedTask(api, task, DEATH_LIMIT_MS);
    const lines = await api.call(endpoints.line.list, { limit: 100 });
    const freeAfterMs = performance.now() - diedAt;
    const records = await recordsOf(api, task);
    const { because } = await api.call(endpoints.call.detail, { id: records[0]?.id ?? '' });
    return {
      freeAfterMs,
      records,
      because,
      live: lines.list.find(line => line.id === lineId)?.live,
    };
  } finally {
    await sipp.stop();
  }
};

const OUR_NUMBER = '057188881234';

/** Calls until it is taken: all stories begin at once, and a house that is too busy for a call says 503, after which carriers come again. */
const callInUntilTaken = async (
  soundPort: number,
  calling: { readonly port: number; readonly number: string },
): Promise<SippResult> => {
  for (let more = MORE_CALLS; ; more -= 1) {
    const sipp = await startSipp(callsIn, { sound_port: `${soundPort}` }, { calling });
    const result = await sipp.finished.finally(() => sipp.stop());
    if (result.ok || more === 0 || !result.said.includes('SIP/2.0 503')) return result;
  }
};
const MORE_CALLS = 4;

const somebodyCalls = async ({ house, api, planId }: Ground): Promise<Called> => {
  const lineId = await saveLine(api, { address: '127.0.0.1:9' });
  await api.call(endpoints.line.addNumbers, { lineId, numbers: OUR_NUMBER });
  const { list } = await api.call(endpoints.line.numbers, { lineId });
  const number = list.find(each => each.number === OUR_NUMBER);
  await api.call(endpoints.line.saveNumber, { id: number?.id ?? '', planId });
  const farEnd = await openFarEnd({ sends: 'silence' });
  const calling = { port: house.sipPort, number: OUR_NUMBER };
  try {
    const result = await callInUntilTaken(farEnd.port, calling);
    const { list: calls } = await api.call(endpoints.call.list, { limit: 100 });
    const record = calls.find(each => each.direction === 'in');
    if (!record) throw new Error(`no record of the call to us\n${result.said}`);
    const detail = await finishedCall(api, record.id, STORY_LIMIT_MS);
    return { detail, sipp: result, packetsHeard: farEnd.received() };
  } finally {
    await farEnd.close();
  }
};

/** baresip takes calls for its own name alone, so that is the number which is called. */
const GATEWAY = { username: '13788881234', password: 'xihu-2026!' };

/** A name that exists and one that does not, ten guesses each. */
const somebodyGuesses = ({ house }: Ground): Promise<readonly SippResult[]> =>
  Promise.all(
    [GATEWAY.username, '13788885678'].map(async number => {
      const sipp = await startSipp(guesses(number), {}, { calls: GUESSES, calling: { port: house.sipPort, number } });
      return sipp.finished;
    }),
  );
const GUESSES = 10;

const carrierAwaitsRefresh = async () => {
  const farEnd = await openFarEnd({ sends: 'silence' });
  const telephone = await openTelephone();
  const sipp = await startSipp(awaitsRefresh, { sound_port: `${farEnd.port}` });
  try {
    const call = telephone.dial({ target: { host: '127.0.0.1', port: sipp.port }, number: '13812345678' });
    await call.answered;
    await until('our UPDATE', STORY_LIMIT_MS, async () => ((await sipp.messages()).some(isUpdate) ? true : null), 500);
    call.hangUp();
    const { ending } = await call.ended;
    return { how: ending.how, sipp: await sipp.finished };
  } finally {
    await sipp.stop();
    await telephone.close();
    await farEnd.close();
  }
};
const isUpdate = ({ text }: { readonly text: string }) => /CSeq: \d+ UPDATE/i.test(text);

/** baresip registers as the gateway of a line and is called over it. */
const gatewayIsCalled = async ({ house, api, planId }: Ground): Promise<CallDetail> => {
  const lineId = await saveLine(api, { address: '', name: '杭州网关', access: 'gateway', ...GATEWAY });
  const baresip = await startBaresip({ user: GATEWAY.username, transport: 'udp', certificate });
  try {
    await baresip.register(house.sipPort, GATEWAY.password);
    await baresip.waitFor('REGISTER_FAIL');
    await baresip.register(house.sipPort, GATEWAY.password);
    await baresip.waitFor('REGISTER_OK');
    const { id } = await api.call(endpoints.call.place, { planId, lineId, phone: GATEWAY.username });
    await baresip.waitFor('CALL_ESTABLISHED');
    await new Promise(resolve => setTimeout(resolve, 3_000));
    await baresip.tell('hangup');
    return await finishedCall(api, id, STORY_LIMIT_MS);
  } finally {
    await baresip.stop();
  }
};

const absent = <T>(): Promise<T> => Promise.reject(new Error('its phone is not installed'));

/** `open`: tasks may call at this hour. */
export const beginLineStories = (ground: Ground, open: Promise<unknown>): LineStories => {
  const gateway = baresipIsThere ? gatewayIsCalled(ground) : absent<CallDetail>();
  const stories = {
    dies: sippIsThere ? open.then(() => carrierDies(ground)) : absent<Died>(),
    isCalled: sippIsThere ? somebodyCalls(ground) : absent<Called>(),
    // Its own address is locked out by the guesses.
    guessed: gateway.then(
      () => somebodyGuesses(ground),
      () => somebodyGuesses(ground),
    ),
    refreshed: sippIsThere ? carrierAwaitsRefresh() : absent<{ how: string; sipp: SippResult }>(),
    gateway,
  };
  for (const each of Object.values(stories)) each.catch(() => undefined);
  return stories;
};

/** What of an answer could tell one name from another: all but what is another in every answer. */
const faceOf = (text: string): string =>
  text
    .replace(/^(via|to|from|call-id|cseq|contact|date):.*$/gim, '$1')
    .replace(/nonce="[^"]*"/g, 'nonce')
    .trim();

export const lineStories = (stories: () => LineStories): void => {
  describe.skipIf(!sippIsThere)('over a line', () => {
    it('a carrier that dies in mid-call frees channel and number within 35 s', {
      timeout: 2 * DEATH_LIMIT_MS,
    }, async () => {
      const { freeAfterMs, records, because, live } = await stories().dies;
      expect(records).toHaveLength(1);
      expect(records[0]).toMatchObject({ state: 'answered', hungUpBy: 'nobody' });
      expect(because).toBe('lineSilent');
      expect(freeAfterMs).toBeLessThan(35_000);
      expect(live).toBe(0);
    });

    it('whoever calls a number of ours talks to its plan, and that is a record', async () => {
      const { detail, sipp, packetsHeard } = await stories().isCalled;
      expect(sipp.ok, sipp.said).toBe(true);
      expect(detail).toMatchObject({ direction: 'in', state: 'answered', because: 'calleeHungUp', hungUpBy: 'callee' });
      expect(detail.transcript[0]).toMatchObject({ speaker: 'robot' });
      expect(packetsHeard).toBeGreaterThan(100);
    });

    it('who guesses passwords learns nothing: every answer is the same, of names that exist and that do not', async () => {
      const results = await stories().guessed;
      for (const { ok, said } of results) expect(ok, said).toBe(true);
      const faces = results.map(({ messages }) =>
        messages
          .filter(({ way, text }) => way === 'received' && /^SIP/.test(text.trimStart()))
          .map(({ text }) => faceOf(text)),
      );
      expect(faces[0]!.length).toBeGreaterThanOrEqual(3 * GUESSES);
      expect(new Set(faces[0])).toEqual(new Set(faces[1]));
      for (const face of faces.flat()) expect(face).toMatch(/^SIP.2.0 401/);
    });

    // When it is: `sessions.test` of the agent, on a clock of its own.
    it('a session that is ours to refresh is refreshed by UPDATE, and the carrier keeps the call until we hang up', async () => {
      const { how, sipp } = await stories().refreshed;
      expect(sipp.ok, sipp.said).toBe(true);
      expect(how).toBe('byUs');
      const methods = sipp.messages
        .filter(({ way }) => way === 'received')
        .map(({ text }) => /^[A-Z]+/.exec(text.trimStart())?.[0]);
      // On a busy machine what was not answered at once is sent again.
      expect([...new Set(methods)]).toEqual(['INVITE', 'ACK', 'UPDATE', 'BYE']);
    });
  });

  it.skipIf(!baresipIsThere)('a gateway that somebody else wrote registers and is called by its line', async () => {
    expect(await stories().gateway).toMatchObject({
      state: 'answered',
      because: 'calleeHungUp',
      transcript: [expect.objectContaining({ speaker: 'robot' })],
    });
  });
};
