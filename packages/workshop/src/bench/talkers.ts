import { dice } from '@lianxian/core/kit';
import { createTurnWatch, measuresOf, type TurnWatch } from '../../../server/test/turn-watch.ts';

/**
 * Callees of the bench that take turns: each hears the robot begin, lets it speak for a while, speaks over it, and waits
 * for its answer. How long is the seed's; what came of it is measured by the packets alone.
 */
interface Talkers {
  readonly add: () => Talker;
  /** Of the turns begun since the last `restart` whose answer came, or is overdue. */
  readonly figures: (now: number) => TurnFigures;
  readonly restart: (now: number) => void;
}

export interface Talker {
  readonly heard: (packet: Uint8Array, at: number) => void;
  readonly sent: (packet: Uint8Array, at: number) => void;
  readonly isLoud: (now: number) => boolean;
}

interface TurnFigures {
  /** First loud packet of the callee → the robot's first silent one. */
  readonly stopMs: readonly number[];
  /** Last loud packet of the callee → the robot's first sounding one. */
  readonly answerMs: readonly number[];
  readonly notStopped: number;
  readonly notAnswered: number;
}

/** The robot is let speak for so long, then spoken over for so long. */
const LISTEN_MS = { least: 800, most: 2_500 };
const SPEAK_MS = { least: 600, most: 1_500 };
/** An answer that is not there by then never comes. */
const OVERDUE_MS = 4_000;

const createTalker = (between: (span: { readonly least: number; readonly most: number }) => number) => {
  const watch = createTurnWatch();
  let speaksFrom = Number.POSITIVE_INFINITY;
  let speaksUntil = Number.NEGATIVE_INFINITY;
  return {
    watch,
    sent: watch.sent,
    heard: (packet: Uint8Array, at: number): void => {
      watch.heard(packet, at);
      const turn = watch.turns().at(-1);
      const hasWord = turn ? turn.answeredAt !== null : watch.firstSoundAt() !== null;
      if (!hasWord || at < speaksUntil || speaksFrom !== Number.POSITIVE_INFINITY) return;
      speaksFrom = at + between(LISTEN_MS);
      speaksUntil = speaksFrom + between(SPEAK_MS);
    },
    isLoud: (now: number): boolean => {
      if (now < speaksFrom) return false;
      if (now < speaksUntil) return true;
      speaksFrom = Number.POSITIVE_INFINITY;
      return false;
    },
  };
};

export const createTalkers = (seed: number): Talkers => {
  const throws = dice(seed);
  const watches: TurnWatch[] = [];
  let since = 0;
  return {
    add: () => {
      const talker = createTalker(({ least, most }) => throws.between(least, most));
      watches.push(talker.watch);
      return talker;
    },
    figures: now => {
      const turns = watches
        .flatMap(watch => watch.turns())
        .filter(turn => turn.beganAt >= since && (turn.answeredAt !== null || now - turn.endedAt > OVERDUE_MS));
      const measures = turns.map(measuresOf);
      return {
        stopMs: measures.flatMap(({ stopMs }) => stopMs ?? []),
        answerMs: measures.flatMap(({ answerMs }) => answerMs ?? []),
        notStopped: turns.filter(turn => turn.overRobot && turn.stoppedAt === null).length,
        notAnswered: turns.filter(turn => turn.answeredAt === null).length,
      };
    },
    restart: now => {
      since = now;
    },
  };
};
