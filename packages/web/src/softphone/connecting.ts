import { endpoints, type OutputOf } from '@lianxian/contract';
import { call as ask } from '../api/call.ts';
import { serverUrl } from '../api/settings.ts';
import { readToken } from '../api/token.ts';
import { Refusal } from '../api/wire.ts';
import type { Held, KeeperParts } from './keeper-parts.ts';
import { readDevices } from './media.ts';
import type { Phone, PhoneNews } from './port.ts';
import type { SeatFacts } from './seat-store.ts';
import { keepSwitch } from './switch-state.ts';

type Credentials = OutputOf<typeof endpoints.seatPwd.getSeatPwd>;

/** Another device has the seat (contract, refusals). */
const seatTaken = 580;
const askAgainMs = 3_000;

/** SIP over WebSocket at the host of the interface: plain only where the server has no certificate, which is this machine. */
const addressOf = ({ ws }: Pick<Credentials, 'ws'>): string =>
  `${ws.tls ? 'wss' : 'ws'}://${new URL(serverUrl('/'), location.href).hostname}:${ws.port}`;

/** All but the secret, which goes to the phone alone. */
const factsOf = ({ planInfos, ws, stun, ...same }: Omit<Credentials, 'pwd' | 'domain' | 'grant'>): SeatFacts => ({
  ...same,
  plans: planInfos,
  url: addressOf({ ws }),
  stun: stun || null,
});

export interface Connecting {
  readonly phone: () => Phone | null;
  readonly goOn: (takeOver: boolean) => void;
  /** Off, as one wished or as it must be; a call that lives is waited for. */
  readonly goOff: () => void;
  readonly leave: (quietly: boolean) => void;
  readonly registered: () => void;
  /** The registrar said no to the secret. */
  readonly refused: () => void;
  /** Is another giving of credentials than ours: whose seat is it now? While we ask ourselves it is ours. */
  readonly isOthers: (grant: string) => boolean;
  readonly stop: () => void;
}

/**
 * Connects the seat and keeps it connected for as long as one is switched on: a secret of its own each time, the
 * phone's code fetched when it is first needed. The phone mends its socket by itself; a secret that was right and is
 * refused has been replaced, so another is asked for, once.
 */
export const createConnecting = (
  { account, openPhone, tell }: KeeperParts,
  { read, step }: Held,
  heard: (news: PhoneNews) => void,
): Connecting => {
  let phone: Phone | null = null;
  let stopHearing = () => {};
  let again: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let wasRegistered = false;
  let grant: string | null = null;
  /** Who is switched off still has the call that he is in. */
  const isWanted = () => {
    const { call, isOn } = read();
    return !isStopped && (isOn || (call !== null && call.status !== 'ended'));
  };

  const leave = (quietly: boolean): void => {
    clearTimeout(again);
    stopHearing();
    phone?.unregister(quietly);
    phone = null;
  };
  const goOff = (): void => {
    step({ type: 'set', part: { isOn: false, takenBy: null } });
    step({ type: 'seat', event: { type: 'goOffline' } });
    const { call } = read();
    if (call === null || call.status === 'ended') leave(false);
  };

  const register = async (given: Credentials, opening: Promise<Phone>): Promise<void> => {
    const { pwd: secret, domain, grant: _, ...said } = given;
    const facts = factsOf(said);
    const { planId } = read();
    const isThere = facts.plans.some(({ id }) => id === planId);
    step({
      type: 'set',
      part: { facts, planId: isThere ? planId : (facts.plans[0]?.id ?? ''), takenBy: null },
    });
    leave(true);
    const opened = await opening;
    if (!isWanted()) return;
    phone = opened;
    stopHearing = opened.subscribe(heard);
    opened.takeDevices(readDevices());
    opened.register({ account: facts.account, domain, secret, url: facts.url, stun: facts.stun });
  };

  const connect = async (takeOver: boolean): Promise<void> => {
    clearTimeout(again);
    grant = null;
    // Its code and the secret come side by side.
    const opening = openPhone();
    opening.catch(() => undefined);
    try {
      const given = await ask(endpoints.seatPwd.getSeatPwd, { takeOver: takeOver ? '1' : '0' }, { quiet: true });
      grant = given.grant;
      if (isWanted()) await register(given, opening);
    } catch (error) {
      if (!isWanted()) return;
      if (!(error instanceof Refusal)) again = setTimeout(() => void connect(takeOver), askAgainMs);
      else if (error.code === seatTaken) step({ type: 'set', part: { takenBy: error.message } });
      else {
        tell({ say: 'sentence', text: error.message });
        goOff();
      }
    }
  };

  return {
    phone: () => phone,
    leave,
    goOff,
    goOn: takeOver => {
      keepSwitch(account, 1);
      wasRegistered = false;
      step({ type: 'set', part: { isOn: true, takenBy: null } });
      step({ type: 'seat', event: { type: 'goOnline' } });
      // Switched off and on again in one call, it is still connected.
      if (phone === null || read().seat.isLost) void connect(takeOver);
    },
    registered: () => {
      wasRegistered = true;
    },
    refused: () => {
      if (wasRegistered) {
        wasRegistered = false;
        void connect(false);
        return;
      }
      tell({ say: 'notConnected' });
      goOff();
    },
    isOthers: said => grant !== null && said !== grant,
    stop: () => {
      // Who has signed out ends his call; a page that only goes leaves it to the next one.
      leave(readToken() !== null);
      isStopped = true;
    },
  };
};
