import type { Pdu } from 'smpp';

/** What is in a PDU, as text; and what we put there. */
const UCS2 = 8;
const GBK = 15;

/** Big-endian, as SMPP has it. */
export const ucs2 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

const HEADER_BYTES = 5;
/** A message of several parts: which it is, of how many, all with one number (3GPP TS 23.040, section 9.2.3.24.1). */
export const partHeader = (number: number, of: number, part: number): Buffer =>
  Buffer.from([HEADER_BYTES, 0, 3, number & 255, of, part]);

const decoded = (bytes: Buffer, coding: number): string => {
  if (coding === UCS2)
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  return new TextDecoder(coding === GBK ? 'gbk' : 'latin1').decode(bytes);
};

const textOf = (field: Pdu['short_message'], coding: number): string => {
  const raw = typeof field === 'object' && field !== null && 'message' in field ? field.message : (field ?? '');
  return typeof raw === 'string' ? raw : decoded(raw, coding);
};

/** The text of what came in; a long one lies beside. */
export const textOfPdu = ({ short_message, message_payload, data_coding = 0 }: Pdu): string => {
  const text = textOf(short_message, data_coding);
  return text === '' ? textOf(message_payload, data_coding) : text;
};

const [PARTS, PARTS_WIDE] = [0x00, 0x08];

/** Which part of a long message it is (3GPP TS 23.040, section 9.2.3.24); undefined: it is whole. */
export const partOfPdu = ({ short_message, sar_msg_ref_num, sar_total_segments, sar_segment_seqnum }: Pdu) => {
  const part = (number = 0, of = 0, at = 0) => (of > 1 && at >= 1 && at <= of ? { number, of, at } : undefined);
  if (sar_msg_ref_num !== undefined) return part(sar_msg_ref_num, sar_total_segments, sar_segment_seqnum);
  const header = typeof short_message === 'object' && 'message' in short_message ? (short_message.udh ?? []) : [];
  for (const element of header) {
    if (element[0] === PARTS && element.length === 5) return part(element[2], element[3], element[4]);
    if (element[0] === PARTS_WIDE && element.length === 6) return part(element.readUInt16BE(2), element[4], element[5]);
  }
  return undefined;
};

/** Carriers' words for where a message stands, as numbers have them (SMPP 3.4, section 5.2.28). */
const stateWords: Readonly<Record<number, string>> = {
  1: 'ENROUTE',
  2: 'DELIVRD',
  3: 'EXPIRED',
  4: 'DELETED',
  5: 'UNDELIV',
  6: 'ACCEPTD',
  7: 'UNKNOWN',
  8: 'REJECTD',
};
const onItsWay = ['ENROUTE', 'ACCEPTD', 'BUFFERD', 'BUFFERED', 'SCHEDLD'];
const RECEIPT_MASK = 0x3c;
const RECEIPT = 0x04;

interface Receipt {
  readonly ref: string;
  /** Null: it is on its way still. */
  readonly delivered: boolean | null;
  readonly code: string;
}

/** What a receipt says (SMPP 3.4, appendix B); null: it is none. */
export const receiptOf = (pdu: Pdu): Receipt | null => {
  const { esm_class = 0, receipted_message_id, message_state } = pdu;
  if ((esm_class & RECEIPT_MASK) !== RECEIPT && receipted_message_id === undefined) return null;
  const text = textOfPdu(pdu);
  const field = (name: string) => new RegExp(`(?:^|\\s)${name}:\\s*(\\S+)`, 'i').exec(text)?.[1] ?? '';
  const ref = (receipted_message_id ?? '').replace(/\0/g, '') || field('id');
  const state = (field('stat') || stateWords[message_state ?? 0] || 'UNKNOWN').toUpperCase();
  const error = field('err');
  const code = /^0*$/.test(error) ? state : `${state} ${error}`;
  if (onItsWay.includes(state)) return { ref, delivered: null, code };
  return { ref, delivered: state === 'DELIVRD', code };
};
