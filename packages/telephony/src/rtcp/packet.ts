import { read32, write32 } from '../rtp/bytes.ts';

/**
 * RTCP packets (RFC 3550 §6): what a two-party telephone call needs of them, which is sender and receiver reports, the
 * canonical name, and goodbye. What comes is hostile until parsed: a compound packet is either whole or a refusal that
 * names what is wrong; kinds that we do not use (APP, feedback, extended reports) are stepped over.
 */
export interface ReportBlock {
  readonly ssrc: number;
  /** Of 256, since the last report. */
  readonly fractionLost: number;
  /** Signed: doubles make up for losses. */
  readonly cumulativeLost: number;
  readonly highestSequence: number;
  /** In timestamp units. */
  readonly jitter: number;
  /** Middle 32 bits of the NTP time of the last sender report that came; 0: none. */
  readonly lastReport: number;
  /** Since then, in 1/65536 s. */
  readonly delay: number;
}

interface SenderInfo {
  readonly ntpSeconds: number;
  readonly ntpFraction: number;
  readonly timestamp: number;
  readonly packets: number;
  readonly bytes: number;
}

interface RtcpReport {
  readonly ssrc: number;
  /** Null in a receiver report. */
  readonly sender: SenderInfo | null;
  readonly blocks: readonly ReportBlock[];
  readonly bye: boolean;
}

type RtcpRefusal =
  | 'tooShort'
  | 'notVersion2'
  | 'notRtcp'
  | 'notCompound'
  | 'lengthBeyondEnd'
  | 'paddingBeforeEnd'
  | 'paddingBeyondEnd'
  | 'blocksBeyondEnd';

const kinds = { sender: 200, receiver: 201, description: 202, bye: 203 } as const;
const HEADER_BYTES = 4;
const SENDER_INFO_BYTES = 20;
const BLOCK_BYTES = 24;
const CNAME_ITEM = 1;

const signed24 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8)) >> 8;

const readBlock = (bytes: Uint8Array, at: number): ReportBlock => ({
  ssrc: read32(bytes, at),
  fractionLost: bytes[at + 4]!,
  cumulativeLost: signed24(bytes, at + 5),
  highestSequence: read32(bytes, at + 8),
  jitter: read32(bytes, at + 12),
  lastReport: read32(bytes, at + 16),
  delay: read32(bytes, at + 20),
});

/** The first packet of a compound: a report (§6.1, A.2). `end` is the end of this packet alone. */
const readReport = (bytes: Uint8Array, end: number): Omit<RtcpReport, 'bye'> | RtcpRefusal => {
  const isSender = bytes[1] === kinds.sender;
  const from = HEADER_BYTES + 4 + (isSender ? SENDER_INFO_BYTES : 0);
  const count = bytes[0]! & 0x1f;
  if (from + count * BLOCK_BYTES > end) return 'blocksBeyondEnd';
  return {
    ssrc: read32(bytes, 4),
    sender: isSender
      ? {
          ntpSeconds: read32(bytes, 8),
          ntpFraction: read32(bytes, 12),
          timestamp: read32(bytes, 16),
          packets: read32(bytes, 20),
          bytes: read32(bytes, 24),
        }
      : null,
    blocks: Array.from({ length: count }, (_, index) => readBlock(bytes, from + index * BLOCK_BYTES)),
  };
};

/** Does a BYE packet at `at` name the source? */
const saysBye = (bytes: Uint8Array, at: number, end: number, ssrc: number): boolean => {
  const count = bytes[at]! & 0x1f;
  for (let n = 0; n < count && at + HEADER_BYTES + n * 4 + 4 <= end; n += 1)
    if (read32(bytes, at + HEADER_BYTES + n * 4) === ssrc) return true;
  return false;
};

