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
interface VoiceActivity {
  /** Mean squares of one 20 ms frame, theirs and ours (16-bit samples); null where nothing came from them. */
  readonly frame: (theirs: number | null, ours: number) => 'speaking' | 'quiet' | null;
}

const ONSET_FRAMES = 4;
const HANGOVER_FRAMES = 23;
/** RMS 160, about −46 dBFS: below it lies line noise, not speech. */
const LEAST_ENERGY = 160 * 160;
/** 9 dB above the floor; frames of white noise stray by 2 dB. */
const ABOVE_FLOOR = 8;
/** Echo comes back at least 20 dB weaker than it left (a poor hybrid); who speaks over our prompt is louder than that. */
const ECHO_RETURN = 0.01;
/** Echo trails its cause: −1.5 dB a frame. */
const ECHO_DECAY = 0.7;
/** Four WINDOWS of 25 frames: two seconds. */
const WINDOW_FRAMES = 25;
const WINDOWS = 4;
/** So many frames missing on end are a rest and no loss. */
const REST_FRAMES = 25;
/** Until a second of the call has shown its own, a plausible floor (RMS 50): the first word may open the call. */
const ASSUMED_FLOOR = 50 * 50;

class EnergyGate implements VoiceActivity {
  readonly #least = new Float64Array(WINDOWS).fill(Number.POSITIVE_INFINITY);
  #window = 0;
  #windowAge = 0;
  #floor = ASSUMED_FLOOR;
  #speaking = false;
  #loudFrames = 0;
  #quietFrames = 0;
  #echo = 0;
  #missing = 0;

  constructor() {
    this.#least[2] = ASSUMED_FLOOR;
  }

  frame(theirs: number | null, ours: number): 'speaking' | 'quiet' | null {
    this.#echo = Math.max(ours * ECHO_RETURN, this.#echo * ECHO_DECAY);
    if (theirs === null) {
      this.#missing += 1;
      if (this.#missing > REST_FRAMES) this.#follow(ASSUMED_FLOOR);
      return this.#hearQuiet();
    }
    this.#missing = 0;
    this.#follow(theirs);
    const isLoud = theirs > Math.max(LEAST_ENERGY, this.#floor * ABOVE_FLOOR, this.#echo);
    return isLoud ? this.#hearLoud() : this.#hearQuiet();
  }

  #follow(energy: number): void {
    const least = this.#least;
    if (energy < least[this.#window]!) least[this.#window] = energy;
    this.#windowAge += 1;
    if (this.#windowAge === WINDOW_FRAMES) {
      this.#windowAge = 0;
      this.#window = (this.#window + 1) % WINDOWS;
      least[this.#window] = Number.POSITIVE_INFINITY;
    }
    this.#floor = Math.min(least[0]!, least[1]!, least[2]!, least[3]!);
  }

  #hearLoud(): 'speaking' | null {
    this.#quietFrames = 0;
    this.#loudFrames = Math.min(ONSET_FRAMES, this.#loudFrames + 1);
    if (this.#speaking || this.#loudFrames < ONSET_FRAMES) return null;
    this.#speaking = true;
    return 'speaking';
  }

  #hearQuiet(): 'quiet' | null {
    this.#loudFrames = Math.max(0, this.#loudFrames - 1);
    if (!this.#speaking) return null;
    this.#quietFrames += 1;
    if (this.#quietFrames < HANGOVER_FRAMES) return null;
    this.#speaking = false;
    this.#quietFrames = 0;
    return 'quiet';
  }
}

export const createVoiceActivity = (): VoiceActivity => new EnergyGate();

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
