import { isPracticeNumber, type Persona, type PracticeCallee, practiceCallees } from '@lianxian/core/simulation';
import { pilotHz } from './pilot.ts';
import type { Settings } from './settings.ts';

/** A callee as this carrier has it: its persona, its voice and its pilot. */
export interface Callee {
  readonly number: string;
  readonly persona: Persona;
  /** Voice of the built-in voice: women at even numbers, men at odd ones; the robot speaks with 0. */
  readonly speaker: number;
  readonly pilotHz: number | null;
}

/** Two mothers, then a man; nobody sounds like the robot. */
const SPEAKERS = [2, 4, 1] as const;

/** Who is called; null outside the practice numbers and for one that nobody has. */
export const calleeOf = (number: string, settings: Pick<Settings, 'ringMs' | 'pilot'>): Callee | null => {
  if (!isPracticeNumber(number)) return null;
  const index = practiceCallees.findIndex(callee => callee.number === number);
  const known = practiceCallees[index];
  if (!known) return null;
  return {
    number,
    persona: ringing(known, settings.ringMs),
    speaker: SPEAKERS[index % SPEAKERS.length]!,
    pilotHz: settings.pilot ? pilotHz(index) : null,
  };
};

export const everybody = (settings: Pick<Settings, 'ringMs' | 'pilot'>): readonly Callee[] =>
  practiceCallees.flatMap(({ number }) => calleeOf(number, settings) ?? []);

const ringing = ({ persona }: PracticeCallee, ringMs: Settings['ringMs']): Persona =>
  ringMs === null || 'refuses' in persona.answering ? persona : { ...persona, answering: { afterMs: ringMs } };

/** Every sentence that a callee may say, so that it can be voiced before it is needed. */
export const sentencesOf = ({ persona }: Callee): readonly string[] => [
  ...persona.habits.flatMap(habit => ('says' in habit ? habit.says : [])),
  ...persona.asksIntoSilence,
];
