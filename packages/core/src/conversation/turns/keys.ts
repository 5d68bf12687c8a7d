import { after } from '../../kit/index.ts';
import { LONGEST_PHONE, mobile, phoneIn } from '../answers/figures.ts';
import type { Understood } from '../events/events.ts';
import type { Accepts, CollectNode, MenuNode } from '../plan/plan.ts';
import { KEY_PAUSE_MS } from '../walk/limits.ts';
import { comeBack } from '../walk/path.ts';
import { currentNode } from '../walk/routing.ts';
import { keepAnswer } from '../walk/settling.ts';
import { stopSpeaking } from '../walk/speaking.ts';
import { clearTimer, type Draft, nextLine, patch, setTimer } from '../walk/state.ts';
import { go } from '../walk/walking.ts';
import { noteSaid } from './turn-notes.ts';
import { missed } from './turns.ts';

/*
 * Phone keys. At a menu one key chooses; at a collect node of kind `keys` they add up until the end key, the longest
 * number, or a pause. A key stops any prompt but one that is never interrupted: there it is kept like a word.
 */

/** A key while the robot listens, or the callee talks. */
export const keyPressed = (draft: Draft, key: string): string | undefined => {
  if (!wantsKeys(draft)) return 'no keys are asked for here';
  if (!/^[0-9*#]$/.test(key)) return 'not a key of a phone';
  comeBack(draft);
  addKey(draft, key);
  settleKeys(draft);
  return undefined;
};

/** A key while the robot speaks. */
export const keyOver = (draft: Draft, key: string): string | undefined => {
  if (!wantsKeys(draft)) return 'no keys are asked for here';
  if (!/^[0-9*#]$/.test(key)) return 'not a key of a phone';
  addKey(draft, key);
  if (draft.state.queue[0]?.interruption.when === 'never') return undefined;
  stopSpeaking(draft);
  comeBack(draft);
  settleKeys(draft);
  return undefined;
};

/** The pause after the last key is over: that was the number. */
export const keysPaused = (draft: Draft): Draft => {
  const node = currentNode(draft);
  const pressed = draft.state.keys?.pressed ?? '';
  if (node.kind === 'collect') closeNumber(draft, node, pressed);
  return draft;
};

const wantsKeys = (draft: Draft): boolean => {
  const node = currentNode(draft);
  return node.kind === 'menu' || (node.kind === 'collect' && numberRules(node.accepts) !== null);
};

/** How many keys, and which ends them; null where none are asked for. A phone may be spoken or pressed. */
const numberRules = (accepts: Accepts): Pick<Extract<Accepts, { type: 'keys' }>, 'min' | 'max' | 'end'> | null => {
  if (accepts.type === 'keys') return accepts;
  return accepts.type === 'phone' ? { min: 7, max: LONGEST_PHONE, end: '#' } : null;
};

const addKey = (draft: Draft, key: string): Draft => {
  const { keys } = draft.state;
  patch(draft, { keys: { pressed: (keys?.pressed ?? '') + key, since: keys?.since ?? draft.at } });
  return draft;
};

/** Acts on the keys pressed so far. */
export const settleKeys = (draft: Draft): Draft => {
  const node = currentNode(draft);
  const pressed = draft.state.keys?.pressed ?? '';
  if (node.kind === 'menu') return choose(draft, node, pressed[0] ?? '');
  const rules = node.kind === 'collect' ? numberRules(node.accepts) : null;
  if (node.kind !== 'collect' || rules === null) return draft;
  const { end, max } = rules;
  const number = end !== null && pressed.includes(end) ? pressed.slice(0, pressed.indexOf(end)) : pressed;
  const isMobile = node.accepts.type === 'phone' && mobile.test(number);
  if (number !== pressed || number.length >= max || isMobile) return closeNumber(draft, node, number);
  clearTimer(draft, 'silence');
  clearTimer(draft, 'sentenceEnd');
  patch(draft, { kind: 'keying', turn: null });
  setTimer(draft, 'keys', after(draft.at, KEY_PAUSE_MS));
  return draft;
};

const choose = (draft: Draft, node: MenuNode, key: string): Draft => {
  const choice = node.keys.find(option => option.key === key);
  noteKeys(draft, key, choice ? { meaning: `key:${key}`, name: choice.label, by: 'key', matched: key } : null);
  return choice ? go(draft, `key:${key}`, choice.to) : missed(draft);
};

const closeNumber = (draft: Draft, node: CollectNode, number: string): Draft => {
  const { accepts } = node;
  const value = accepts.type === 'phone' ? phoneIn(number) : fits(accepts, number) ? number : null;
  noteKeys(draft, number, value === null ? null : { meaning: 'collected', name: '', by: 'key', matched: number });
  return value === null ? missed(draft) : keepAnswer(draft, { value, line: draft.state.lines });
};

const fits = (accepts: Accepts, number: string): boolean =>
  accepts.type === 'keys' && number.length >= accepts.min && number.length <= accepts.max && /^\d+$/.test(number);

const noteKeys = (draft: Draft, keys: string, understood: Understood | null): Draft => {
  const { turn } = draft.state;
  if (turn && turn.texts.length > 0) noteSaid(draft, turn, null);
  const at = draft.state.keys?.since ?? draft.at;
  const line = nextLine(draft);
  const { counts, node } = draft.state;
  patch(draft, { keys: null, turn: null, counts: { ...counts, turns: counts.turns + 1 } });
  draft.effects.push({ type: 'note', note: { type: 'callee.keyed', at, line, keys, node, understood } });
  return draft;
};
