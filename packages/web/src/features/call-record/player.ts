/**
 * The player of one recording: position, speed, channels and skipped silences over one audio element. Not React: it
 * moves sixty times a second, and each part of the page reads from it only what it shows. Its sound comes with the first
 * play, for who only looks has heard nothing; until then it keeps the place one went to.
 *
 * The file is stereo, left the callee, right the robot; 只听客户 puts the left channel on both ears.
 */
import type { Stretch } from './marks.ts';
import { silenceEnd } from './marks.ts';

export type Channels = 'both' | 'callee';
export const speeds = [1, 1.25, 1.5, 2] as const;
export type Speed = (typeof speeds)[number];

export interface Player {
  readonly audio: HTMLAudioElement;
  /** Called when anything changed; while playing, with every frame. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly positionMs: () => number;
  /** It sounds, or will as soon as its sound is here. */
  readonly playing: () => boolean;
  /** Why it does not sound, though somebody wanted it to; null once it is wanted again. */
  readonly failure: () => Error | null;
  /** Its sound is here. */
  readonly isHere: () => boolean;
  readonly seek: (ms: number) => void;
  readonly toggle: () => Promise<void>;
  readonly playFrom: (ms: number) => Promise<void>;
  readonly setSpeed: (speed: Speed) => void;
  readonly setChannels: (channels: Channels) => void;
  /** Stretches to leave out while playing; none by default. */
  readonly skip: (quiet: readonly Stretch[]) => void;
  readonly close: () => void;
}

/** Left and right through gains of their own; made at the first play, since browsers start sound only by a click. */
const route = (audio: HTMLAudioElement) => {
  const context = new AudioContext();
  const splitter = context.createChannelSplitter(2);
  const merger = context.createChannelMerger(2);
  const [robot, calleeRight] = [context.createGain(), context.createGain()];
  context.createMediaElementSource(audio).connect(splitter);
  splitter.connect(merger, 0, 0);
  splitter.connect(robot, 1).connect(merger, 0, 1);
  splitter.connect(calleeRight, 0).connect(merger, 0, 1);
  merger.connect(context.destination);
  return {
    resume: () => context.resume(),
    set: (channels: Channels) => {
      robot.gain.value = channels === 'both' ? 1 : 0;
      calleeRight.gain.value = channels === 'both' ? 0 : 1;
    },
    close: () => context.close(),
  };
};

/** What `find` gives, asked once, as the sound of the element; what failed is asked for again. */
const lazySound = (audio: HTMLAudioElement, find: () => Promise<Blob>) => {
  let address: string | null = null;
  let coming: Promise<void> | null = null;
  let closed = false;
  const load = async (): Promise<void> => {
    const sound = await find();
    if (closed) return;
    address = URL.createObjectURL(sound);
    audio.src = address;
  };
  return {
    isHere: () => address !== null,
    come: (): Promise<void> => {
      coming ??= load().catch(error => {
        coming = null;
        throw error;
      });
      return coming;
    },
    close: () => {
      closed = true;
      // What is still being loaded is given up: its address is about to go.
      audio.removeAttribute('src');
      audio.load();
      if (address !== null) URL.revokeObjectURL(address);
    },
  };
};

/** Browsers want a click before there is sound: nothing is wrong with it. */
const isOfBrowser = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotAllowedError';
const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

export const createPlayer = (find: () => Promise<Blob>): Player => {
  const audio = new Audio();
  audio.preload = 'auto';
  const sound = lazySound(audio, find);
  const listeners = new Set<() => void>();
  let routing: ReturnType<typeof route> | null = null;
  let channels: Channels = 'both';
  let quiet: readonly Stretch[] = [];
  let frame = 0;
  let heldMs = 0;
  let isWanted = false;
  let isClosed = false;
  let failure: Error | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const positionMs = () => (sound.isHere() ? audio.currentTime * 1000 : heldMs);
  const playing = () => isWanted || !audio.paused;
  const step = () => {
    const end = silenceEnd(quiet, positionMs());
    if (end !== null) audio.currentTime = end / 1000;
    tell();
    if (!audio.paused) frame = requestAnimationFrame(step);
  };
  audio.onplay = step;
  audio.onpause = audio.onended = audio.onseeked = audio.onloadedmetadata = tell;

  const seek = (ms: number) => {
    heldMs = Math.max(0, ms);
    if (sound.isHere()) audio.currentTime = heldMs / 1000;
    tell();
  };
  const come = async () => {
    if (sound.isHere()) return;
    await sound.come();
    audio.currentTime = heldMs / 1000;
  };
  const play = async () => {
    isWanted = true;
    failure = null;
    tell();
    try {
      // Within the click that asked for it: what is made later stays silent in some browsers.
      routing ??= route(audio);
      routing.set(channels);
      await Promise.all([routing.resume(), come()]);
      if (isWanted && !isClosed) await audio.play();
    } catch (error) {
      // Whoever paused it or left has nothing to be told.
      if (!isWanted || isClosed) return;
      failure = isOfBrowser(error) ? null : asError(error);
      throw error;
    } finally {
      isWanted = false;
      tell();
    }
  };
  const pause = () => {
    isWanted = false;
    audio.pause();
    tell();
  };
  return {
    audio,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    positionMs,
    playing,
    failure: () => failure,
    isHere: sound.isHere,
    seek,
    toggle: async () => (playing() ? pause() : play()),
    playFrom: async ms => {
      seek(ms);
      if (!playing()) await play();
    },
    setSpeed: speed => {
      audio.defaultPlaybackRate = speed;
      audio.playbackRate = speed;
    },
    setChannels: next => {
      channels = next;
      routing?.set(next);
    },
    skip: stretches => {
      quiet = stretches;
    },
    close: () => {
      cancelAnimationFrame(frame);
      isClosed = true;
      audio.pause();
      listeners.clear();
      sound.close();
      void routing?.close();
    },
  };
};
