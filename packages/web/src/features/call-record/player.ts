/**
 * The player of one recording: position, speed, channels and skipped silences over one audio element. Not React: it
 * moves sixty times a second, and each part of the page reads from it only what it shows.
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
  readonly playing: () => boolean;
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

export const createPlayer = (): Player => {
  const audio = new Audio();
  audio.preload = 'auto';
  const listeners = new Set<() => void>();
  let routing: ReturnType<typeof route> | null = null;
  let channels: Channels = 'both';
  let quiet: readonly Stretch[] = [];
  let frame = 0;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const positionMs = () => audio.currentTime * 1000;
  const step = () => {
    const end = silenceEnd(quiet, positionMs());
    if (end !== null) audio.currentTime = end / 1000;
    tell();
    if (!audio.paused) frame = requestAnimationFrame(step);
  };
  audio.onplay = step;
  audio.onpause = audio.onended = audio.onseeked = audio.onloadedmetadata = tell;

  const play = async () => {
    routing ??= route(audio);
    routing.set(channels);
    await routing.resume();
    await audio.play();
  };
  const seek = (ms: number) => {
    audio.currentTime = Math.max(0, ms) / 1000;
    tell();
  };
  return {
    audio,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    positionMs,
    playing: () => !audio.paused,
    seek,
    toggle: async () => (audio.paused ? play() : audio.pause()),
    playFrom: async ms => {
      seek(ms);
      if (audio.paused) await play();
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
      audio.pause();
      listeners.clear();
      // What is still being loaded is given up: its address is about to go.
      audio.removeAttribute('src');
      audio.load();
      void routing?.close();
    },
  };
};
