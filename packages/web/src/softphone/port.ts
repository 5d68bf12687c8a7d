/**
 * What the seat needs of a telephone, whichever it is: WebRTC in this page (`jssip`) or one that the page's host brings
 * along (`bridge`, docs/host-bridge.md). One conversation at a time; a second one is refused by the port itself.
 *
 * A phone says what happened, it decides nothing: whether one answers, comes back or hangs up is said to it.
 */
export interface PhoneAccount {
  /** User part of the address, as the registrar knows it: `seat.<employee id>`. */
  readonly account: string;
  readonly domain: string;
  /** Of this sign-in alone; asked anew with every registration that was refused. */
  readonly secret: string;
  /** `ws://host:port` or `wss://host:port`. */
  readonly url: string;
  /** `stun:host:port`; null: the page's own addresses do. */
  readonly stun: string | null;
}

/** What an INVITE to a seat is about (its header `X-Call-Kind`); what a seat dials itself is `manual`. */
export const callKinds = ['manual', 'handover', 'transfer', 'consult', 'internal', 'callback', 'resume'] as const;
export type CallKind = (typeof callKinds)[number];

/** Why a microphone does not hear: not allowed, none there, another program has it, or this page may have none at all. */
export type MicrophoneFault = 'denied' | 'missing' | 'busy' | 'insecure' | 'unknown';

export interface Ringing {
  /** The server's id of the call (`X-Log-Id`, A-29); null where it says none. */
  readonly callId: string | null;
  readonly kind: CallKind;
  /** User part of From: a number, or its token where one may not see numbers. */
  readonly from: string;
  /** Display name of From. */
  readonly name: string | null;
}

export type PhoneNews =
  | { readonly type: 'registered' }
  /** Not registered any more; the phone tries again by itself. */
  | { readonly type: 'lost'; readonly because: string }
  /** The registrar says no to account and secret: nothing is tried again. */
  | { readonly type: 'refused'; readonly because: string }
  | ({ readonly type: 'rang' } & Ringing)
  /** Our own call is on its way to the server. */
  | { readonly type: 'sent' }
  /** Our own call has an id, its ring-back may be heard. `warning`: a key; it was placed all the same. */
  | { readonly type: 'progress'; readonly callId: string | null; readonly warning: string | null }
  | { readonly type: 'answered'; readonly callId: string | null }
  /**
   * `because`: the key of a refusal (`X-Because`), `elsewhere` where it rang and a colleague has answered, or null; `code`: SIP's,
   * 0 where there is none.
   */
  | {
      readonly type: 'ended';
      readonly by: 'me' | 'peer';
      readonly because: string | null;
      readonly code: number;
    }
  /** The call's sound has no path any more; it is not over: the server can open a new leg. And: it has one. */
  | { readonly type: 'away' }
  | { readonly type: 'heard' }
  | { readonly type: 'microphone'; readonly fault: MicrophoneFault };

/** How well the call sounds: 1 (bad) … 4.5 as the network allows, by loss, jitter and delay (ITU-T G.107). */
export interface PhoneQuality {
  readonly mos: number;
  readonly rttMs: number;
  readonly lossShare: number;
  /** Since it was last asked nothing came at all: our own sound may go through all the same (a router's port is another now). */
  readonly isDeaf: boolean;
}

/** 0…1, the loudest of the last moment. */
export interface PhoneLevels {
  readonly mine: number;
  readonly theirs: number;
}

interface Header {
  readonly name: string;
  readonly value: string;
}

export interface Phone {
  /** Keeps itself registered until `unregister`. */
  readonly register: (account: PhoneAccount) => void;
  /**
   * Ends a call as well, and lets go of the microphone. Quietly: says nothing to anybody, so that a call goes on where the
   * seat is next.
   */
  readonly unregister: (quietly: boolean) => void;
  /** `to`: number, token or extension. Does nothing while a call is there. */
  readonly dial: (to: string, headers: readonly Header[]) => void;
  readonly answer: () => void;
  /** Ends the call, refuses one that rings; without one nothing. */
  readonly hangUp: () => void;
  /** The call is over by another's word: its leg is let go of, nothing is said of it. */
  readonly forget: () => void;
  /** 0–9 * # A–D, while in conversation. */
  readonly sendKeys: (keys: string) => void;
  readonly mute: (isMuted: boolean) => void;
  /** Microphone and loudspeaker by the browser's device ids; '' is the system's own. */
  readonly takeDevices: (devices: Devices) => void;
  readonly levels: () => PhoneLevels;
  /** Null while nothing is measured yet. */
  readonly quality: () => Promise<PhoneQuality | null>;
  readonly subscribe: (listener: (news: PhoneNews) => void) => () => void;
}

export interface Devices {
  readonly microphone: string;
  readonly speaker: string;
}
