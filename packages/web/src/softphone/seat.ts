import { useSeat } from './seat-store.ts';

/** What is dialled: a number, the token of one that may not be seen, or an extension. */
export interface Dialled {
  readonly to: string;
  /** As it is shown; `to` where it is left out. */
  readonly shown?: string;
  readonly planId?: string;
  /** The call-back that it keeps. */
  readonly todoId?: string;
}

/** What a tab wants of the phone; carried to the tab that has it. */
export type SeatWish =
  | { readonly want: 'goOnline'; readonly takeOver: boolean }
  | { readonly want: 'goOffline' }
  | { readonly want: 'dial'; readonly dialled: Dialled }
  | { readonly want: 'answer' }
  | { readonly want: 'hangUp' }
  | { readonly want: 'sendKeys'; readonly keys: string }
  | { readonly want: 'mute'; readonly isMuted: boolean }
  | { readonly want: 'hold'; readonly isHeld: boolean }
  | { readonly want: 'takeBreak'; readonly reason: string }
  | { readonly want: 'endBreak' }
  | { readonly want: 'endWrapUp' }
  | { readonly want: 'choosePlan'; readonly planId: string }
  | { readonly want: 'takeDevices' }
  | { readonly want: 'closeCall' };

type Carrier = (wish: SeatWish) => void;
let carry: Carrier = () => undefined;
/** Where wishes go: the part that holds the phone, or reaches the tab that does. */
export const carryWith = (carrier: Carrier): void => {
  carry = carrier;
};

/** Asked before the seat hangs up a call that is answered, and before it dials another from one that is over. */
interface Guard {
  readonly mayHangUp: () => boolean;
  readonly mayLeave: () => boolean;
}
const unguarded: Guard = { mayHangUp: () => true, mayLeave: () => true };
let guard = unguarded;
/** Who holds the guide's required questions; null: nobody. */
export const guardCall = (by: Guard | null): void => {
  guard = by ?? unguarded;
};

export const goOnline = (takeOver = false): void => carry({ want: 'goOnline', takeOver });
export const goOffline = (): void => carry({ want: 'goOffline' });
/** During a call nothing is dialled, and a toast says so (O-256). */
export const dial = (dialled: Dialled): void => {
  if (useSeat.getState().call?.status !== 'ended' || guard.mayLeave()) carry({ want: 'dial', dialled });
};
export const answer = (): void => carry({ want: 'answer' });
/** False: the guard said no, and has told why. */
export const hangUp = (): boolean => {
  if (useSeat.getState().call?.status === 'answered' && !guard.mayHangUp()) return false;
  carry({ want: 'hangUp' });
  return true;
};
export const sendKeys = (keys: string): void => carry({ want: 'sendKeys', keys });
export const mute = (isMuted: boolean): void => carry({ want: 'mute', isMuted });
/** The customer hears music; the server does it (`seat/act`). */
export const hold = (isHeld: boolean): void => carry({ want: 'hold', isHeld });
export const takeBreak = (reason: string): void => carry({ want: 'takeBreak', reason });
export const endBreak = (): void => carry({ want: 'endBreak' });
export const endWrapUp = (): void => carry({ want: 'endWrapUp' });
export const choosePlan = (planId: string): void => carry({ want: 'choosePlan', planId });
/** Other devices were chosen (`media.ts`). */
export const takeChosenDevices = (): void => carry({ want: 'takeDevices' });
/** The console is done with a call that has ended. */
export const closeCall = (): void => carry({ want: 'closeCall' });
