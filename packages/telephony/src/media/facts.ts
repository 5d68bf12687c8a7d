import type { Instant } from '@lianxian/core/kit';
import type { Reporter } from '../rtcp/reporter.ts';
import { meanOpinionScore } from '../rtp/quality.ts';
import type { RemoteMedia } from '../sdp/media.ts';
import type { LegRecording } from './leg-recording.ts';
import type { Listener } from './listener.ts';
import type { Packets } from './packets.ts';
import type { MediaSocket } from './socket.ts';
import type { Speaker } from './speaker.ts';
import type { MediaLegFacts } from './types.ts';

/** What is known of the far end; one object, shared by the parts of a leg. */
export interface Line {
  remote: RemoteMedia | null;
  /** The far end has answered: from now on its silence counts. */
  confirmed: boolean;
  connectedAt: Instant | null;
  /** The slot of our frame 0; null until the first frame after `connect`. */
  origin: Instant | null;
  firstPacketAt: Instant | null;
  /** When RTCP was last heard. */
  controlAt: Instant | null;
}

interface FactsParts {
  readonly line: Line;
  readonly audio: Pick<MediaSocket, 'refused'>;
  readonly packets: Packets;
  readonly speaker: Speaker;
  readonly listener: Listener;
  readonly reporter: Reporter;
  readonly recording: LegRecording;
}

/** What one leg saw of the network, for diagnosis: now, or at its end. */
export const factsOf = ({
  line,
  audio,
  packets,
  speaker,
  listener,
  reporter,
  recording,
}: FactsParts): MediaLegFacts => {
  const sent = speaker.sent();
  const { received, lost, outOfOrder, doubled, bursts } = listener.reception.counts();
  const late = listener.late();
  const jitterMs = listener.reception.jitterMs();
  const { roundTripMs, remote } = reporter.facts();
  const expected = received + lost;
  const mos = meanOpinionScore({ expected, lost, late, bursts, jitterMs, roundTripMs });
  const { connectedAt, firstPacketAt } = line;
  return {
    codec: line.remote?.audio.codec ?? 'PCMA',
    packetsSent: sent.packets,
    bytesSent: sent.bytes,
    packetsReceived: received,
    packetsRefused: audio.refused(),
    packetsLost: lost,
    lostPerMille: expected === 0 ? 0 : Math.round((lost * 1_000) / expected),
    outOfOrder,
    doubled,
    late,
    lossBursts: bursts,
    jitterMs,
    roundTripMs,
    mos,
    remote,
    firstPacketAfterMs: firstPacketAt === null || connectedAt === null ? null : firstPacketAt - connectedAt,
    encrypted: packets.isEncrypted(),
    recording: recording.recorded(),
  };
};
