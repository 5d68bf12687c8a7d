import { z } from 'zod';

/** What the relay tells of a call; moments are of the machine's clock, in ms. */
const moment = z.number().nullable();
const seenCall = z.object({
  callId: z.string(),
  phone: z.string(),
  invitedAt: z.number(),
  /** Its INVITE was kept back. */
  heldAt: moment,
  ringingAt: moment,
  answeredAt: moment,
  /** ACK of the answer. */
  confirmedAt: moment,
  /** BYE or CANCEL. */
  hungUpAt: moment,
  hungUpBy: z.enum(['platform', 'carrier']).nullable(),
  refusedWith: z.number().nullable(),
});
export type SeenCall = z.infer<typeof seenCall>;

export const fromRelay = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), port: z.number() }),
  z.object({ type: z.literal('call'), call: seenCall }),
]);
export type FromRelay = z.infer<typeof fromRelay>;

export const toRelay = z.discriminatedUnion('type', [
  /** From now on INVITEs of new calls are kept back. */
  z.object({ type: z.literal('hold') }),
  /** What was kept back goes on to the carrier, or is lost. */
  z.object({ type: z.literal('letGo'), forward: z.boolean() }),
]);
export type ToRelay = z.infer<typeof toRelay>;
