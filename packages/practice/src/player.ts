import type { MediaLeg } from '@lianxian/telephony';
import { type Ambience, over } from './ambience.ts';
import { spread } from './speech.ts';

/**
 * The callee's player: plays a sentence and sends its words as real-time text while they are voiced. An ambience (noise, a pilot,
 * a ringback before the answer) fills the pauses and lies under every sentence.
 */
export interface Player {
  /** From now on this lies under all; null: nothing. Nothing may be being said. */
  readonly lay: (ambience: Ambience | null) => void;
  /** Resolves when sentence and tail (a tone behind it, without words) are out to the end; never when the call ends first. */
  readonly say: (text: string, audio: Uint8Array, tail: Uint8Array) => Promise<void>;
  /** The media leg says that a piece of sound is through. */
  readonly played: (id: number) => void;
  readonly close: () => void;
}

export const createPlayer = (media: Pick<MediaLeg, 'play' | 'stopPlaying' | 'sendText'>): Player => {
  let ambience: Ambience | null = null;
  const laid = new Set<number>();
  let nextId = 1;
  let sentence: { readonly id: number; readonly done: () => void } | null = null;
  let textTimer: NodeJS.Timeout | undefined;
  let closed = false;

  const play = (audio: Uint8Array): number => {
    const id = nextId++;
    media.play(id, audio);
    return id;
  };

  /** Two pieces of ambience are always queued, so that one follows the other without a gap. */
  const layOn = (): void => {
    while (ambience && !closed && laid.size < 2) laid.add(play(ambience.alaw));
  };

  const takeUp = (): void => {
    if (laid.size === 0) return;
    laid.clear();
    media.stopPlaying();
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

  return {
    lay: next => {
      takeUp();
      ambience = next;
      layOn();
    },
    say: (text, audio, tail) =>
      new Promise(resolve => {
        if (closed) return;
        takeUp();
        const sound = tail.length === 0 ? audio : Buffer.concat([audio, tail]);
        sentence = { id: play(ambience === null ? sound : over(sound, ambience)), done: resolve };
        layOn();
        sendText(text, audio);
      }),
    played: id => {
      if (sentence?.id === id) {
        const { done } = sentence;
        sentence = null;
        done();
      } else if (laid.delete(id)) layOn();
    },
    close: () => {
      closed = true;
      clearTimeout(textTimer);
    },
  };
};