/** The validity checks of RFC 3550 A.2, over the whole compound. */
export const parseRtcp = (bytes: Uint8Array): RtcpReport | RtcpRefusal => {
  const { length } = bytes;
  if (length < HEADER_BYTES + 4) return 'tooShort';
  if (bytes[0]! >> 6 !== 2) return 'notVersion2';
  if (bytes[1]! < 192 || bytes[1]! > 223) return 'notRtcp';
  if (bytes[1] !== kinds.sender && bytes[1] !== kinds.receiver) return 'notCompound';
  let report: Omit<RtcpReport, 'bye'> | null = null;
  let bye = false;
  for (let at = 0; at < length; ) {
    if (at + HEADER_BYTES > length) return 'lengthBeyondEnd';
    if (bytes[at]! >> 6 !== 2) return 'notVersion2';
    let end = at + 4 * (((bytes[at + 2]! << 8) | bytes[at + 3]!) + 1);
    if (end > length) return 'lengthBeyondEnd';
    const next = end;
    if (bytes[at]! & 0x20) {
      if (next !== length) return 'paddingBeforeEnd';
      const padding = bytes[length - 1]!;
      if (padding === 0 || padding % 4 !== 0 || at + HEADER_BYTES + padding > end) return 'paddingBeyondEnd';
      end -= padding;
    }
    if (report === null) {
      const first = readReport(bytes, end);
      if (typeof first === 'string') return first;
      report = first;
    } else if (bytes[at + 1] === kinds.bye) bye ||= saysBye(bytes, at, end, report.ssrc);
    at = next;
  }
  return report === null ? 'tooShort' : { ...report, bye };
};

interface RtcpToBuild extends RtcpReport {
  /** Without content of its own (RFC 7022): at most 255 bytes. */
  readonly cname: string;
}

interface RtcpHeader {
  readonly count: number;
  readonly kind: number;
  readonly bytes: number;
}

const putHeader = (out: Buffer, at: number, { count, kind, bytes }: RtcpHeader): void => {
  out[at] = 0x80 | count;
  out[at + 1] = kind;
  out.writeUInt16BE(bytes / 4 - 1, at + 2);
};

const putBlock = (out: Buffer, at: number, block: ReportBlock): void => {
  write32(out, at, block.ssrc);
  write32(out, at + 4, block.cumulativeLost & 0xff_ffff);
  out[at + 4] = block.fractionLost;
  write32(out, at + 8, block.highestSequence);
  write32(out, at + 12, block.jitter);
  write32(out, at + 16, block.lastReport);
  write32(out, at + 20, block.delay);
};

/** Report, canonical name and, at the end, goodbye in one compound packet. */
export const buildRtcp = ({ ssrc, sender, blocks, bye, cname }: RtcpToBuild): Buffer => {
  const name = Buffer.from(cname).subarray(0, 255);
  const reportBytes = HEADER_BYTES + 4 + (sender ? SENDER_INFO_BYTES : 0) + blocks.length * BLOCK_BYTES;
  // Chunk: SSRC, item, and at least one null byte up to the next 32-bit boundary (§6.5).
  const chunkBytes = (4 + 2 + name.length + 4) & ~3;
  const byeBytes = bye ? HEADER_BYTES + 4 : 0;
  const out = Buffer.alloc(reportBytes + HEADER_BYTES + chunkBytes + byeBytes);
  putHeader(out, 0, { count: blocks.length, kind: sender ? kinds.sender : kinds.receiver, bytes: reportBytes });
  write32(out, 4, ssrc);
  if (sender) {
    write32(out, 8, sender.ntpSeconds);
    write32(out, 12, sender.ntpFraction);
    write32(out, 16, sender.timestamp);
    write32(out, 20, sender.packets);
    write32(out, 24, sender.bytes);
  }
  const firstBlock = HEADER_BYTES + 4 + (sender ? SENDER_INFO_BYTES : 0);
  for (const [index, block] of blocks.entries()) putBlock(out, firstBlock + index * BLOCK_BYTES, block);
  putHeader(out, reportBytes, { count: 1, kind: kinds.description, bytes: HEADER_BYTES + chunkBytes });
  write32(out, reportBytes + 4, ssrc);
  out[reportBytes + 8] = CNAME_ITEM;
  out[reportBytes + 9] = name.length;
  out.set(name, reportBytes + 10);
  if (bye) {
    const at = reportBytes + HEADER_BYTES + chunkBytes;
    putHeader(out, at, { count: 1, kind: kinds.bye, bytes: byeBytes });
    write32(out, at + 4, ssrc);
  }
  return out;
};
