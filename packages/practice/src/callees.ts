import {
  announcementOf,
  isPracticeNumber,
  type Persona,
  practiceCalleeAt,
  practiceCallees,
  sentencesOf,
} from '@lianxian/core/simulation';
import type { Manner } from '@lianxian/telephony';
import { pilotHz } from './pilot.ts';
import type { Settings } from './settings.ts';

/** A callee as this carrier has it: its persona, its voice and its pilot. */
export interface Callee {
  readonly number: string;
  readonly persona: Persona;
  readonly manner: Manner;
  readonly pilotHz: number | null;
}

/** Voices of the built-in voice: women at even numbers, men at odd ones. The robot speaks with 0, the network with 6. */
const SPEAKERS = [2, 4, 1, 5, 3, 7] as const;
const PLAIN = { speed: 1, pitch: 1 } as const;
/** Announcements before the answer: 「您拨打的电话已关机」. */
export const NETWORK: Manner = { speaker: 6, ...PLAIN };
/** Mailboxes and assistants: the same woman, brisker and higher. */
const MACHINE: Manner = { speaker: 6, speed: 1.1, pitch: 1.15 };

/** Who is called; null outside the practice numbers. */
export const calleeOf = (number: string, settings: Pick<Settings, 'ringMs' | 'pilot'>): Callee | null => {
  const callee = practiceCalleeAt(number);
  if (!callee) return null;
  const kind = practiceCallees.findIndex(({ persona }) => persona === callee.persona);
  const speaker = SPEAKERS[kind % SPEAKERS.length]!;
  return {
    number,
    persona: ringing(callee.persona, settings.ringMs),
    manner: callee.persona.isMachine ? MACHINE : { speaker, ...PLAIN },
    pilotHz: settings.pilot ? pilotHz(kind) : null,
  };
};

/** Somebody of each kind: all others speak with their words and voices. */
const oneOfEach = (): readonly Callee[] =>
  practiceCallees.flatMap(({ number }) => calleeOf(number, { ringMs: null, pilot: false }) ?? []);

/** A ringback plays as long as it does: a piece of music is no ringing. */
const ringing = (persona: Persona, ringMs: Settings['ringMs']): Persona => {
  const { answering } = persona;
  if (ringMs === null || !('afterMs' in answering) || 'ringback' in answering) return persona;
  return { ...persona, answering: { ...answering, afterMs: ringMs } };
};

/** Every sentence of the town in its voice, so that it can be made before it is needed. */
export const everySentence = (): readonly { readonly text: string; readonly manner: Manner }[] =>
  oneOfEach().flatMap(({ persona, manner }) => {
    const announcement = announcementOf(persona);
    return [
      ...sentencesOf(persona).map(text => ({ text, manner })),
      ...(announcement === null ? [] : [{ text: announcement, manner: NETWORK }]),
    ];
  });

/** How often each number has been called: bounded, since there are 10,000 of them. */
export const createCallCounts = (): ((number: string) => number) => {
  const counts = new Uint32Array(10_000);
  return number => {
    if (!isPracticeNumber(number)) return 0;
    const index = Number(number.slice(-4));
    const before = counts[index]!;
    counts[index] = before + 1;
    return before;
  };
};
