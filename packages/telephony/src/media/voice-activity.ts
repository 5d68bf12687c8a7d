import { alawToLinear, ulawToLinear } from '../audio/g711.ts';

/**
 * Does the callee speak? An energy gate over 20 ms frames: a frame counts as loud when it stands clear of the noise
 * floor, of an absolute least level, and of the echo that our own prompt may throw back.
 *
 *   quiet ──(4 loud frames; each quiet one takes one back)──▶ speaking ──(23 quiet frames on end)──▶ quiet
 *
 * The floor is the least energy of the last two seconds (minimum statistics: R. Martin, 2001): speech falls between
 * syllables, noise does not. So a fan or a street that sets in is taken for speech for two seconds at most, and a long
 * sentence does not become its own noise. A frame that never came counts as quiet; of the floor it says nothing until
 * half a second is missing (the sender rests while nobody speaks, RFC 3389): a few packets lost on a noisy line would
 * else make a voice of the noise. Invariants: signals alternate, and constant noise of whatever level ends in `quiet`.
 */
export interface VoiceActivity {
  /** Mean squares of one 20 ms frame, theirs and ours (16-bit samples); null where nothing came from them. */
  readonly frame: (theirs: number | null, ours: number) => 'speaking' | 'quiet' | null;
}

const onsetFrames = 4;
const hangoverFrames = 23;
/** RMS 160, about −46 dBFS: below it lies line noise, not speech. */
const leastEnergy = 160 * 160;
/** 9 dB above the floor; frames of white noise stray by 2 dB. */
const aboveFloor = 8;
/** Echo comes back at least 20 dB weaker than it left (a poor hybrid); who speaks over our prompt is louder than that. */
const echoReturn = 0.01;
/** Echo trails its cause: −1.5 dB a frame. */
const echoDecay = 0.7;
/** Four windows of 25 frames: two seconds. */
const windowFrames = 25;
const windows = 4;
/** So many frames missing on end are a rest and no loss. */
const restFrames = 25;
/** Until a second of the call has shown its own, a plausible floor (RMS 50): the first word may open the call. */
const assumedFloor = 50 * 50;

export const createVoiceActivity = (): VoiceActivity => {
  const least = new Float64Array(windows).fill(Number.POSITIVE_INFINITY);
  least[2] = assumedFloor;
  let window = 0;
  let windowAge = 0;
  let floor = assumedFloor;
  let speaking = false;
  let loudFrames = 0;
  let quietFrames = 0;
  let echo = 0;
  let missing = 0;

  const follow = (energy: number): void => {
    least[window] = Math.min(least[window]!, energy);
    windowAge += 1;
    if (windowAge === windowFrames) {
      windowAge = 0;
      window = (window + 1) % windows;
      least[window] = Number.POSITIVE_INFINITY;
    }
    floor = Math.min(least[0]!, least[1]!, least[2]!, least[3]!);
  };

  const hearLoud = (): 'speaking' | null => {
    quietFrames = 0;
    loudFrames = Math.min(onsetFrames, loudFrames + 1);
    if (speaking || loudFrames < onsetFrames) return null;
    speaking = true;
    return 'speaking';
  };

  const hearQuiet = (): 'quiet' | null => {
    loudFrames = Math.max(0, loudFrames - 1);
    if (!speaking) return null;
    quietFrames += 1;
    if (quietFrames < hangoverFrames) return null;
    speaking = false;
    quietFrames = 0;
    return 'quiet';
  };

  return {
    frame: (theirs, ours) => {
      echo = Math.max(ours * echoReturn, echo * echoDecay);
      if (theirs === null) {
        missing += 1;
        if (missing > restFrames) follow(assumedFloor);
        return hearQuiet();
      }
      missing = 0;
      follow(theirs);
      return theirs > Math.max(leastEnergy, floor * aboveFloor, echo) ? hearLoud() : hearQuiet();
    },
  };
};

const squares = (linear: Int16Array): Float64Array => Float64Array.from(linear, sample => sample * sample);
const alawSquares = squares(alawToLinear);
const ulawSquares = squares(ulawToLinear);

/** Mean square of encoded samples `from`…`to`; every second sample tells enough (voice lives below 2 kHz). */
export const frameEnergy = (bytes: Uint8Array, law: 'PCMA' | 'PCMU', from: number, to: number): number => {
  const table = law === 'PCMA' ? alawSquares : ulawSquares;
  let sum = 0;
  let count = 0;
  for (let i = from; i < to; i += 2) {
    sum += table[bytes[i]!]!;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
};
