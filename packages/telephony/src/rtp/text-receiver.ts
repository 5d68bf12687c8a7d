import type { RtpPacket } from './packet.ts';
import { sequenceDistance } from './packet.ts';
import { parseRedundancy, type RedundantBlock } from './redundancy.ts';

/**
 * Real-time text as it arrives (RFC 4103): T.140 in plain packets or with redundancy (RFC 2198), where each packet
 * repeats the last generations. Text comes out in order of sequence, each piece once. A hole that redundancy does not
 * fill waits one second for a straggler (RFC 4103 §5.2), then becomes U+FFFD, T.140's mark for lost text.
 *
 * Idle senders let the sequence rest, so silence is no loss. Byte order marks are the sender's keep-alive and fall away.
 */
export interface TextReceiver {
  readonly take: (packet: RtpPacket, atMs: number) => string;
  /** Text that a hole has held back too long; ask now and then. */
  readonly due: (atMs: number) => string;
}

const HOLE_WAIT_MS = 1_000;
/** Pieces held behind a hole; a sender that runs further ahead has lost us, and we catch up. */
const MAX_HELD = 32;
const lostText = '\uFFFD';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const textOf = (data: Uint8Array): string => decoder.decode(data).replaceAll('\uFEFF', '');

/** Payload types as negotiated; `red` null where the far end takes no redundancy. */
export interface TextTypes {
  readonly t140: number;
  readonly red: number | null;
}

const blocksOf = ({ payloadType, payload }: RtpPacket, { t140, red }: TextTypes): readonly RedundantBlock[] => {
  if (payloadType === t140) return [{ back: 0, payloadType: t140, data: payload }];
  if (payloadType !== red) return [];
  const blocks = parseRedundancy(payload);
  return typeof blocks === 'string' ? [] : blocks.filter(block => block.payloadType === t140);
};

export const createTextReceiver = (types: TextTypes): TextReceiver => {
  const held = new Map<number, string>();
  let ssrc = -1;
  let expected = 0;
  let holeSince: number | null = null;

  const drain = (): string => {
    let text = '';
    for (let next = held.get(expected); next !== undefined; next = held.get(expected)) {
      text += next;
      held.delete(expected);
      expected = (expected + 1) & 0xffff;
    }
    return text;
  };

  /** Gives the hole up: marks it and goes on with the oldest piece behind it. */
  const skipHole = (): string => {
    const oldest = [...held.keys()].reduce((a, b) => (sequenceDistance(a, b) < 0 ? b : a));
    expected = oldest;
    return lostText + drain();
  };

  const begin = (packet: RtpPacket, blocks: readonly RedundantBlock[]): void => {
    held.clear();
    holeSince = null;
    ssrc = packet.ssrc;
    // Filled generations in the first packet are text whose own packets were lost before we heard any.
    const missed = Math.max(0, ...blocks.filter(block => block.data.length > 0).map(block => block.back));
    expected = (packet.sequence - missed) & 0xffff;
  };

  return {
    take: (packet, atMs) => {
      const blocks = blocksOf(packet, types);
      if (blocks.length === 0) return '';
      if (packet.ssrc !== ssrc || Math.abs(sequenceDistance(expected, packet.sequence)) > 1_000) begin(packet, blocks);
      for (const block of blocks) {
        const sequence = (packet.sequence - block.back) & 0xffff;
        if (sequenceDistance(expected, sequence) >= 0 && !held.has(sequence)) held.set(sequence, textOf(block.data));
      }
      let text = drain();
      while (held.size > MAX_HELD) text += skipHole();
      holeSince = held.size === 0 ? null : (holeSince ?? atMs);
      return text;
    },
    due: atMs => {
      if (holeSince === null || atMs - holeSince < HOLE_WAIT_MS) return '';
      const text = skipHole();
      holeSince = held.size === 0 ? null : atMs;
      return text;
    },
  };
};
