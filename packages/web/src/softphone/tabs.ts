import { holdLead } from '../live/leader.ts';
import { type Keeper, startKeeper } from './keeper.ts';
import { measureWith } from './levels.ts';
import { type SeatNote, showNote } from './notes.ts';
import type { Phone } from './port.ts';
import { carryWith, type SeatWish } from './seat.ts';
import { noSeat, type SeatView, useSeat } from './seat-store.ts';
import { readSwitch } from './switch-state.ts';

/**
 * One tab of the browser has the phone: who holds the lock, until it closes or crashes, then the next one. The others show
 * what it says and hand it what they are asked to do.
 *
 *   leader ──view, note──▶ others        others ──wish, hello──▶ leader
 */
type Message =
  | { readonly view: SeatView }
  | { readonly note: SeatNote }
  | { readonly wish: SeatWish }
  | { readonly hello: true };

/** A WebRTC phone of this page, or the one that its host brings along: fetched when one goes online. */
const openPhone = async (): Promise<Phone> => {
  if (window.lianxianBridge) return (await import('./bridge/bridge-phone.ts')).createBridgePhone(window.lianxianBridge);
  return (await import('./jssip/sip-phone.ts')).createSipPhone();
};

/** A tab one looks at says it; where none is looked at, the one with the phone, for when one is back. */
const isSaidHere = (leads: boolean) => !document.hidden || leads;

/**
 * Joins the tabs of an account's seat; the answer leaves them, and with the phone ends its call. Who comes with a token of
 * his own shares nothing with the tabs beside: his account is another's name here.
 */
const joinTabs = (account: string): (() => void) => {
  const channel = new BroadcastChannel(`lx.seat.${account}`);
  const say = (message: Message) => channel.postMessage(message);
  let keeper: Keeper | null = null;

  const lead = (): (() => void) => {
    const started = startKeeper({
      account,
      openPhone,
      show: view => {
        useSeat.setState(view);
        say({ view: { ...view, leads: false } });
      },
      tell: note => {
        if (isSaidHere(true)) showNote(note);
        say({ note });
      },
    });
    keeper = started;
    carryWith(started.wish);
    measureWith(started.levels);
    return () => {
      keeper = null;
      measureWith(() => ({ mine: 0, theirs: 0 }));
      started.stop();
    };
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('view' in data && keeper === null) useSeat.setState(data.view);
    else if ('note' in data && isSaidHere(false)) showNote(data.note);
    else if ('wish' in data) keeper?.wish(data.wish);
    else if ('hello' in data) keeper?.showAgain();
  };
  carryWith(wish => say({ wish }));
  say({ hello: true });
  const leave = holdLead(`lx.seat.${account}`, lead);
  return () => {
    leave();
    channel.close();
    carryWith(() => undefined);
    useSeat.setState(noSeat);
  };
};

/** Joined, and not yet taken by what shows it. */
let early: { readonly account: string; readonly leave: () => void } | null = null;
/**
 * Who was online before a reload will be again, and may have a call that waits. React shows a part that was fetched up to
 * 300 ms after it is there, so that the tabs are joined before it does.
 */
export const joinEarly = (account: string): void => {
  if (readSwitch(account) === 1) early ??= { account, leave: joinTabs(account) };
};
/** As `joinTabs`, or what was joined early. */
export const joinShown = (account: string): (() => void) => {
  const joined = early;
  early = null;
  if (joined?.account === account) return joined.leave;
  joined?.leave();
  return joinTabs(account);
};
