import type { OutputOf, TalkLine, talkEndpoints } from '@lianxian/contract';
import {
  type Ask,
  type CalleeLine,
  type CompiledPlan,
  isCallees,
  type RobotLine,
  type TalkAsk,
  type TalkStep,
  type Understood,
} from '@lianxian/core';
import { type Coverage, moveOf, type Replay } from '@lianxian/core/simulation';
import { isReal, type TalkRun } from './run.ts';

/** A plan ready to be talked to. */
export interface TalkPlan {
  readonly compiled: CompiledPlan;
  /** Of the draft; 0 for a version. */
  readonly rev: number;
}

type Result = OutputOf<typeof talkEndpoints.run>;

/** A talk as a page shows it. Times are from the answer of the call, in ms. */
export const talkView = ({ compiled, rev }: TalkPlan, { run, moves }: TalkRun): Result => {
  const { state, summary, pending, ended } = run;
  return {
    rev,
    moves: [...moves],
    done: run.done,
    lines: [...linesOf(compiled, run)],
    steps: state.path.filter(({ knowledge }) => !knowledge).map(({ node, leftBy }) => ({ node, by: leftBy })),
    at: ended ? null : state.node,
    variables: { ...state.values },
    awaits: ended ? 'nothing' : pending !== null ? 'world' : state.kind === 'keying' ? 'keys' : 'listening',
    ask: pending && askView(compiled, pending.what),
    ended,
    endedBy: ended ? (summary?.endedBy ?? '') : '',
    level: summary?.level ?? null,
    levelRule: summary?.levelRule ?? '',
    tags: [...(summary?.tags ?? [])],
    facts: (summary?.facts ?? null) as Result['facts'],
    turns: state.counts.turns,
    nowMs: run.now,
  };
};

/** What of a plan conversations have walked. */
export const coverageView = ({ nodes, ways }: Coverage): OutputOf<typeof talkEndpoints.town>['coverage'] => ({
  nodes: [...nodes.covered],
  allNodes: nodes.all,
  ways: [...ways.covered],
  missedWays: [...ways.missed],
});

const nameOf = (plan: CompiledPlan, id: string): string =>
  plan.nodes.get(id)?.name ?? plan.knowledge.get(id)?.name ?? '';

/** What happened, in order; answers kept and ways taken stand with the callee's line they came of. */
const linesOf = (plan: CompiledPlan, run: Replay): readonly TalkLine[] => {
  const { lines, path } = run.talk;
  const spoken = lines.flatMap(line => {
    if (line.by === 'robot') return [{ nth: line.nth, line: robotLine(plan, run, line) }];
    return isCallees(line) && line.isWhole ? [{ nth: line.nth, line: calleeLine(plan, run, line) }] : [];
  });
  const asked = path.flatMap(step => step.asked.flatMap(ask => askLines(plan, run, step, ask)));
  return [...spoken, ...asked].sort((one, other) => one.nth - other.nth).map(({ line }) => line);
};

/** A line of which only that is known. */
const bareLine = (
  plan: CompiledPlan,
  { move, ...part }: Pick<TalkLine, 'move' | 'by' | 'atMs' | 'text' | 'node'>,
): TalkLine => ({
  move,
  nodeName: nameOf(plan, part.node),
  understood: null,
  missed: false,
  heardMs: null,
  replyMs: null,
  kept: [],
  leftBy: '',
  leftName: '',
  sentence: null,
  ...part,
});

const robotLine = (plan: CompiledPlan, run: Replay, line: RobotLine): TalkLine => {
  const { at, text, node, interrupted } = line;
  const sentence = run.notes[line.nth]?.sentence;
  return {
    ...bareLine(plan, { move: moveOf(run, line), by: 'robot', atMs: at, text, node }),
    heardMs: interrupted && Math.round(interrupted.heardMs),
    sentence: sentence ? { text: sentence.text, values: { ...sentence.values } } : null,
  };
};

const calleeLine = (plan: CompiledPlan, run: Replay, line: CalleeLine): TalkLine => {
  const { by, at, text, node, understood, missed, kept, way } = line;
  const move = moveOf(run, line);
  return {
    ...bareLine(plan, { move, by, atMs: at, text, node }),
    understood: understood && understoodView(understood),
    missed,
    replyMs: run.waits.findLast(wait => wait.move === move)?.ms ?? null,
    kept: kept.map(({ variable, label, value }) => ({ variable, label, value })),
    // A way that the robot took later, by itself, came of nothing that was said.
    ...(way && moveOf(run, way) === move && { leftBy: way.by, leftName: way.name }),
  };
};

const askLines = (plan: CompiledPlan, run: Replay, { node }: TalkStep, { kind, answer, ...asked }: TalkAsk) =>
  [{ ...asked, outcome: 'asked' }, ...(answer ? [answer] : [])].map(({ nth, at, outcome }) => ({
    nth,
    line: bareLine(plan, { move: moveOf(run, { nth }), by: 'note', atMs: at, text: `${kind} ${outcome}`, node }),
  }));

const understoodView = ({ meaning, name, by, matched, score }: Understood) => ({
  meaning,
  name,
  by,
  matched,
  ...(score !== undefined && { score }),
});

const askView = (plan: CompiledPlan, ask: Ask): NonNullable<Result['ask']> => ({
  type: ask.type,
  node: ask.node,
  nodeName: nameOf(plan, ask.node),
  detail: detailOf(ask),
  choices: [...choicesOf(ask)],
  mayBeReal: isReal(ask),
});

const detailOf = (ask: Ask): string => {
  switch (ask.type) {
    case 'webhook':
      return `${ask.method} ${ask.url}`;
    case 'sms':
      return ask.template;
    case 'transfer':
      return ask.to.type === 'outside' ? ask.to.number : '';
    case 'llm':
      return ask.goal;
    case 'meaning':
      return ask.text;
  }
};

const choicesOf = (ask: Ask): readonly { readonly id: string; readonly name: string }[] => {
  switch (ask.type) {
    case 'webhook':
      return ask.keeps.map(({ variable }) => ({ id: variable, name: variable }));
    case 'llm':
      return ask.exits.map(({ id, name }) => ({ id, name }));
    case 'meaning':
      return ask.choices.map(({ id, name }) => ({ id, name }));
    default:
      return [];
  }
};
