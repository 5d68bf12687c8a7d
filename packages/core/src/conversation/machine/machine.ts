import { after, type Instant, ignored, moved, type Step } from '../../kit/index.ts';
import type { ConversationEffect, ConversationEvent } from '../events/events.ts';
import {
  greetingPaused,
  greetingSentence,
  greetingSpoken,
  hearBeside,
  hearOver,
  hearSentence,
  hearWhileAsking,
  hearWords,
  type SaidSentence,
  showWords,
  speakOver,
  startHearing,
  voiceBegan,
  voiceEnded,
  voicePaused,
  voicePausedWhileAsking,
} from '../turns/hearing.ts';
import { keyOver, keyPressed, keysPaused } from '../turns/keys.ts';
import { asksToBeLetGo, letGo } from '../turns/letting-go.ts';
import { missed, silent, takeTurn } from '../turns/turns.ts';
import { sayFiller } from '../walk/asking.ts';
import { GREETING_WAIT_MS, LONGEST_GREETING_MS, LONGEST_VOICE_MS, TIMER_SLACK_MS } from '../walk/limits.ts';
import { saying } from '../walk/speaking.ts';
import {
  type ConversationKind,
  type ConversationState,
  clearTimer,
  type Draft,
  nextLine,
  patch,
  setTimer,
} from '../walk/state.ts';
import { enter } from '../walk/walking.ts';
import { askAnswered, askTimedOut } from './answering.ts';
import { balanceOut, callEnded, hangUpAtOnce, tooLong } from './ending.ts';
import { farewellEnded, fillerOver, noteCut, promptEnded, promptStopped, warningOver } from './prompts.ts';

/**
 * The conversation machine: a plan talking to one callee (docs/conversation.md). The same machine runs a call beside its
 * prompts, a test talk, and the simulator.
 *
 *   fresh ──started──▶ greeting ──「喂？」 or a pause──▶ saying ◀──────────────┐
 *                                                     │  ▲  prompt over      │ acted on
 *                                   voice that may    │  │                   │
 *                                   stop it           ▼  └── silence ── listening ──key──▶ keying
 *                                                  hearing ◀──── voice ─────┘
 *   saying ──a node that asks the world──▶ asking ──answer, or its limit──▶ saying; a person took the call──▶ handed
 *   any ──hang-up node, gave up, too long, no money left──▶ parting ──said──▶ leaving ──call.ended──▶ ended
 *
 * Invariants: the robot speaks, or a timer runs that will make it speak, or the call is ending (no dead air); one prompt
 * at a time; nothing is said after a hang-up was asked for; every event in every state is moved or ignored, for all of
 * them come from a network, a clock or a person.
 */
export const stepConversation = (
  state: ConversationState,
  event: ConversationEvent,
  at: Instant,
): Step<ConversationState, ConversationEffect> => {
  const draft: Draft = { at, state, effects: [] };
  const because = handle(draft, event);
  return because === undefined ? moved(draft.state, ...draft.effects) : ignored(state, because);
};

type Because = string | undefined;
type Started = Extract<ConversationEvent, { readonly type: 'conversation.started' }>;

const handle = (draft: Draft, event: ConversationEvent): Because => {
  const { kind } = draft.state;
  if (kind === 'ended') return 'the call is over';
  switch (event.type) {
    case 'conversation.started':
      return kind === 'fresh' ? start(draft, event) : 'it has started already';
    case 'call.ended':
      return done(callEnded(draft, event.by));
    case 'balance.out':
      return whenOut[kind](draft, event.leftMs);
    case 'prompt.finished':
      return ended(draft, event.prompt);
    case 'prompt.stopped':
      return stopped(draft, event.prompt, event.heardMs);
    case 'timer.fired':
      return fired(draft, event.timer);
    case 'callee.speaking':
      return whenSpeaking[kind](draft);
    case 'callee.quiet':
      return draft.state.voiceSince === null ? 'it was quiet' : whenQuiet[kind](draft);
    case 'callee.words':
      return whenWords[kind](draft, event.text);
    case 'callee.sentence':
      return whenSentence[kind](draft, event);
    case 'ask.answered':
      return askAnswered(draft, event.ask, event.answer);
    case 'callee.key':
      return whenKey[kind](draft, event.key);
    case 'person.sentence':
      return kind === 'fresh' ? notBegun() : personSaid(draft, event);
  }
};

/** What a handler that always moves answers. */
const done = (_: Draft): Because => undefined;
type ByKind<A extends readonly unknown[]> = Readonly<Record<ConversationKind, (draft: Draft, ...more: A) => Because>>;

/** What comes after a prompt, by what the robot is at. */
const ended = (draft: Draft, prompt: number): Because => {
  const { kind } = draft.state;
  if (kind === 'parting') return farewellEnded(draft, prompt);
  if (kind === 'handed') return warningOver(draft, prompt);
  return kind === 'asking' ? fillerOver(draft, prompt) : promptEnded(draft, prompt);
};

const notBegun = () => 'it has not started';
const goingAway = () => 'the robot has hung up';
const notItsTurn = () => 'the robot has no part in it';
const over = { fresh: notBegun, leaving: goingAway, ended: () => 'the call is over' };

