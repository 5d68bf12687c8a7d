import type { endpoints, OutputOf } from '@lianxian/contract';
import type { CallFacts, CallUse, ConversationNote, HungUpBy, MediaFacts, Verdict } from '@lianxian/core';
import { action, type Merchant } from './house.ts';

/** When the callee's voice is heard in a recording that is silent else. */
interface Sound {
  readonly durationMs: number;
  readonly voices?: readonly { readonly fromMs: number; readonly toMs: number }[];
}

/** Of a call's row what is not usual: the merchant's newest plan, its first line. */
interface CallRow {
  readonly phone: string;
  readonly calleeName?: string;
  readonly planId?: string;
  readonly planVersion?: number;
  readonly lineId?: string;
  /** Whose call it is, and who placed it. */
  readonly ownerId?: string;
  /** One of whose numbers it is with; the next attempt at it where nothing else is said. */
  readonly taskId?: string;
  readonly calleeId?: string;
  readonly attempt?: number;
  readonly placedAt?: string;
  /** Of one that is talked. */
  readonly answeredAt?: string;
  readonly callerNumber?: string;
  readonly cost?: string;
  readonly direction?: 'out' | 'in';
  /** A robot made it unless a seat did. */
  readonly origin?: 'seat';
  /** Of one that is under way: talked without it. */
  readonly stage?: 'dialling';
}

/** Of what the end of a call leaves, what is not usual: an answered call of five seconds that the callee ended. */
interface CallEnding {
  readonly verdict?: Verdict;
  readonly sipReason?: string;
  readonly hungUpBy?: HungUpBy;
  readonly answeredAt?: string | null;
  readonly endedAt?: string;
  readonly ringMs?: number | null;
  readonly talkMs?: number;
  readonly turns?: number;
  readonly level?: string | null;
  readonly levelRule?: string | null;
  readonly lastNode?: string | null;
  readonly tags?: readonly string[];
  readonly customerType?: number | null;
  /** The callee spoke of calling in an authority. */
  readonly namesAuthority?: boolean;
  readonly uses?: readonly CallUse[];
  readonly facts?: CallFacts | null;
  /** Where in the plan it ended, and how. */
  readonly stand?: { readonly node: string; readonly how: string; readonly heardMs: number | null } | null;
  readonly transcript?: {
    readonly lines: readonly object[];
    readonly path: readonly object[];
    readonly answers: readonly object[];
  } | null;
  readonly media?: MediaFacts | null;
  readonly ladder?: readonly object[] | null;
  readonly sound?: Sound;
}

/** The number was busy. */
export const busyEnding: CallEnding = {
  verdict: { state: 'busy', fault: 'callee', mayRetry: true, sipCode: 486, because: 'busy' },
  ...{ sipReason: 'Busy Here', hungUpBy: 'nobody', ringMs: 400, talkMs: 0, answeredAt: null },
  ...{ level: null, levelRule: null, transcript: null },
};

/** A call, filed with its ending; `null`: it is still under way. */
export interface GivenCall {
  readonly row: CallRow;
  readonly ending?: CallEnding | null;
}

/** These calls of a merchant, each over before the next where it ends; their ids. */
export const giveCalls = ({ id: merchant }: Pick<Merchant, 'id'>, calls: readonly GivenCall[]): Promise<string[]> =>
  action('calls', { merchant, calls: calls.map(({ row, ending = {} }) => ({ row, ending })) });

/** A call of a merchant, filed with this ending; `null`: it is still talked. Its id. */
export const giveCall = async (
  merchant: Pick<Merchant, 'id'>,
  row: CallRow,
  ending: CallEnding | null = {},
): Promise<string> => (await giveCalls(merchant, [{ row, ending }]))[0] ?? '';

/** A call that was placed, or is still talked, is over. */
export const endCall = (call: string, ending: CallEnding = {}): Promise<unknown> => action('end', { call, ending });

type Without<T> = T extends unknown ? Omit<T, 'at' | 'endAt'> : never;
type Sip = OutputOf<typeof endpoints.monitor.ladder>['messages'][number];
/** How far a call is, what is said in it, or a message of SIP that passes. */
export type Told =
  | { readonly to: 'dialling' | 'ringing' | 'talking' | 'ended'; readonly earlyMedia?: boolean }
  | { readonly note: Without<ConversationNote> }
  | { readonly sip: Pick<Sip, 'way' | 'summary' | 'cseq' | 'text'> };

/** This happens in a live call, one after the other. */
export const happensIn = (call: string, ...told: readonly Told[]): Promise<unknown> => action('live', { call, told });

/** So much is heard of a live call so far. */
export const soundOf = (call: string, sound: Sound): Promise<unknown> => action('sound', { call, sound });

/** The days are over for which a call's words and sound are kept. */
export const forgetWords = ({ id: merchant }: Pick<Merchant, 'id'>, call: string): Promise<unknown> =>
  action('forget', { merchant, call });
