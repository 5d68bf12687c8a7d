import { id } from '@lianxian/contract';
import { z } from 'zod';

/** What a page that shows `/openSip` in a frame says to it, and hears from it (docs/open-sip.md). */
const command = z.discriminatedUnion('command', [
  z.object({ command: z.literal('dial'), to: z.string().min(1).max(200), planId: id.optional() }),
  z.object({ command: z.literal('answer') }),
  z.object({ command: z.literal('hangUp') }),
  z.object({ command: z.literal('hold'), on: z.boolean() }),
  z.object({ command: z.literal('mute'), on: z.boolean() }),
  z.object({ command: z.literal('keys'), keys: z.string().regex(/^[0-9*#A-D]{1,20}$/) }),
  z.object({ command: z.literal('online') }),
  z.object({ command: z.literal('offline') }),
  z.object({ command: z.literal('state') }),
]);
export const frameMessage = z.object({ lianxian: z.literal(1) }).and(command);
export type FrameCommand = z.output<typeof command>;

/** The call as another system's page may have it. */
interface FrameCall {
  readonly callId: string | null;
  readonly direction: 'in' | 'out';
  readonly phone: string;
  readonly status: 'dialling' | 'ringing' | 'answered' | 'ended';
  readonly answeredAt: number | null;
  readonly isHeld: boolean;
  readonly isMuted: boolean;
}

export type FrameEvent =
  | { readonly event: 'state'; readonly state: string; readonly reason: string }
  | { readonly event: 'call'; readonly call: FrameCall | null }
  | {
      readonly event: 'ended';
      readonly callId: string | null;
      readonly endedBy: string | null;
      readonly because: string | null;
    }
  /** What was said makes no sense, or may not be done now. */
  | { readonly event: 'refused'; readonly because: 'unknown' | 'notNow' };
