import type { Instant } from '@lianxian/core/kit';
import { createRecorder, type Recorder } from '../audio/recorder.ts';
import { keyTone } from '../audio/tone.ts';
import type { Address, LocalMedia, RemoteMedia } from '../exchange/types.ts';
import { createListener } from './listener.ts';
import { frameSamples, type Played } from './playout.ts';
import { createSpeaker } from './speaker.ts';
import { createTexter } from './texter.ts';
import type { MediaLeg, MediaLegFacts, MediaSignal } from './types.ts';
import { frameEnergy } from './voice-activity.ts';

/**
 * One leg: speaker, listener, texter and recorder around its sockets. It owns no timer: the engine calls `frame` when the
 * leg's slot is due, the sockets call `takeAudio` and `takeText`.
 */
export interface LegParts {
  readonly local: LocalMedia;
  readonly voiceActivity: boolean;
  readonly sendAudio: (packet: Uint8Array) => void;
  readonly sendText: (packet: Uint8Array) => void;
  readonly aim: (remote: RemoteMedia) => void;
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
  /** `due` is the moment this slot was meant for; drift-free, at most a stall behind the clock. */
  readonly frame: (due: Instant) => void;
}

export const frameMs = 20;
/** A recording goes to the disk every 20 frames (400 ms). */
export const flushEvery = 20;

export const createLeg = (parts: LegParts): RunningLeg => {
  const { now, signal } = parts;
  let recorder: Recorder | null = null;
  let recordingSince = 0;
  let connectedAt: Instant | null = null;
  let firstPacketAt: Instant | null = null;
  let remote: RemoteMedia | null = null;
  /** The slot of frame 0; null until the first frame after `connect`. */
  let origin: Instant | null = null;
  let frames = 0;
  let missed = false;
  let closed: Promise<MediaLegFacts> | null = null;

  const speaker = createSpeaker(parts.sendAudio);
  const texter = createTexter(parts.sendText, (text, at) => signal({ type: 'text', at, text }));
  const listener = createListener(
    {
      firstPacket: at => {
        firstPacketAt = at;
        signal({ type: 'firstPacket', at });
      },
      key: (key, at) => signal({ type: 'key', at, key }),
      voice: (type, at) => signal({ type, at }),
      sound: (atMs, audio, table) => place(0, atMs, audio, table),
    },
    parts.voiceActivity,
  );

  const place = (side: 0 | 1, atMs: number, audio: Uint8Array, table?: Uint8Array): void =>
    recorder?.place(side, Math.round((atMs - recordingSince) * 8), audio, table);

  const tellPlayed = (played: Played, at: Instant): void => {
    const { id, heardMs, complete } = played;
    if (id !== null) signal({ type: 'played', at, id, heardMs, complete });
  };

  const speak = (due: Instant): void => {
    origin ??= due;
    const finished = speaker.playout.finished();
    if (finished) tellPlayed(finished, due);
    const sound = speaker.frame(Math.round((due - origin) / frameMs));
    if (sound) place(1, due, sound);
    listener.frame(due, sound && parts.voiceActivity ? frameEnergy(sound, 'PCMA', 0, frameSamples) : 0);
  };

  const watch = (due: Instant): void => {
    if (connectedAt === null || !remote) return;
    const sends = remote.audio.direction === 'sendrecv' || remote.audio.direction === 'sendonly';
    const silentMs = due - Math.max(connectedAt, listener.lastAt() ?? connectedAt);
    if (!sends || silentMs < parts.silenceLimitMs) missed = false;
    else if (!missed) {
      missed = true;
      signal({ type: 'vanished', at: due });
    }
  };

  const facts = (): MediaLegFacts => ({
    codec: remote?.audio.codec ?? 'PCMA',
    packetsSent: speaker.sent(),
    packetsReceived: listener.reception.received(),
    packetsLost: listener.reception.lost(),
    jitterMs: listener.reception.jitterMs(),
    firstPacketAfterMs: firstPacketAt === null || connectedAt === null ? null : firstPacketAt - connectedAt,
    recording: recorder?.recorded() ?? null,
  });

  const shut = async (): Promise<MediaLegFacts> => {
    parts.release();
    const recording = recorder ? await recorder.close(now() - recordingSince) : null;
    return { ...facts(), recording };
  };

  return {
    local: parts.local,
    connect: wanted => {
      remote = wanted;
      connectedAt ??= now();
      speaker.use(wanted.audio);
      listener.use(wanted.audio);
      if (wanted.text) texter.use(wanted.text);
      parts.aim(wanted);
    },
    startRecording: file => {
      if (recorder || closed) return;
      recordingSince = now();
      recorder = createRecorder(file, because => {
        signal({ type: 'recordingFailed', at: now(), because });
      });
    },
    play: (id, audio) => speaker.playout.play(id, audio),
    stopPlaying: () => {
      const at = now();
      for (const played of speaker.playout.stop()) tellPlayed(played, at);
    },
    sendKeys: keys => {
      // Where the far end takes no telephone-events the keys sound in band, behind what plays.
      if (remote?.audio.telephoneEvent === null) for (const key of keys) speaker.playout.play(null, keyTone(key));
      else speaker.keys.queue(keys);
    },
    sendText: text => texter.queue(text),
    facts,
    address: (): Address | null => remote?.audio.address ?? null,
    close: () => {
      closed ??= shut();
      return closed;
    },
    takeAudio: bytes => listener.take(bytes, now()),
    takeText: bytes => texter.take(bytes, now()),
    frame: due => {
      frames += 1;
      if (connectedAt !== null) {
        speak(due);
        texter.frame(due);
        watch(due);
      }
      if (recorder && frames % flushEvery === parts.flushFrame) recorder.flush(due - recordingSince);
    },
  };
};
