import type { Temper } from './mind.ts';

/** From and to, both included, in ms. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * What a callee does when the phone rings. With a ringback the caller hears music instead of ringing (彩铃), before the answer.
 * An announcement is the network's: spoken before the answer (early media), then the call is refused.
 */
type Answering =
  | { readonly afterMs: Range; readonly ringback?: true }
  | { readonly refuses: number; readonly afterMs?: Range; readonly announces?: string }
  | { readonly never: true };

/**
 * What a callee does in one of its turns; of several sentences the seed chooses one. `overMs`: it does not wait for its
 * turn, but begins so long after the robot began to speak; where the robot is quiet before that, it is an ordinary turn.
 */
export type Habit = (
  | {
      readonly says: readonly string[];
      /** A tone follows at once: a mailbox begins to record. */
      readonly beeps?: true;
      /** It hangs up as soon as this is said. */
      readonly leaves?: true;
    }
  | { readonly presses: string }
  | { readonly hangsUp: true }
  /** Lets its turn go by. */
  | { readonly listens: true }
) & { readonly overMs?: Range };

export interface Persona {
  readonly id: string;
  readonly answering: Answering;
  /** The first is what it says on picking up. The others are what it says to the plan it knows, and where it has no mind. */
  readonly habits: readonly Habit[];
  /** It has a mind: it answers what any other plan asks. */
  readonly temper?: Temper;
  /** To plans with this in their name it says its habits all the same. */
  readonly knows?: string;
  /** What it does in every turn after its last habit; it hangs up where nothing is said here. */
  readonly afterwards?: Habit;
  /** Empty: it never minds a silence. */
  readonly asksIntoSilence: readonly string[];
  /** Speaks as a machine does: a mailbox, an assistant. */
  readonly isMachine?: true;
  /** Stands in noise, which is heard under its voice and between its sentences. */
  readonly inNoise?: true;
}

/** Every sentence of a persona in the voice it speaks with; an announcement is the network's and not among them. */
export const sentencesOf = ({ habits, afterwards, asksIntoSilence }: Persona): readonly string[] => [
  ...[...habits, ...(afterwards ? [afterwards] : [])].flatMap(habit => ('says' in habit ? habit.says : [])),
  ...asksIntoSilence,
];

export const announcementOf = ({ answering }: Persona): string | null =>
  'refuses' in answering ? (answering.announces ?? null) : null;
