import type {
  Answered,
  Ask,
  ConversationNote,
  EndedBy,
  Instant,
  MediaFacts,
  RecordingFacts,
  SentenceSegment,
} from '@lianxian/core';
import type { LocalMedia, MediaHost, RemoteMedia } from '@lianxian/telephony';
import type { RecogniserSettings } from '../speech/ports/recogniser.ts';
import type { CalleePlace, HeardPlace } from './company.ts';
import type { RecogniserFacts } from './recogniser-session.ts';

/**
 * What calls and a media worker say to each other, a handful of messages a leg, never one a packet. A call is one
 * leg, a person it is handed over to another: both are opened, connected and closed alike.
 * Instants are on the machine's monotonic clock (`clock.ts`). The channel keeps order, both ends belong to one build.
 */
export type ToWorker =
  /** Settings; first message. */
  | { readonly type: 'start'; readonly settings: WorkerSettings }
  /**
   * A plan that the following calls run, made ready elsewhere: a compiled plan as v8 writes it. Both sides keep `PLANS_BYTES` of
   * them by the calls that were opened, and forget alike.
   */
  | { readonly type: 'plan'; readonly key: string; readonly compiled: Uint8Array }
  /** Answered by `opened`. */
  | { readonly type: 'open'; readonly leg: string; readonly role: LegRole; readonly wants: MediaWants }
  | {
      readonly type: 'connect';
      readonly leg: string;
      readonly remote: RemoteMedia;
      readonly phase: 'early' | 'confirmed';
      readonly at: Instant;
    }
  /** A key that came by SIP INFO. */
  | { readonly type: 'key'; readonly leg: string; readonly key: string }
  /** Answer to `wantsAsk`; what comes for none, or twice, is passed over. */
  | { readonly type: 'askAnswered'; readonly leg: string; readonly ask: number; readonly answer: Answered }
  /**
   * A leg that joins another was answered: `announcement` (may be empty) is said to it, then, with its first packet where that
   * is awaited, it comes to its place, in that of the leg that it replaces: `joined`. Until then all hear what they heard.
   */
  | ({ readonly type: 'join'; readonly leg: string } & Joining)
  /** Of a leg that talks: where its far end stands, and those who joined it. */
  | {
      readonly type: 'arrange';
      readonly leg: string;
      readonly callee: CalleePlace;
      readonly places: readonly (readonly [leg: string, place: HeardPlace])[];
    }
  /** Its recording is paused, or goes on. */
  | { readonly type: 'record'; readonly leg: string; readonly on: boolean }
  /** Keys to its far end. */
  | { readonly type: 'keys'; readonly leg: string; readonly keys: string }
  /** Its talk can be paid for so long yet. */
  | { readonly type: 'runOut'; readonly leg: string; readonly leftMs: number }
  /** Its callee, whom nobody is with, hears this; then `wantsHangUp`. */
  | { readonly type: 'farewell'; readonly leg: string; readonly text: string }
  /** It is over; answered by `closed`. */
  | { readonly type: 'close'; readonly leg: string; readonly by: EndedBy }
  /** Answer to `wantsPrompt`: its file is there, or it could not be made. */
  | { readonly type: 'promptMade'; readonly leg: string; readonly hash: string; readonly made: boolean };

/** What a leg is for: it has a talk of its own, or it is there to be heard by another one in this worker. */
export type LegRole =
  | { readonly type: 'talks'; readonly talk: TalkOptions }
  | { readonly type: 'joins'; readonly main: string; readonly person: PersonRole };

/** Who joins. A seat's keys go to the callee, and its words are in the transcript where something listens to the call. */
export interface PersonRole {
  readonly party: string;
  readonly isSeat: boolean;
  /** It dialled the call: hears it ring from its first media on, without a `join`. */
  readonly dials: boolean;
}

export interface Joining {
  readonly announcement: string;
  readonly place: HeardPlace;
  readonly awaitsSound: boolean;
  readonly replaces: string | null;
}

