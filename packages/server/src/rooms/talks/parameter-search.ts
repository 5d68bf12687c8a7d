import { type callDetail, type InputOf, keysIn, type OutputOf, type talkEndpoints } from '@lianxian/contract';
import { type CompiledPlan, maskLines, maskNumbers } from '@lianxian/core';
import { type InterruptionSetting, judgeInterruption, type OverlapMoment } from '@lianxian/core/simulation';
import type { RecordedVoice } from '@lianxian/telephony';
import type { z } from 'zod';

type Lines = z.infer<typeof callDetail>['transcript'];
export type SearchWish = Pick<InputOf<typeof talkEndpoints.parameterSearch>, 'settings' | 'backchannels'>;
type Searched = OutputOf<typeof talkEndpoints.parameterSearch>;

/** A recorded call: what was said, and when the callee's voice was heard. */
export interface SearchedCall {
  readonly id: string;
  readonly lines: Lines;
  readonly voices: readonly RecordedVoice[];
}

/** Recordings begin with the answer; a line's time is from there too. */
const MS_PER_CHARACTER = 220;
/** A voice that begins so shortly before the robot's line was there first. */
const LEAST_INTO_MS = 1;
/** What is judged of one call at most. */
const MOMENTS_OF_CALL = 200;

/** Where a voice came over a line of the robot's, in order. */
export const momentsOf = ({ lines, voices }: Omit<SearchedCall, 'id'>) =>
  lines
    .filter(line => line.speaker === 'robot')
    .flatMap(line => {
      const robotMs = [...line.text].length * MS_PER_CHARACTER;
      const to = line.atMs + robotMs;
      const over = voices.filter(voice => voice.fromMs >= line.atMs + LEAST_INTO_MS && voice.fromMs < to);
      // What was heard of a line ends with it: later voices answer it.
      return over.slice(0, MOMENTS_OF_CALL).map(voice => ({ line, moment: momentOf(line, lines, voice, robotMs) }));
    })
    .slice(0, MOMENTS_OF_CALL);

const momentOf = (robot: Lines[number], lines: Lines, voice: RecordedVoice, robotMs: number): OverlapMoment => {
  const said = lines.filter(line => line.speaker === 'callee' && !isKeyed(line) && touches(line, voice));
  return {
    node: robot.node,
    robotText: robot.text,
    robotMs,
    voices: [{ fromMs: voice.fromMs - robot.atMs, toMs: Math.max(voice.toMs, voice.fromMs + 1) - robot.atMs }],
    sentences: said.map(line => ({
      atMs: Math.max(0, Math.max(line.endMs ?? voice.toMs, voice.fromMs) - robot.atMs),
      text: line.text,
    })),
  };
};

const isKeyed = ({ text }: Lines[number]): boolean => keysIn(text) !== null;

/** The words of a voice: their stretch of the call meets its own, give or take what a recogniser is late. */
const touches = ({ atMs, endMs }: Lines[number], { fromMs, toMs }: RecordedVoice): boolean =>
  atMs <= toMs + LATE_MS && (endMs ?? atMs) >= fromMs - EARLY_MS;
const LATE_MS = 300;
const EARLY_MS = 100;

/** Judges every moment of these calls under every setting. */
export const searchParameters = (
  plan: CompiledPlan,
  calls: readonly SearchedCall[],
  { settings, backchannels }: SearchWish,
): Pick<Searched, 'counts' | 'moments'> => {
  const counts = settings.map(() => ({ right: 0, false: 0, missed: 0 }));
  const tried: readonly InterruptionSetting[] = settings.map(({ interruption }) => ({
    interruption,
    ...(backchannels && { backchannels }),
  }));
  const moments = calls.flatMap(call => {
    const found = momentsOf(call);
    const said = maskLines(found.map(({ moment }) => moment.sentences.map(({ text }) => text).join('，')));
    return found.map(({ line, moment }, at) => {
      const judged = tried.map(setting => judgeInterruption(plan, moment, setting));
      for (const [index, { verdict }] of judged.entries()) counts[index]![verdict] += 1;
      return {
        callId: call.id,
        atMs: line.atMs + (moment.voices[0]?.fromMs ?? 0),
        robotText: maskNumbers(line.text),
        calleeText: said[at] ?? '',
        mattered: judged.some(({ mattered }) => mattered),
        verdicts: judged.map(({ verdict }) => verdict),
      };
    });
  });
  return { counts, moments };
};
