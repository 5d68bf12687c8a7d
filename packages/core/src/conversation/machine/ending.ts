import { after, instant } from '../../kit/index.ts';
import type { ConversationSummary, EndedBy } from '../events/events.ts';
import { levelOf } from '../levels/levels.ts';
import type { Exit } from '../plan/exit.ts';
import { noteSaid } from '../turns/turn-notes.ts';
import { takeLastWords } from '../turns/turns.ts';
import { unask } from '../walk/asking.ts';
import { factsOf } from '../walk/facts.ts';
import { FAREWELL_MS } from '../walk/limits.ts';
import { comeBack, leave } from '../walk/path.ts';
import { hangUp, stopSpeaking } from '../walk/speaking.ts';
import { clearTimer, type Draft, patch, setTimer } from '../walk/state.ts';
import { part, warnBoth } from '../walk/walking.ts';

const endedBy = {
  callee: 'calleeHungUp',
  robot: 'robotHungUp',
  user: 'userHungUp',
  platform: 'platformHungUp',
} as const;

/** The longest call is over. */
export const tooLong = (draft: Draft): Draft => takeLeave(draft, 'tooLong');

/**
 * The talk can be paid for so long yet: the robot takes its leave now. Two people are told and have the rest of it; who was
 * handed the callee hears the same sentence.
 */
export const balanceOut = (draft: Draft, leftMs: number): Draft => {
  if (draft.state.kind !== 'handed') return takeLeave(draft, 'platformHungUp');
  const { timers, queue } = draft.state;
  const last = after(draft.at, leftMs);
  setTimer(draft, 'longest', instant(Math.min(last, timers.longest ?? last)));
  return queue.length > 0 ? draft : warnBoth(draft);
};

/** A farewell, for which there is a limit too. */
const takeLeave = (draft: Draft, by: Exit): Draft => {
  const { turn } = draft.state;
  if (turn && turn.texts.length > 0) noteSaid(draft, turn, null);
  unask(draft);
  stopSpeaking(draft);
  comeBack(draft);
  part(draft, by);
  if (draft.state.kind === 'parting') setTimer(draft, 'longest', after(draft.at, FAREWELL_MS));
  return draft;
};

/** The farewell itself took too long, or two people who need none. */
export const hangUpAtOnce = (draft: Draft): Draft => {
  stopSpeaking(draft);
  hangUp(draft);
  return draft;
};

/** The call is over, whoever ended it: closes what is open and sums up. */
export const callEnded = (draft: Draft, by: EndedBy): Draft => {
  unask(draft);
  for (const timer of ['silence', 'sentenceEnd', 'keys', 'longest'] as const) clearTimer(draft, timer);
  const { turn, partingBy } = draft.state;
  if (turn && turn.texts.length > 0) takeLastWords(draft, turn);
  const heardMs = by === 'callee' ? heardOfSentence(draft) : null;
  comeBack(draft);
  leave(draft, by === 'robot' ? (partingBy ?? endedBy.robot) : endedBy[by]);
  patch(draft, { kind: 'ended', queue: [], turn: null, keys: null, voiceSince: null });
  draft.effects.push({
    type: 'note',
    note: { type: 'ended', at: draft.at, summary: { ...summaryOf(draft, by), heardMs } },
  });
  return draft;
};

/** How much of a sentence is out that the robot is saying now; null while it is quiet. */
const heardOfSentence = ({ state: { queue }, at }: Draft): number | null => {
  const since = queue[0]?.since ?? null;
  return since === null ? null : at - since;
};

const summaryOf = (draft: Draft, by: EndedBy): ConversationSummary => {
  const { plan, counts, path, answers, node } = draft.state;
  const facts = factsOf(draft, by);
  const lastNode = plan.nodes.get(node)?.name ?? '';
  return {
    ...levelOf(plan.plan.levelRules, facts),
    facts,
    turns: counts.turns,
    answers,
    path,
    lastNode,
    endedBy: by,
  };
};
