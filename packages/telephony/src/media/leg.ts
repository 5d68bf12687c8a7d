import { randomBytes } from 'node:crypto';
import type { Instant } from '@lianxian/core/kit';
import { keyTone } from '../audio/tone.ts';
import { createReporter, type Reporter } from '../rtcp/reporter.ts';
import type { LocalMedia } from '../sdp/media.ts';
import { createContinuity } from './continuity.ts';
import { factsOf, type Line } from './facts.ts';
import { createFrameLoop, tellPlayed } from './frame-loop.ts';
import { createKeys, type Keys } from './keys.ts';
import { createLegRecording, type LegRecording } from './leg-recording.ts';
import { createListener, type Listener } from './listener.ts';
import { createPackets } from './packets.ts';
import type { MediaSocket } from './socket.ts';
import { createSpeaker, type Speaker } from './speaker.ts';
import { createTaps, type Taps } from './taps.ts';
import { createTexter } from './texter.ts';
import type { MediaLeg, MediaLegFacts, MediaLegOptions, MediaSignal } from './types.ts';
import { createWatchdog } from './watchdog.ts';

/**
 * One leg: speaker, listener, texter and recording around its sockets. It owns no timer: the frameClock calls `frame` when the
 * leg's slot is due, the sockets call `takeAudio`, `takeControl` and `takeText`.
 */
interface LegParts {
  readonly local: LocalMedia;
  readonly wants: Pick<MediaLegOptions, 'voiceActivity' | 'keys' | 'continuous'>;
  readonly audio: MediaSocket;
  readonly text: MediaSocket | null;
  /** Closes the sockets and takes the leg off the frameClock. */
  readonly release: () => void;
  readonly now: () => Instant;
  readonly signal: (signal: MediaSignal) => void;
  readonly silenceLimitMs: number;
}

export interface RunningLeg extends MediaLeg {
  readonly takeAudio: (bytes: Uint8Array) => boolean;
  /** RTCP. */
  readonly takeControl: (bytes: Uint8Array) => boolean;
  readonly takeText: (bytes: Uint8Array) => boolean;
  readonly frame: (due: Instant) => void;
}

export const createLeg = (parts: LegParts): RunningLeg => {
  const { now, signal, audio, text } = parts;
  const line: Line = {
    remote: null,
    confirmed: false,
    connectedAt: null,
    origin: null,
    firstPacketAt: null,
    controlAt: null,
  };
  const packets = createPackets(audio, parts.local.crypto ?? null);
  const speaker = createSpeaker(packets.send);
  const watchdog = createWatchdog(parts.silenceLimitMs);
  const recording = createLegRecording(now, because => signal({ type: 'recordingFailed', at: now(), because }));
  const taps = createTaps();
  const keys = createKeys(now, (key, at) => signal({ type: 'key', at, key }));
  const listener = createLineListener(parts, line, { recording, taps, keys });
  const reporter = createLineReporter(parts, line, speaker, listener);
  const texter = createTexter(
    packet => text?.send(packet),
    (words, at) => signal({ type: 'text', at, text: words }),
  );
  const frameLoop = createFrameLoop({
    line,
    packets,
    audio,
    speaker,
    listener,
    reporter,
    recording,
    watchdog,
    continuity: parts.wants.continuous ? createContinuity() : null,
    keys,
    texter: text && texter,
    voiceActivity: parts.wants.voiceActivity,
    signal,
  });
  const facts = (): MediaLegFacts => factsOf({ line, audio, packets, speaker, listener, reporter, recording });
  let closed: Promise<MediaLegFacts> | null = null;

  return {
    local: parts.local,
    connect: (remote, phase = 'confirmed') => {
      line.remote = remote;
      line.confirmed ||= phase === 'confirmed';
      line.connectedAt ??= now();
      watchdog.connected();
      speaker.use(remote.audio);
      listener.use(remote.audio);
      packets.use(remote.audio);
      audio.aim(remote.audio.address, remote.audio.rtcp, remote.near);
      if (!remote.text) return;
      texter.use(remote.text);
      text?.aim(remote.text.address, undefined, remote.near);
    },
    startRecording: file => recording.start(file),
    pauseRecording: () => recording.pause(),
    resumeRecording: () => recording.resume(),
    stopRecording: () => recording.stop(),
    play: (id, sound, startMs) => speaker.playout.play(id, sound, startMs),
    splice: source => speaker.splice(source),
    tap: taps.open,
    collect: wants => keys.collect(wants),
    heardKey: key => keys.heard(key, 'info', now()),
    stopPlaying: () => {
      const at = now();
      for (const played of speaker.playout.stop()) tellPlayed(signal, played, at);
    },
    sendKeys: keys => {
      // Where the far end takes no telephone-events the keys sound in band, behind what plays.
      const inBand = parts.wants.keys === 'inband' || line.remote?.audio.telephoneEvent === null;
      if (inBand) for (const key of keys) speaker.playout.play(null, keyTone(key));
      else speaker.keys.queue(keys);
    },
    sendText: texter.queue,
    facts,
    address: () => line.remote?.audio.address ?? null,
    close: () => {
      closed ??= (async () => {
        const goodbye = line.connectedAt === null ? null : reporter.bye(now());
        if (goodbye) packets.sendControl(goodbye);
        parts.release();
        keys.close();
        taps.close();
        await recording.close();
        return facts();
      })();
      return closed;
    },
    takeAudio: bytes => {
      const packet = packets.open(bytes);
      return packet !== null && listener.take(packet, now());
    },
    takeControl: bytes => {
      const packet = packets.openControl(bytes);
      if (packet === null || !reporter.take(packet, now())) return false;
      line.controlAt = now();
      return true;
    },
    takeText: bytes => texter.take(bytes, now()),
    frame: due => frameLoop.frame(due),
  };
};

const createLineListener = (
  { signal, wants }: LegParts,
  line: Line,
  { recording, taps, keys }: { readonly recording: LegRecording; readonly taps: Taps; readonly keys: Keys },
): Listener =>
  createListener(
    {
      firstPacket: at => {
        line.firstPacketAt ??= at;
        signal({ type: 'firstPacket', at });
      },
      key: (key, way, at) => keys.heard(key, way, at),
      keyLasts: (key, at) => keys.lasts(key, at),
      voice: (type, at) => signal({ type, at }),
      sound: (atMs, packet, table) => {
        recording.place(0, atMs, packet.payload, table);
        taps.put(packet, table);
      },
    },
    { voiceActivity: wants.voiceActivity, inBandKeys: wants.keys === 'inband' },
  );

const TIMESTAMPS_PER_MS = 8;

const createLineReporter = ({ now }: LegParts, line: Line, speaker: Speaker, { reception }: Listener): Reporter =>
  createReporter({
    // A name that says nothing of who we are, anew for each call (RFC 7022 §4.2).
    cname: randomBytes(12).toString('base64'),
    wallZero: Date.now() - now(),
    clockRate: TIMESTAMPS_PER_MS * 1_000,
    chance: Math.random,
    sent: at => ({
      ssrc: speaker.ssrc,
      timestamp: (speaker.timestampZero + Math.round((at - (line.origin ?? at)) * TIMESTAMPS_PER_MS)) >>> 0,
      ...speaker.sent(),
    }),
    reception: () => reception.report(),
  });
