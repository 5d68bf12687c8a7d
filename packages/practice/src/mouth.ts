import { decodeAlaw, encodeAlaw, type MediaLeg } from '@lianxian/telephony';
import { mixPilot } from './pilot.ts';
import { spread } from './speech.ts';

/**
 * The callee's mouth: plays a sentence and sends its words as real-time text while they are voiced. With a pilot, the
 * tone lies under every sentence and fills the pauses between them, so all that the callee sends carries it.
 */
export interface Mouth {
  /** Resolves when the sentence has been said to its end; never when the call ends first. */
  readonly say: (text: string, audio: Uint8Array) => Promise<void>;
  /** The media leg says that a piece of sound is through. */
  readonly played: (id: number) => void;
  readonly close: () => void;
}

const FRAME_BYTES = 160;
const BED_FRAMES = 100;

export const createMouth = (media: MediaLeg, pilotHz: number | null): Mouth => {
  const bed = pilotHz === null ? null : encodeAlaw(mixPilot(new Int16Array(BED_FRAMES * FRAME_BYTES), pilotHz));
  const beds = new Set<number>();
  let nextId = 1;
  let sentence: { readonly id: number; readonly done: () => void } | null = null;
  let textTimer: NodeJS.Timeout | undefined;
  let closed = false;

  const play = (audio: Uint8Array): number => {
    const id = nextId++;
    media.play(id, audio);
    return id;
  };

  /** Two pieces of bed are always queued, so that one follows the other without a gap. */
  const layBed = (): void => {
    while (bed && !closed && beds.size < 2) beds.add(play(bed));
  };

  const sendText = (text: string, audio: Uint8Array): void => {
    const { pieces } = spread(text, audio);
    const started = performance.now();
    const step = (index: number): void => {
      const piece = pieces[index];
      if (!piece) return;
      textTimer = setTimeout(
        () => {
          media.sendText(piece.text);
          step(index + 1);
        },
        Math.max(0, started + piece.atMs - performance.now()),
      );
    };
    step(0);
  };

  layBed();
  return {
    say: (text, audio) =>
      new Promise(resolve => {
        if (closed) return;
        if (bed) {
          beds.clear();
          media.stopPlaying();
        }
        sentence = { id: play(pilotHz === null ? audio : withPilot(audio, pilotHz)), done: resolve };
        layBed();
        sendText(text, audio);
      }),
    played: id => {
      if (sentence?.id === id) {
        const { done } = sentence;
        sentence = null;
        done();
      } else if (beds.delete(id)) layBed();
    },
    close: () => {
      closed = true;
      clearTimeout(textTimer);
    },
  };
};

const withPilot = (audio: Uint8Array, hz: number): Uint8Array => {
  const whole = new Int16Array(Math.ceil(audio.length / FRAME_BYTES) * FRAME_BYTES);
  whole.set(decodeAlaw(audio));
  return encodeAlaw(mixPilot(whole, hz));
};
