/**
 * Where the next piece of live sound is scheduled, as a plain function: seconds on the audio clock in, a decision out.
 *
 * `nextAt` is the end of what is scheduled already. Falling behind the clock (a stall) starts again after a short
 * buffer; being further ahead than the call may lag drops the piece, so that hearing stays within two seconds. Whoever was
 * that far ahead once (the clock of the sound starts late) would stay so: of pauses no more is played than the buffer needs.
 */
const bufferSeconds = 0.4;
const mostAheadInPauses = 0.6;
/** The buffer, this much of a queue and the server's own 20 ms stay under the two seconds that are promised. */
export const mostAheadSeconds = 1.2;

type Placement = { readonly play: true; readonly at: number } | { readonly play: false };

/** `isQuiet`: nobody is heard in the piece. */
export const place = (now: number, nextAt: number, isQuiet: boolean): Placement => {
  if (nextAt <= now) return { play: true, at: now + bufferSeconds };
  return nextAt - now > (isQuiet ? mostAheadInPauses : mostAheadSeconds) ? { play: false } : { play: true, at: nextAt };
};
