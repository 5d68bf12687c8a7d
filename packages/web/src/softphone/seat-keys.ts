import { isTyping, keys, presses } from '../ui/keys.ts';
import { answer, hold, mute } from './seat.ts';
import { useSeat } from './seat-store.ts';

const pressable = 'button, a[href], summary, [role="button"], [role^="menuitem"], [role="option"]';
/** Enter on what one has before one presses that. */
const isOnButton = ({ target }: KeyboardEvent) => target instanceof Element && target.closest(pressable) !== null;

/** The number field of the header, while the seat is online. False: there is none. */
const toDialField = (): boolean => {
  const field = document.querySelector<HTMLElement>('.softphone-dial input');
  field?.focus();
  return field !== null;
};

/** Did the key mean something to the seat (look.md 3)? Asked where no one types and no dialog is open. */
export const takeSeatKey = (event: KeyboardEvent): boolean => {
  if (isTyping(event)) return false;
  if (presses(event, keys.call.dial)) return toDialField();
  const { call } = useSeat.getState();
  if (call === null || call.status === 'ended') return false;
  if (call.status === 'ringing') {
    if (!presses(event, keys.call.answer) || isOnButton(event)) return false;
    answer();
    return true;
  }
  if (presses(event, keys.call.mute)) mute(!call.isMuted);
  else if (presses(event, keys.call.hold) && call.status === 'answered') hold(!call.isHeld);
  else return false;
  return true;
};
