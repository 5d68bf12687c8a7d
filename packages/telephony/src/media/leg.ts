import type { Instant } from '@lianxian/core/kit';
import { keyTone } from '../audio/tone.ts';
import type { LocalMedia, RemoteMedia } from '../exchange/types.ts';
import { createKeys, type Keys } from './keys.ts';
import { createListener, type Listener } from './listener.ts';
import { frameMs } from './metronome.ts';
import { frameSamples, type Played } from './playout.ts';
import type { MediaSocket } from './socket.ts';
import { createSpeaker, type Speaker } from './speaker.ts';
import { createTape, type Tape } from './tape.ts';
import { createTaps, type Taps } from './taps.ts';
import { createTexter } from './texter.ts';
import type { MediaLeg, MediaLegFacts, MediaSignal } from './types.ts';
import { frameEnergy } from './voice-activity.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

/**
 * One leg: speaker, listener, texter and tape around its sockets. It owns no timer: the metronome calls `frame` when the
 * leg's slot is due, the sockets call `takeAudio` and `takeText`.
 */
export interface LegParts {
  readonly local: LocalMedia;
  readonly voiceActivity: boolean;
  readonly audio: MediaSocket;
  readonly text: MediaSocket | null;
  /** Closes the sockets and takes the leg off the metronome. */
  readonly release: () => void;
  readonly now: () => Instant;
  readonly signal: (signal: MediaSignal) => void;
  readonly silenceLimitMs: number;
  /** Which of its frames flushes the recording: legs take turns. */
  readonly flushFrame: number;
}

export interface RunningLeg extends MediaLeg {
  readonly takeAudio: (bytes: Uint8Array) => boolean;
  readonly takeText: (bytes: Uint8Array) => boolean;
  readonly frame: (due: Instant) => void;
}

/** A recording goes to the disk every 20 frames (400 ms). */
export const flushEvery = 20;

/** What is known of the far end; one object, shared by the functions below. */
interface Line {
  remote: RemoteMedia | null;
  connectedAt: Instant | null;
  firstPacketAt: Instant | null;
}

export const createLeg = (parts: LegParts): RunningLeg => {
  const { now, signal, audio, text } = parts;
  const line: Line = { remote: null, connectedAt: null, firstPacketAt: null };
  const speaker = createSpeaker(audio.send);
  const watchdog = createWatchdog(parts.silenceLimitMs);
  const tape = createTape(now, because => signal({ type: 'recordingFailed', at: now(), because }));
  const taps = createTaps();
  const keys = createKeys(now, (key, at) => signal({ type: 'key', at, key }));
  const listener = createLineListener(parts, line, tape, taps, keys);
  const texter = createTexter(
    packet => text?.send(packet),
    (words, at) => signal({ type: 'text', at, text: words }),
  );
  const beat = createBeat(parts, line, speaker, listener, tape, watchdog);
  const facts = (): MediaLegFacts => factsOf(line, speaker, listener, tape);
  let closed: Promise<MediaLegFacts> | null = null;

  return {
    local: parts.local,
    connect: remote => {
      line.remote = remote;
      line.connectedAt ??= now();
      watchdog.connected(now());
      speaker.use(remote.audio);
      listener.use(remote.audio);
      audio.aim(remote.audio.address);
      if (!remote.text) return;
      texter.use(remote.text);
      text?.aim(remote.text.address);
    },
    startRecording: tape.start,
    pauseRecording: tape.pause,
    resumeRecording: tape.resume,
    stopRecording: tape.stop,
    play: speaker.playout.play,
    splice: speaker.splice,
    tap: taps.open,
    collect: keys.collect,
    heardKey: key => keys.heard(key, 'info', now()),
    stopPlaying: () => {
      const at = now();
      for (const played of speaker.playout.stop()) tellPlayed(signal, played, at);
    },
    sendKeys: keys => {
      // Where the far end takes no telephone-events the keys sound in band, behind what plays.
      if (line.remote?.audio.telephoneEvent === null) for (const key of keys) speaker.playout.play(null, keyTone(key));
      else speaker.keys.queue(keys);
    },
    sendText: texter.queue,
    facts,
    address: () => line.remote?.audio.address ?? null,
    close: () => {
      closed ??= (async () => {
        parts.release();
        keys.close();
        taps.close();
        await tape.close();
        return facts();
      })();
      return closed;
    },
    takeAudio: bytes => listener.take(bytes, now()),
    takeText: bytes => texter.take(bytes, now()),
    frame: due => {
      beat(due);
      keys.frame(due, speaker.playout.isPlaying());
      if (line.connectedAt !== null) texter.frame(due);
    },
  };
};

const tellPlayed = (signal: LegParts['signal'], { id, heardMs, complete }: Played, at: Instant): void => {
  if (id !== null) signal({ type: 'played', at, id, heardMs, complete });
};

const createLineListener = (
  { signal, voiceActivity }: LegParts,
  line: Line,
  tape: Tape,
  taps: Taps,
  keys: Keys,
): Listener =>
  createListener(
    {
      firstPacket: at => {
        line.firstPacketAt ??= at;
        signal({ type: 'firstPacket', at });
      },
      key: (key, at) => keys.heard(key, 'media', at),
      voice: (type, at) => signal({ type, at }),
      sound: (atMs, packet, table) => {
        tape.place(0, atMs, packet.payload, table);
        taps.put(packet, table);
      },
    },
    voiceActivity,
  );

/** What happens every 20 ms: a frame leaves, the silence is watched, the recording goes to the disk in its turn. */
const createBeat = (
  { signal, voiceActivity, flushFrame }: LegParts,
  line: Line,
  speaker: Speaker,
  listener: Listener,
  tape: Tape,
  watchdog: Watchdog,
): ((due: Instant) => void) => {
  /** The slot of frame 0; null until the first frame after `connect`. */
  let origin: Instant | null = null;
  let beats = 0;

  const speak = (due: Instant): void => {
    origin ??= due;
    const finished = speaker.playout.finished();
    if (finished) tellPlayed(signal, finished, due);
    const sound = speaker.frame(Math.round((due - origin) / frameMs));
    if (sound) tape.place(1, due, sound);
    listener.frame(due, sound && voiceActivity ? frameEnergy(sound, 'PCMA', 0, frameSamples) : 0);
  };

  return due => {
    beats += 1;
    if (line.connectedAt !== null && line.remote) {
      speak(due);
      const { direction } = line.remote.audio;
      const sends = direction === 'sendrecv' || direction === 'sendonly';
      if (watchdog.misses(due, listener.lastAt() ?? line.connectedAt, sends)) signal({ type: 'vanished', at: due });
    }
    if (beats % flushEvery === flushFrame) tape.flush(due);
  };
};

const factsOf = (line: Line, speaker: Speaker, { reception }: Listener, tape: Tape): MediaLegFacts => ({
  codec: line.remote?.audio.codec ?? 'PCMA',
  packetsSent: speaker.sent(),
  packetsReceived: reception.received(),
  packetsLost: reception.lost(),
  jitterMs: reception.jitterMs(),
  firstPacketAfterMs:
    line.firstPacketAt === null || line.connectedAt === null ? null : line.firstPacketAt - line.connectedAt,
  recording: tape.recorded(),
});
