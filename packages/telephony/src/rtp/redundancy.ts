/** One piece of a packet that repeats earlier ones (RFC 2198). */
export interface RedundantBlock {
  /** 0: the packet's own text; 1: that of the packet before; … */
  readonly back: number;
  readonly payloadType: number;
  readonly data: Uint8Array;
}

/** RFC 2198 §3: headers (F=1: four bytes, the last F=0: one byte), then the blocks in the same order. */
export const parseRedundancy = (
  payload: Uint8Array,
): readonly RedundantBlock[] | 'headerBeyondEnd' | 'blockBeyondEnd' => {
  const headers: { payloadType: number; length: number }[] = [];
  let at = 0;
  while (at < payload.length && payload[at]! & 0x80) {
    if (at + 4 > payload.length) return 'headerBeyondEnd';
    headers.push({ payloadType: payload[at]! & 0x7f, length: ((payload[at + 2]! & 0x03) << 8) | payload[at + 3]! });
    at += 4;
  }
  if (at >= payload.length) return 'headerBeyondEnd';
  const primaryType = payload[at]! & 0x7f;
  at += 1;
  const blocks: RedundantBlock[] = [];
  for (const [index, header] of headers.entries()) {
    if (at + header.length > payload.length) return 'blockBeyondEnd';
    blocks.push({
      back: headers.length - index,
      payloadType: header.payloadType,
      data: payload.subarray(at, at + header.length),
    });
    at += header.length;
  }
  blocks.push({ back: 0, payloadType: primaryType, data: payload.subarray(at) });
  return blocks;
};
