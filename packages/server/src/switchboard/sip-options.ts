import type {
  Offer,
  Plan,
  RecordingFacts,
  SentenceSegment,
  SwitchboardCommand,
  SwitchboardSignal,
  Verdict,
} from '@lianxian/core';
import type { Exchange, Trunk } from '@lianxian/telephony';
import type { TalkOptions } from '../media-worker/messages.ts';
import type { RecogniserFacts } from '../media-worker/recogniser-session.ts';
import type { RecogniserSettings } from '../speech/ports/recogniser.ts';
import type { PlanSpeaker } from '../speech/ports/synthesiser.ts';
import type { WorldOfCall } from './external-requests.ts';
import type { Relay } from './relay.ts';
import type { MediaWorkers } from './workers.ts';

export type { PartyWay, SeatHunt, SeatWay } from './ways.ts';

/** How a call leaves, and what its talk is made of. */
export interface SipRoute extends Omit<TalkOptions, 'variables' | 'voice' | 'standIn'> {
  /** Carries out what the conversation asks; absent: every ask fails, and the plan goes on without. */
  readonly world?: WorldOfCall;
  /** Who speaks for the plan of the call, never rejecting; absent: the house's usual voice. */
  readonly speaks?: (plan: Plan) => Promise<PlanSpeaker>;
  /** Null for a call to us, or to one of ours, which need none. */
  readonly trunk: Trunk | null;
  /** Of a call to us, what the trunk says of a call of ours; absent: it is not. */
  readonly behindNat?: boolean;
}

export interface SipSwitchboardOptions {
  readonly exchange: Exchange;
  readonly workers: MediaWorkers;
  /** Whose media host the exchange has; without it nothing is passed on. */
  readonly relay?: Relay;
  readonly voices: Voices;
  readonly onSignal: (call: string, signal: SwitchboardSignal) => void;
  /** Somebody calls: to be answered or refused within seconds. Without it nobody is taken. */
  readonly onOffer?: (offer: Offer) => void;
  /** What the call is called on the network, once its INVITE has left. */
  readonly onCallId?: (call: string, callId: string) => void;
  /** Asked right before an INVITE leaves; a verdict says why it does not. Never rejects. */
  readonly lastCheck?: (call: string) => Promise<Verdict | null>;
  /** Something of a call was lost, but it goes on. */
  readonly onAlarm: (call: string, because: string) => void;
  /** Something threw while this call was served: it ends, and no other one. */
  readonly onDefect: (call: string, error: unknown) => void;
  /** How the recogniser did that listened to a call. */
  readonly onRecogniserFacts?: (call: string, recogniser: RecogniserSettings, facts: RecogniserFacts) => void;
  /** A worker died with the call: what its files tell beyond what was noted. */
  readonly salvage: (file: string, notesSoFar: number) => Promise<Salvage>;
}

/** Prompts as the switchboard needs them. */
export interface Voices {
  readonly voice: string;
  /** Says what that voice does not make during a call. */
  readonly standIn: string;
  /**
   * What a call says first; rejects when it could not be made in time. The rest is made while it rings, until `isOver` (absent:
   * all of it).
   */
  readonly prepare: (
    command: { readonly plan: Plan; readonly variables: Opening['variables'] },
    isOver?: () => boolean,
  ) => Promise<void>;
  /** In the middle of a call: by that voice, or in time by the usual one; rejects when neither did. */
  readonly make: (segment: SentenceSegment) => Promise<void>;
  /** The same as a plan is spoken, for one call; a service falls back to the usual voice, so `voice` counts after `prepare`. */
  readonly by?: (speaker: PlanSpeaker) => Omit<Voices, 'by'>;
}

export interface Salvage {
  readonly notes: readonly Extract<SwitchboardSignal, { type: 'noted' }>['note'][];
  readonly recording: RecordingFacts | null;
}

export type Dial = Extract<SwitchboardCommand<SipRoute>, { type: 'dial' }>;
export type Answer = Extract<SwitchboardCommand<SipRoute>, { type: 'answer' }>;
export type Opening = Dial | Answer;
