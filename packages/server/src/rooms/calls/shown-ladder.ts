import type { LiveCallEvent } from '@lianxian/contract';
import { type LadderMessage, maskedText } from '../live/index.ts';

/** SIP of a call as its viewer may see it; numbers are masked for who lacks `phone:unmask`. */
const masked = (message: LadderMessage, phone: string): LadderMessage => ({
  ...message,
  text: maskedText(message.text, phone),
});

export const ladderView = (
  row: { readonly phone: string; readonly messages: unknown },
  seesPhones: boolean,
): LadderMessage[] => {
  // Written by ourselves, message for message as the contract has them.
  const messages = (row.messages ?? []) as readonly LadderMessage[];
  return messages.map(message => (seesPhones ? message : masked(message, row.phone)));
};

export const maskedEvent = (event: LiveCallEvent, phone: string): LiveCallEvent =>
  event.kind === 'sip' ? { ...event, message: masked(event.message, phone) } : event;