export type FromWorker =
  | { readonly type: 'ready' }
  /** Every `VITALS_EVERY_MS`: resident memory in bytes. */
  | { readonly type: 'vitals'; readonly memory: number }
  /** Something threw outside every call: it takes no new ones and ends with its last. */
  | { readonly type: 'defect'; readonly because: string }
  | { readonly type: 'opened'; readonly leg: string; readonly local: LocalMedia }
  | { readonly type: 'openFailed'; readonly leg: string; readonly because: string }
  /** Facts as they happened, in order, a few at a time. */
  | { readonly type: 'noted'; readonly leg: string; readonly notes: readonly NotedOnMachine[] }
  | { readonly type: 'wantsHangUp'; readonly leg: string }
  /** What only the world knows; `limitMs` is the conversation's own. */
  | {
      readonly type: 'wantsAsk';
      readonly leg: string;
      readonly ask: number;
      readonly what: Ask;
      readonly limitMs: number;
    }
  /** Nobody waits for it any more. */
  | { readonly type: 'unask'; readonly leg: string; readonly ask: number }
  /** The leg and the one it joins hear each other. */
  | { readonly type: 'joined'; readonly leg: string }
  | { readonly type: 'wantsPrompt'; readonly leg: string; readonly hash: string; readonly segment: SentenceSegment }
  /** An answered far end sends nothing any more (silence watchdog). */
  | { readonly type: 'vanished'; readonly leg: string }
  /** Something of the call was lost, but it goes on (its recording, say). */
  | { readonly type: 'alarm'; readonly leg: string; readonly because: string }
  /** How its recogniser did, once, when the call is over or no longer listened to. */
  | {
      readonly type: 'recogniserFacts';
      readonly leg: string;
      readonly service: string;
      readonly facts: RecogniserFacts;
    }
  /** The call cannot go on in this worker; `defect`: what threw, and the kinds of event before it. */
  | { readonly type: 'failed'; readonly leg: string; readonly because: WorkerFailure; readonly defect: string }
  | {
      readonly type: 'closed';
      readonly leg: string;
      readonly media: MediaFacts | null;
      readonly recording: RecordingFacts | null;
    };

/** A note whose instants are on the machine's monotonic clock. */
export type NotedOnMachine = ConversationNote;
export type WorkerFailure = 'conversationDefect';

export interface WorkerSettings {
  /** Where prompts and recordings lie: absolute. */
  readonly promptsDir: string;
  readonly recordingsDir: string;
  /** Null lets the system choose (tests). */
  readonly rtpPorts: PortRange | null;
  /** What the SDP says instead of the local address, behind a NAT. */
  readonly publicHost: string | null;
  /** A far end that sends nothing for so long has vanished; the engine's own default where absent. */
  readonly silenceLimitMs?: number;
  /** Hosts of one's own network that recognisers may be at. */
  readonly privateHosts?: readonly string[];
  /** A folder with a sherpa-onnx model. */
  readonly sherpaDir?: string | null;
}

export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** What the exchange wants of a leg's media, as it said it. */
export type MediaWants = Parameters<MediaHost['open']>[1];

/** All that a conversation needs besides its plan. */
export interface TalkOptions {
  /** Null: no robot; people talk. */
  readonly planKey: string | null;
  readonly variables: Readonly<Record<string, string>>;
  /** Names the voice the prompts were made with; part of every prompt's hash. */
  readonly voice: string;
  /** Who speaks what that voice does not make during the call; absent: nobody. */
  readonly standIn?: string;
  /** Below the recordings folder, without extension: `2026/11/21/17`. */
  readonly file: string;
  /** The merchant's zone, for conditions on the time of day. */
  readonly timeZone: string;
  /** The robot begins with the far end's first packet, or so long after the answer. Default 500. */
  readonly greetingDelayMs?: number;
  /** What listens to the callee; without it only keys and real-time text are understood. */
  readonly recogniser?: RecogniserSettings;
  /** The far end is a practice callee: it is told what the robot asks, beside its words. */
  readonly practice?: true;
}

export const VITALS_EVERY_MS = 10_000;

/** Plans a worker remembers. Calls sends one again when it has been forgotten. */
export const PLANS_BYTES = 64 * 1_024 * 1_024;
