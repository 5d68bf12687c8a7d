import { AS_A_FAR_END, goAhead } from '../../../../telephony/bench/ahead.ts';
import { encodeAlaw } from '../../../../telephony/src/audio/g711.ts';
import { tone } from '../../../../telephony/src/audio/tone.ts';
import { openSeatPhone, type PhoneAccount, type SeatPhone } from './phone.ts';
import { SEAT_HZ } from './seat-hz.ts';

/**
 * Seats' telephones, in a process of their own so that their work is not counted. Each says a tone of 1,000 Hz for as long as it
 * has a call. Started by `fork`; every order is answered by its number.
 */
export type PhonesOrder =
  | { readonly type: 'register'; readonly accounts: readonly PhoneAccount[] }
  /** The answer: the SIP status that ended the dialling. */
  | { readonly type: 'dial'; readonly phone: number; readonly to: string }
  | { readonly type: 'hangUp'; readonly phone: number }
  | { readonly type: 'look' };

export interface PhonesState {
  /** Phones with a call. */
  readonly live: number;
  /** Packets that came in the calls that live. */
  readonly heard: number;
  /** When which call's 200 left, ms of the machine's monotonic clock; since the last look. */
  readonly answered: readonly { readonly logId: string; readonly atMs: number }[];
}

const REGISTER_AT_ONCE = 10;
const [FRAME_BYTES, HEADER_BYTES] = [160, 12];
/** A whole number of its periods is in a frame; out of the middle, for a tone swells and fades at its ends. */
const frame = encodeAlaw(tone([SEAT_HZ], 100, 0.4)).subarray(2 * FRAME_BYTES);

goAhead(AS_A_FAR_END);

const phones: SeatPhone[] = [];
let answered: { logId: string; atMs: number }[] = [];
const machineNow = (): number => Number(process.hrtime.bigint()) / 1e6;

const packet = Buffer.alloc(HEADER_BYTES + FRAME_BYTES);
packet.writeUInt16BE(0x8008, 0);
packet.set(frame.subarray(0, FRAME_BYTES), HEADER_BYTES);
const startedAt = performance.now();
let step = 0;
setInterval(() => {
  for (const until = Math.floor((performance.now() - startedAt) / 5); step < until; step += 1)
    for (let n = step % 4; n < phones.length; n += 4) {
      const number = step >> 2;
      packet.writeUInt16BE(number & 0xffff, 2);
      packet.writeUInt32BE((number * FRAME_BYTES) >>> 0, 4);
      packet.writeUInt32BE(1_000 + n, 8);
      phones[n]?.sound()?.speak(packet);
    }
}, 5);

const register = async (accounts: readonly PhoneAccount[]): Promise<number> => {
  for (let n = 0; n < accounts.length; n += REGISTER_AT_ONCE) {
    const some = accounts.slice(n, n + REGISTER_AT_ONCE).map(async account => {
      const answers = (logId: string): void => void answered.push({ logId, atMs: machineNow() });
      const phone = await openSeatPhone(account, { answers });
      await phone.register();
      return phone;
    });
    phones.push(...(await Promise.all(some)));
  }
  return phones.length;
};

const look = (): PhonesState => {
  const sounds = phones.flatMap(phone => phone.sound() ?? []);
  const state = { live: sounds.length, heard: sounds.reduce((sum, { heard }) => sum + heard(), 0), answered };
  answered = [];
  return state;
};

const carryOut = async (order: PhonesOrder): Promise<unknown> => {
  switch (order.type) {
    case 'register':
      return register(order.accounts);
    case 'dial':
      return phones[order.phone]?.dial(order.to);
    case 'hangUp':
      return phones[order.phone]?.hangUp();
    case 'look':
      return look();
  }
};

process.on('message', ({ id, order }: { readonly id: number; readonly order: PhonesOrder }) => {
  carryOut(order).then(
    answer => process.send?.({ id, answer }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
