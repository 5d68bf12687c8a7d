import type { TextTypes } from './text-receiver.ts';

/**
 * Real-time text as it is sent (RFC 4103): what was typed since the last packet goes out at most every 300 ms, the first
 * piece after a pause at once with the marker. Each packet repeats the two before it; when nothing more is typed, two
 * packets with empty text follow, so that the last words are repeated as well. Without `red` agreed: plain T.140.
 */
export interface TextSender {
  readonly queue: (text: string) => void;
  /** The next packet's payload when one is due. Sequence numbers are the caller's: one more for each payload. */
  readonly due: (atMs: number) => TextPayload | null;
}

interface TextPayload {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly payload: Uint8Array;
}

const INTERVAL_MS = 300;
const GENERATIONS = 2;
/** A redundancy length has 10 bits (RFC 2198 §3); three GENERATIONS together also stay below any MTU. */
const MAX_BLOCK_BYTES = 400;
/** A redundancy timestamp offset has 14 bits, of a 1,000 Hz clock. */
const MAX_OFFSET_MS = 16_383;
/** What may wait to be sent; beyond it the oldest words stay and the newest are dropped. */
const MAX_QUEUED_CHARACTERS = 8_000;

export const createTextSender = (types: TextTypes): TextSender => {
  const encoder = new TextEncoder();
  const sent: { at: number; data: Uint8Array }[] = [];
  let queued = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  let idle = true;

  /** As many whole characters as a block may hold. */
  const takeBlock = (): Uint8Array => {
    let end = 0;
    let bytes = 0;
    for (const character of queued) {
      bytes += Buffer.byteLength(character);
      if (bytes > MAX_BLOCK_BYTES) break;
      end += character.length;
    }
    const data = encoder.encode(queued.slice(0, end));
    queued = queued.slice(end);
    return data;
  };

  const withRedundancy = (data: Uint8Array, atMs: number): Uint8Array => {
    // A generation too old to be named by its offset is repeated empty: its order still counts.
    const repeated = sent.map(block => {
      const offset = Math.round(atMs - block.at);
      return offset <= MAX_OFFSET_MS ? { offset, data: block.data } : { offset: 0, data: new Uint8Array() };
    });
    const headers = repeated.flatMap(({ offset, data: old }) => [
      0x80 | types.t140,
      offset >> 6,
      ((offset & 0x3f) << 2) | (old.length >> 8),
      old.length & 0xff,
    ]);
    return Buffer.concat([Uint8Array.from([...headers, types.t140]), ...repeated.map(block => block.data), data]);
  };

  return {
    queue: text => {
      queued = (queued + text).slice(0, MAX_QUEUED_CHARACTERS);
    },
    due: atMs => {
      if (atMs - lastAt < INTERVAL_MS) return null;
      const owesRepeats = types.red !== null && sent.some(block => block.data.length > 0);
      if (queued === '' && !owesRepeats) {
        idle = true;
        return null;
      }
      const data = takeBlock();
      const payload = types.red === null ? data : withRedundancy(data, atMs);
      const marker = idle;
      idle = false;
      lastAt = atMs;
      sent.push({ at: atMs, data });
      if (sent.length > GENERATIONS) sent.shift();
      return { payloadType: types.red ?? types.t140, marker, payload };
    },
  };
};
