import { after, type Instant } from '@lianxian/core/kit';
import type { WakeUps } from './wake-ups.ts';

/**
 * What the robot says as real-time text (RFC 4103), at the speed of its voice: somebody who reads the call sees the
 * words as they are spoken, and a line separator where the sentence ends or was interrupted.
 */
interface RobotText {
  /** A sentence of `durationMs` begins to sound at `at`. */
  readonly begin: (text: string, at: Instant, durationMs: number) => void;
  /** It was heard to its end: what is left goes out at once. */
  readonly finish: () => void;
  /** It was stopped: what is left is dropped. */
  readonly stop: () => void;
}

/** RFC 4103 §5.2 collects text for 300 ms; finer steps would only be collected again. */
const STEP_MS = 300;
const LINE_SEPARATOR = '\u2028';

export const createRobotText = (send: (text: string) => void, wakeUps: Pick<WakeUps, 'set'>): RobotText => {
  let left: string[] = [];
  let speaking = false;
  let cancel: () => void = () => undefined;

  const end = (rest: string): void => {
    cancel();
    if (!speaking) return;
    speaking = false;
    left = [];
    send(rest + LINE_SEPARATOR);
  };

  return {
    begin: (text, at, durationMs) => {
      end(left.join(''));
      left = [...text];
      speaking = true;
      const perStep = Math.max(1, Math.ceil((left.length * STEP_MS) / Math.max(STEP_MS, durationMs)));
      const step = (due: Instant): void => {
        const piece = left.splice(0, perStep).join('');
        if (piece !== '') send(piece);
        const next = after(due, STEP_MS);
        if (left.length > 0) cancel = wakeUps.set(next, () => step(next));
      };
      step(at);
    },
    finish: () => end(left.join('')),
    stop: () => end(''),
  };
};