const whenSpeaking: ByKind<[]> = {
  ...over,
  greeting: draft => done(greetingSpoken(draft)),
  saying: draft => (draft.state.voiceSince === null ? done(speakOver(draft)) : 'the voice goes on'),
  listening: draft => done(startHearing(draft)),
  keying: draft => done(voiceBegan(draft)),
  hearing: draft => {
    voiceBegan(draft);
    const held = draft.state.turn && draft.state.turn.texts.length > 0;
    if (!held) setTimer(draft, 'sentenceEnd', after(draft.at, LONGEST_VOICE_MS));
    return undefined;
  },
  asking: draft => done(voiceBegan(draft)),
  handed: draft => done(voiceBegan(draft)),
  parting: draft => done(voiceBegan(draft)),
};

const whenQuiet: ByKind<[]> = {
  ...over,
  greeting: draft => done(greetingPaused(draft)),
  saying: draft => done(voiceEnded(draft)),
  listening: draft => done(voiceEnded(draft)),
  hearing: draft => done(voicePaused(draft)),
  keying: draft => done(voiceEnded(draft)),
  asking: draft => done(voicePausedWhileAsking(draft)),
  handed: draft => done(voiceEnded(draft)),
  parting: draft => done(voiceEnded(draft)),
};

const whenWords: ByKind<[string]> = {
  ...over,
  greeting: (draft, text) => done(showWords(draft, text)),
  saying: (draft, text) => done(showWords(draft, text)),
  listening: (draft, text) => done(hearWords(draft, text)),
  hearing: (draft, text) => done(hearWords(draft, text)),
  keying: (draft, text) => done(hearWords(draft, text)),
  asking: (draft, text) => done(showWords(draft, text)),
  handed: (draft, text) => done(showWords(draft, text)),
  parting: (draft, text) => done(showWords(draft, text)),
};

const whenSentence: ByKind<[SaidSentence]> = {
  ...over,
  greeting: greetingSentence,
  saying: hearOver,
  listening: hearSentence,
  hearing: hearSentence,
  keying: hearSentence,
  asking: hearWhileAsking,
  handed: hearBeside,
  parting: hearBeside,
};

const whenKey: ByKind<[string]> = {
  ...over,
  greeting: () => 'no keys are asked for here',
  saying: keyOver,
  listening: keyPressed,
  hearing: keyPressed,
  keying: keyPressed,
  asking: () => 'no keys are asked for here',
  handed: notItsTurn,
  parting: () => 'the robot takes its leave',
};

const runsOut = (draft: Draft, leftMs: number): Because => done(balanceOut(draft, leftMs));
const whenOut: ByKind<[number]> = {
  ...over,
  greeting: runsOut,
  saying: runsOut,
  listening: runsOut,
  hearing: runsOut,
  keying: runsOut,
  asking: runsOut,
  handed: runsOut,
  parting: () => 'the robot takes its leave',
};

const start = (draft: Draft, { variables: values, minuteOfDay, date }: Started): Because => {
  patch(draft, { kind: 'greeting', startedAt: draft.at, values, minuteOfDay, date: date ?? null });
  setTimer(draft, 'longest', after(draft.at, draft.state.plan.plan.defaults.longestMs));
  setTimer(draft, 'silence', after(draft.at, GREETING_WAIT_MS));
  setTimer(draft, 'sentenceEnd', after(draft.at, LONGEST_GREETING_MS));
  return undefined;
};

/** The robot opens: the announcement where the plan has one, then the root of the plan. */
const open = (draft: Draft): Draft => {
  clearTimer(draft, 'silence');
  clearTimer(draft, 'sentenceEnd');
  if (asksToBeLetGo(draft)) return letGo(draft);
  const { plan } = draft.state.plan;
  const root = draft.state.plan.flows.get(plan.rootFlow)!.rootNode;
  const { announcement } = plan.defaults;
  const how = { interruption: { when: 'never' }, asks: false } as const;
  enter(draft, root, announcement === '' ? [] : [saying(announcement, root, how)]);
  return draft;
};

/** Shown where it was said, and acted on by nobody. */
const personSaid = (
  draft: Draft,
  { party, text }: Extract<ConversationEvent, { readonly type: 'person.sentence' }>,
): Because => {
  if (text.trim() === '') return 'an empty sentence';
  const note = { at: draft.at, line: nextLine(draft), party, side: 'seat', text } as const;
  draft.effects.push({ type: 'note', note: { type: 'person.said', ...note } });
  return undefined;
};

/** A prompt that was asked to stop has; one that stops by itself could not be voiced, and the talk goes on without it. */
const stopped = (draft: Draft, prompt: number, heardMs: number): Because => {
  if (draft.state.queue[0]?.prompt !== prompt) return promptStopped(draft, prompt, heardMs);
  noteCut(draft, prompt, heardMs - (draft.state.queue[0].fromMs ?? 0));
  return ended(draft, prompt);
};

const fired = (draft: Draft, timer: keyof ConversationState['timers']): Because => {
  const { kind, timers, turn } = draft.state;
  const due = timers[timer];
  if (due === undefined) return 'the timer was cleared';
  if (draft.at + TIMER_SLACK_MS < due) return 'the timer was set anew';
  clearTimer(draft, timer);
  if (timer === 'longest') return done(kind === 'parting' || kind === 'handed' ? hangUpAtOnce(draft) : tooLong(draft));
  if (kind === 'greeting') return done(open(draft));
  if (timer === 'keys') return done(keysPaused(draft));
  if (timer === 'ask') return done(askTimedOut(draft));
  if (timer === 'filler') return done(sayFiller(draft));
  if (timer === 'silence') return done(silent(draft));
  return done(turn && turn.texts.length > 0 ? takeTurn(draft) : missed(draft));
};
