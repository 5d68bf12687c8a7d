import { type CalleeLine, type CompiledPlan, isExit, meaningBefore } from '@lianxian/core';
import { asIfDone, asIfFailed, createTypedTalk, isMeant, type TypedTalk } from '@lianxian/core/simulation';
import type { TalkAction, TalkEnd, TalkFile, TalkTurn } from './talk-file.ts';

/** The world answers after so long. */
const WORLD_MS = 300;

/** Runs a conversation kept as a file in virtual time. Answers every departure from it, as sentences; none is good. */
export const runTalkFile = (plan: CompiledPlan, file: TalkFile): readonly string[] => {
  let isTaken = false;
  const talk = createTypedTalk(plan, ask => {
    const answer = ask.type === 'transfer' && isTaken ? asIfDone(ask) : asIfFailed();
    return { answer, afterMs: WORLD_MS };
  });
  talk.begin(file.variables, file.minuteOfDay);
  const wrong = file.turns.flatMap((turn, index) => {
    isTaken = turn.isTaken;
    return runTurn(talk, turn).map(sentence => `turn ${index + 1} (${describe(turn.action)}): ${sentence}`);
  });
  if (!file.ends) return wrong;
  talk.letFinish();
  return [...wrong, ...endFaults(talk, file.ends)];
};

const describe = (action: TalkAction): string => ('text' in action ? action.text : action.does);

const runTurn = (talk: TypedTalk, turn: TalkTurn): readonly string[] => {
  const before = talk.talk().notes;
  const askedAt = perform(talk, turn.action);
  const lines = talk.talk().lines.filter(({ nth }) => nth >= before);
  const { state } = talk;
  const node = state().plan.nodes.get(state().node)?.name ?? '';
  const understood = lines.findLast((line): line is CalleeLine => line.by !== 'robot')?.understood;
  const robot = lines.filter(({ by, at }) => by === 'robot' && at >= askedAt);
  const took = robot[0] ? Math.round(robot[0].at - askedAt) : null;
  return [
    ...expected('the flow stands at', turn.node, node),
    ...understoodFaults(state().plan, turn.understood, understood?.meaning ?? ''),
    ...(turn.hears === undefined || robot.some(({ text }) => text.includes(turn.hears ?? ''))
      ? []
      : [`the robot says ${JSON.stringify(robot.map(({ text }) => text))}, without 「${turn.hears}」`]),
    ...(turn.within === undefined || (took !== null && took <= turn.within)
      ? []
      : [`the robot begins after ${took} ms, not within ${turn.within}`]),
  ];
};

/** Files of earlier releases name a meaning by its word, or an intent by its name. */
const meaningOf = ({ plan }: CompiledPlan, written: string): string => {
  if (written === 'none' || written === '没听懂') return '';
  return isExit(written) ? written : meaningBefore(plan, written);
};

const understoodFaults = (plan: CompiledPlan, written: string | undefined, is: string): readonly string[] => {
  if (written === undefined) return [];
  const wanted = meaningOf(plan, written);
  return isMeant(plan, is, wanted) ? [] : [`it is understood as ${is || 'none'}, not ${wanted || 'none'}`];
};

/** Does what the turn says and waits for the robot's reply. Answers since when that counts: the callee's last sound. */
const perform = (talk: TypedTalk, action: TalkAction): number => {
  const since = talk.now();
  switch (action.does) {
    case 'say':
      talk.say(action.text);
      break;
    case 'over':
      talk.sayOver(action.text, action.after);
      break;
    case 'cough':
      talk.cough(action.after, action.ms);
      break;
    case 'press':
      talk.press(action.keys);
      break;
    case 'listen':
      talk.letFinish();
      return since;
    case 'hangUp':
      talk.hangUp();
      return since;
    case 'silent':
      talk.wait(action.ms);
      return since;
  }
  const lastSound = talk.lastSound();
  talk.letReply();
  return lastSound;
};

const endFaults = (talk: TypedTalk, end: TalkEnd): readonly string[] => {
  const { summary } = talk.talk();
  if (!summary) return [`the call has not ended: the robot is ${talk.state().kind}`];
  return [
    ...expected('the level is', end.level, summary.level),
    ...expected('the level rule is', end.rule, summary.levelRule),
    ...expected('the call was ended by', end.by, summary.endedBy),
    ...expected('the last node is', end.lastNode, summary.lastNode),
    ...expected(
      'the answers are',
      end.answers && JSON.stringify(sorted(end.answers)),
      JSON.stringify(sorted(summary.answers)),
    ),
  ];
};

const expected = (what: string, wanted: string | undefined, is: string): readonly string[] =>
  wanted === undefined || wanted === is ? [] : [`${what} ${is}, not ${wanted}`];

const sorted = (answers: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1));
