import type {
  Ask,
  ConversationNote,
  EndedBy,
  Guard,
  MediaFacts,
  Plan,
  RecordingFacts,
  SentenceSegment,
} from '@lianxian/core';
import type { LocalMedia } from '@lianxian/telephony';
import { fromMachine } from '../media-worker/clock.ts';
import type { PersonRole, TalkOptions, WorkerFailure } from '../media-worker/messages.ts';
import { noteWith } from '../media-worker/note-instants.ts';
import type { RecogniserFacts } from '../media-worker/recogniser-session.ts';
import type { LegMessage, WorkerProcess } from './worker-process.ts';

/** What a leg will need of a worker, and who hears of it. */
export type LegRequest = {
  readonly hears: LegListener;
  /** What throws while it is told something ends that call alone. */
  readonly guard: Guard;
} & LegPurpose;

/** It has a talk of its own, of people alone without a plan; or it joins another leg, and lives where that one does. */
type LegPurpose =
  | { readonly plan: Plan | null; readonly talk: TalkOptions }
  | { readonly main: string; readonly person: PersonRole };

/** What comes of a leg. The first lines are of one that talks, `joined` is of one that joins. */
export interface LegListener {
  readonly noted?: (notes: readonly ConversationNote[]) => void;
  readonly wantsHangUp?: () => void;
  readonly wantsAsk?: (ask: number, what: Ask, limitMs: number) => void;
  readonly unask?: (ask: number) => void;
  readonly wantsPrompt?: (hash: string, segment: SentenceSegment) => unknown;
  readonly alarm?: (because: string) => void;
  /** How the recogniser did that listened to it. */
  readonly recogniserFacts?: (service: string, facts: RecogniserFacts) => void;
  /** It and the leg it joins hear each other. */
  readonly joined?: () => void;
  /** `defect`: what threw, and the events before it; no words, no numbers. */
  readonly failed: (because: WorkerFailure, defect: string) => void;
  /** An answered far end sends nothing any more. */
  readonly vanished: () => void;
  readonly closed?: (media: MediaFacts | null, recording: RecordingFacts | null) => void;
  /** Its worker died with it; nothing more will come. */
  readonly lost: () => unknown;
}

/** All that calls holds of a leg's media, from its request to its close. */
export interface HeldLeg {
  readonly request: LegRequest;
  /** The plan of its talk, made ready from its request on. */
  readonly plan: Promise<Uint8Array> | null;
  worker: WorkerProcess | null;
  /** Of one that talks: its worker, once it is open there; those who join it wait for that. */
  readonly place: PromiseWithResolvers<WorkerProcess>;
  opened: { readonly resolve: (local: LocalMedia) => void; readonly reject: (error: Error) => void } | null;
  endedBy: EndedBy | null;
  finished: boolean;
}

/** What its worker says of a leg, to who asked for it. */
export const tellLeg = (message: LegMessage, { opened, request: { hears } }: HeldLeg): unknown => {
  switch (message.type) {
    case 'opened':
      return opened?.resolve(message.local);
    case 'openFailed':
      return opened?.reject(new Error(message.because));
    case 'noted':
      return hears.noted?.(message.notes.map(note => noteWith(note, fromMachine)));
    case 'wantsHangUp':
      return hears.wantsHangUp?.();
    case 'wantsAsk':
      return hears.wantsAsk?.(message.ask, message.what, message.limitMs);
    case 'unask':
      return hears.unask?.(message.ask);
    case 'joined':
      return hears.joined?.();
    case 'wantsPrompt':
      return hears.wantsPrompt?.(message.hash, message.segment);
    case 'failed':
      return hears.failed(message.because, message.defect);
    case 'vanished':
      return hears.vanished();
    case 'alarm':
      return hears.alarm?.(message.because);
    case 'recogniserFacts':
      return hears.recogniserFacts?.(message.service, message.facts);
    case 'closed':
      return hears.closed?.(message.media, message.recording);
  }
};
