import { randomInt } from 'node:crypto';
import type { Instant } from '@lianxian/core/kit';
import { createAllowance } from '../rtp/allowance.ts';
import { buildRtp, parseRtp } from '../rtp/packet.ts';
import { createTextReceiver, type TextReceiver, type TextTypes } from '../rtp/text-receiver.ts';
import { createTextSender, type TextSender } from '../rtp/text-sender.ts';
import type { RemoteMedia } from '../sdp/media.ts';

/** Real-time text of one leg, both ways, on its own port (RFC 4103). Deaf and mute until the far end agreed to text. */
export interface Texter {
  readonly use: (text: NonNullable<RemoteMedia['text']>) => void;
  readonly take: (bytes: Uint8Array, at: Instant) => boolean;
  readonly queue: (text: string) => void;
  /** Sends what is due, tells text that waited for a lost packet; call it each 20 ms. */
  readonly frame: (at: Instant) => void;
}

/** Three times the default of RFC 4103 §6 (30 characters a second), and a page at once; a voice needs 5. */
const textAllowance = { perSecond: 100, burst: 2_000 };

export const createTexter = (
  send: (packet: Uint8Array) => void,
  heard: (text: string, at: Instant) => void,
): Texter => {
  const ssrc = randomInt(2 ** 32);
  const timestampZero = randomInt(2 ** 32);
  let sequence = randomInt(2 ** 16);
  const mayTell = createAllowance(textAllowance);
  let types: TextTypes | null = null;
  let receiver: TextReceiver | null = null;
  let sender: TextSender | null = null;

  const tell = (text: string, at: Instant): void => {
    if (text !== '' && mayTell(text.length, at)) heard(text, at);
  };

  return {
    use: ({ t140, red }) => {
      if (types && types.t140 === t140 && types.red === red) return;
      types = { t140, red };
      receiver = createTextReceiver(types);
      sender = createTextSender(types);
    },
    take: (bytes, at) => {
      const packet = parseRtp(bytes);
      if (typeof packet === 'string' || !receiver || !types) return false;
      if (packet.payloadType !== types.t140 && packet.payloadType !== types.red) return false;
      tell(receiver.take(packet, at), at);
      return true;
    },
    queue: text => sender?.queue(text),
    frame: at => {
      if (!sender || !receiver) return;
      tell(receiver.due(at), at);
      const due = sender.due(at);
      if (!due) return;
      // The text clock runs at 1,000 Hz (RFC 4103 §6).
      const timestamp = (timestampZero + Math.round(at)) >>> 0;
      send(buildRtp({ ...due, sequence, timestamp, ssrc }));
      sequence = (sequence + 1) & 0xffff;
    },
  };
};
