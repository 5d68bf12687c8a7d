/**
 * The binary messages of Volcengine's real-time recognition (www.volcengine.com/docs/6561/1354869, WebSocket 二进制协议): four bytes
 * of head (version and size, type and flags, serialisation and compression, reserved), a sequence where the flags say so, the
 * length, the payload; all numbers big-endian. Nothing is compressed: the service answers as it is asked.
 */
const HEAD_BYTES = 4;
const VERSION_AND_SIZE = 0x11;
const FULL_REQUEST = 0x1;
const AUDIO_REQUEST = 0x2;
const FULL_RESPONSE = 0x9;
const ERROR_RESPONSE = 0xf;
/** Flags: a sequence follows; nothing comes after it. */
const HAS_SEQUENCE = 0b0001;
const IS_LAST = 0b0010;
const JSON_BARE = 0x10;
const BYTES_BARE = 0x00;

const framed = (type: number, flags: number, form: number, payload: Uint8Array): Buffer => {
  const head = Buffer.from([VERSION_AND_SIZE, (type << 4) | flags, form, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(payload.length, HEAD_BYTES);
  return Buffer.concat([head, payload]);
};

export const requestFrame = (request: object): Buffer =>
  framed(FULL_REQUEST, 0, JSON_BARE, Buffer.from(JSON.stringify(request)));

export const soundFrame = (pcm: Uint8Array): Buffer => framed(AUDIO_REQUEST, 0, BYTES_BARE, pcm);

/** No sound, and no more of it. */
export const lastFrame = (): Buffer => framed(AUDIO_REQUEST, IS_LAST, BYTES_BARE, Buffer.alloc(0));

type Answer = { readonly json: unknown } | { readonly error: number } | null;

/** What the service sent; null: no message of the protocol. Never throws but for what the bytes of a length do. */
export const readFrame = (bytes: Buffer): Answer => {
  if (bytes.length < HEAD_BYTES * 2) return null;
  const headBytes = (bytes[0]! & 0x0f) * 4;
  const [type, flags] = [bytes[1]! >> 4, bytes[1]! & 0x0f];
  if (type === ERROR_RESPONSE) return { error: bytes.readUInt32BE(headBytes) };
  if (type !== FULL_RESPONSE || bytes[2] !== JSON_BARE) return null;
  const at = headBytes + (flags & HAS_SEQUENCE ? 4 : 0);
  const length = bytes.readUInt32BE(at);
  const payload = bytes.subarray(at + 4);
  if (payload.length !== length) return null;
  return { json: JSON.parse(payload.toString('utf8')) };
};
