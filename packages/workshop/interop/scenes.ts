import { endpoints, type LiveCallEvent } from '@lianxian/contract';
import { type Api, until } from '../journeys/house/api.ts';
import { type CallDetail, finishedCall, saveLine } from '../journeys/house/calls.ts';
import { type FarEndHabits, openFarEnd } from './far-end.ts';
import { type SippResult, startSipp } from './sipp.ts';

/** One call of the platform to somebody else's SIP server: which scenario, which sound, what the user does meanwhile. */
export interface Scene {
  readonly scenario: string;
  readonly sounds: FarEndHabits;
  /** Given to the line; the scenario knows the right password. */
  readonly account?: { readonly username: string; readonly password: string };
  /** The user hangs up so long after the call began to ring or to talk; else the call ends by itself. */
  readonly userHangsUp?: { readonly when: 'ringing' | 'talking'; readonly afterMs: number };
}

export interface Played {
  readonly detail: CallDetail;
  readonly sipp: SippResult;
  readonly live: readonly LiveCallEvent[];
  readonly packetsHeard: number;
}

export const RIGHT_PASSWORD = 'cheng-2026!';
const CALL_LIMIT_MS = 75_000;

export const playScene = async (api: Api, planId: string, scene: Scene): Promise<Played> => {
  const farEnd = await openFarEnd(scene.sounds);
  const sipp = await startSipp(scene.scenario, { sound_port: `${farEnd.port}`, password: RIGHT_PASSWORD });
  try {
    const lineId = await saveLine(api, { address: sipp.address, ...scene.account });
    const { id } = await api.call(endpoints.call.place, { planId, lineId, phone: '13812345678' });
    const watch = await api.watch(id);
    const wish = scene.userHangsUp;
    if (wish) {
      await until(`${wish.when} of call ${id}`, 15_000, () => watch.events.find(isState(wish.when)) ?? null);
      await new Promise(resolve => setTimeout(resolve, wish.afterMs));
      await api.call(endpoints.call.hangUp, { id });
    }
    const detail = await finishedCall(api, id, CALL_LIMIT_MS);
    watch.close();
    return { detail, sipp: await sipp.finished, live: watch.events, packetsHeard: farEnd.received() };
  } finally {
    await sipp.stop();
    await farEnd.close();
  }
};

const isState = (state: 'ringing' | 'talking') => (event: LiveCallEvent) =>
  event.kind === 'state' && event.state === state;
