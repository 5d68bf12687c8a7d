import { createGuard, type EndedBy, type Guard, type Instant } from '@lianxian/core';
import type { MediaEngine, MediaLeg, MediaSignal, RemoteMedia } from '@lianxian/telephony';
import { defectText } from './defect.ts';
import { LegTalk, type LegTalkOptions } from './leg-talk.ts';
import type { FromWorker, MediaWants } from './messages.ts';
import type { HeardSignal } from './people.ts';

/**
 * One leg in a media worker, from its ports to its close. Most have a talk of their own; one that has none (a person who
 * is rung) is there to be heard by the leg it joins, and is a leg like any other.
 *
 *   opened ─connect(early)→ listening ─connect(confirmed)→ answered ─close→ closed
 *
 * Invariants: after `closed` nothing is reported; whatever throws for it, at whatever door, is told as `failed` once, and
 * this leg alone says nothing more until it is closed.
 */
export interface WorkerLeg {
  readonly media: MediaLeg;
  readonly talk: LegTalk | null;
  /** Every order to the leg or its talk goes through it. */
  readonly guard: Guard;
  readonly connect: (remote: RemoteMedia, phase: 'early' | 'confirmed', at: Instant) => void;
  readonly close: (by: EndedBy) => Promise<void>;
}

interface WorkerLegOptions {
  readonly leg: string;
  readonly wants: MediaWants;
  readonly engine: MediaEngine;
  readonly report: (message: FromWorker) => void;
  readonly talk: LegTalkOptions | null;
  /** Of one without a talk: who hears what it says. */
  readonly person?: { readonly hear: (signal: HeardSignal) => void; readonly isListenedTo: boolean };
}

/** Takes ports for a leg and waits for it to be connected. Rejects when there are no ports. */
export const openWorkerLeg = async (options: WorkerLegOptions): Promise<WorkerLeg> => {
  const { leg, wants, engine, report } = options;
  let life: 'opened' | 'answered' | 'failed' | 'closed' = 'opened';

  /** A defect of our own: calls hangs up, and until then nobody hears a robot that has lost its thread. */
  const fail = (error: unknown): void => {
    if (life === 'failed' || life === 'closed') return;
    life = 'failed';
    talk?.mute();
    const trail = talk ? `\nafter: ${talk.trail()}` : '';
    report({ type: 'failed', leg, because: 'conversationDefect', defect: defectText(error) + trail });
  };
  const guard = createGuard(fail);
  const talk = options.talk && new LegTalk({ ...options.talk, leg, report, guard, engine });

  const hear = (signal: MediaSignal): unknown => {
    switch (signal.type) {
      case 'vanished':
        // Before the answer nobody owes us sound.
        if (life !== 'opened') report({ type: 'vanished', leg });
        return;
      case 'recordingFailed':
        return report({ type: 'alarm', leg, because: `recording: ${signal.because}` });
      case 'defect':
        return fail(signal.error);
      default:
        return talk ? talk.hear(signal) : options.person?.hear(signal);
    }
  };
  const media = await engine.open(
    { ...wants, voiceActivity: talk !== null || options.person?.isListenedTo === true },
    guard(hear),
  );
  talk?.sitOn(media);

  return {
    media,
    talk,
    guard,
    connect: guard((remote, phase, at) => {
      if (life === 'closed') return;
      media.connect(remote, phase);
      if (phase === 'early' || life !== 'opened') return;
      life = 'answered';
      talk?.answered(at);
    }),
    close: async by => {
      if (life === 'closed') return;
      guard(() => talk?.sumUp(by))();
      life = 'closed';
      talk?.end();
      const [{ recording, ...facts }] = await Promise.all([media.close(), talk?.written()]);
      const kept = recording && talk ? talk.recorded(recording) : null;
      report({ type: 'closed', leg, media: facts, recording: kept });
    },
  };
};
