import { endpoints, type LiveCallEvent, type OutputOf } from '@lianxian/contract';
import { type Api, until } from '../journeys/house/api.ts';
import { type CallDetail, finishedCall, saveLine } from '../journeys/house/calls.ts';
import { type FarEndHabits, openFarEnd } from './far-end.ts';
import { openRelay } from './relay.ts';
import { type SippResult, startSipp } from './sipp.ts';

/** One call of the platform to somebody else's SIP server: which scenario, which sound, what the user does meanwhile. */
export interface Scene {
  readonly scenario: string;
  readonly sounds: FarEndHabits;
  /** Given to the line; the scenario knows the right password. */
  readonly account?: { readonly username: string; readonly password: string };
  /** The network loses the first ACK. */
  readonly losesAck?: boolean;
  /** The user hangs up so long after the call began to ring or to talk; else the call ends by itself. */
  readonly userHangsUp?: { readonly when: 'ringing' | 'talking'; readonly afterMs: number };
}

export interface Played {
  readonly detail: CallDetail;
  readonly sipp: SippResult;
  readonly live: readonly LiveCallEvent[];
  /** SIP as the house heard and sent it, by its own clock. */
  readonly ladder: OutputOf<typeof endpoints.monitor.ladder>['messages'];
  readonly packetsHeard: number;
  readonly acksLost: number;
}

export const RIGHT_PASSWORD = 'cheng-2026!';
const CALL_LIMIT_MS = 120_000;

export const playScene = async (api: Api, planId: string, scene: Scene): Promise<Played> => {
  const farEnd = await openFarEnd(scene.sounds);
  const relay = await openRelay({ first: 'ACK' });
  const settings = { sound_port: `${farEnd.port}`, relay_port: `${relay.port}`, password: RIGHT_PASSWORD };
  const sipp = await startSipp(scene.scenario, settings);
  relay.connect(sipp.port);
  try {
    const address = `127.0.0.1:${scene.losesAck ? relay.port : sipp.port}`;
    const lineId = await saveLine(api, { address, ...scene.account });
    const { id } = await api.call(endpoints.call.place, { planId, lineId, phone: '13812345678' });
    const watch = await api.watch(id);
    await userDoes(api, id, watch.events, scene.userHangsUp);
    const detail = await finishedCall(api, id, CALL_LIMIT_MS);
    watch.close();
    const { messages: ladder } = await api.call(endpoints.monitor.ladder, { id });
    const result = await sipp.finished;
    return {
      detail,
      sipp: result,
      live: watch.events,
      ladder,
      packetsHeard: farEnd.received(),
      acksLost: relay.lost(),
    };
  } finally {
    await sipp.stop();
    await relay.close();
    await farEnd.close();
  }
};

const userDoes = async (api: Api, id: string, live: readonly LiveCallEvent[], wish: Scene['userHangsUp']) => {
  if (!wish) return;
  const isThere = (event: LiveCallEvent) => event.kind === 'state' && event.state === wish.when;
  await until(`${wish.when} of call ${id}`, 60_000, () => live.find(isThere) ?? null);
  await new Promise(resolve => setTimeout(resolve, wish.afterMs));
  await api.call(endpoints.call.hangUp, { id });
};
