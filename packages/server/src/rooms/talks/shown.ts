import type { OutputOf, TalkLine, talkEndpoints } from '@lianxian/contract';
import type { Ask, CompiledPlan, Understood } from '@lianxian/core';
import type { Replay, ReplayedNote } from '@lianxian/core/simulation';
import { isReal, type TalkRun } from './run.ts';

/** A plan ready to be talked to. */
export interface TalkPlan {
  readonly compiled: CompiledPlan;
  /** Of the draft; 0 for a version. */
  readonly rev: number;
}

type Result = OutputOf<typeof talkEndpoints.run>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

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

const nameOf = (plan: CompiledPlan, id: string): string =>
  plan.nodes.get(id)?.name ?? plan.knowledge.get(id)?.name ?? '';

const notLeft = { leftBy: '', leftName: '' };

/** Lines in order; answers kept and ways taken stand with the callee's line they came of. */
const linesOf = (plan: CompiledPlan, run: Replay): readonly TalkLine[] => {
  const lines: Mutable<TalkLine>[] = [];
  const byNumber = new Map<number, Mutable<TalkLine>>();
  const waits = new Map(run.waits.map(({ move, ms }) => [move, ms]));
  const add = (
    move: number,
    line: number | null,
    part: Pick<TalkLine, 'by' | 'atMs' | 'text' | 'node'> & Partial<TalkLine>,
  ) => {
    const made: Mutable<TalkLine> = {
      move,
      nodeName: nameOf(plan, part.node),
      understood: null,
      missed: false,
      heardMs: null,
      replyMs: null,
      kept: [],
      ...notLeft,
      sentence: null,
      ...part,
    };
    lines.push(made);
    if (line !== null) byNumber.set(line, made);
  };
  const take = ({ note, move, sentence }: ReplayedNote) => {
    const lastSaid = () => lines.findLast(line => line.by === 'callee' || line.by === 'key');
    switch (note.type) {
      case 'robot.said':
        add(move, note.line, {
          by: 'robot',
          atMs: note.at,
          text: note.text,
          node: note.node,
          sentence: sentence ? { text: sentence.text, values: { ...sentence.values } } : null,
        });
        break;
      case 'robot.interrupted': {
        const line = byNumber.get(note.line);
        if (line) line.heardMs = Math.round(note.heardMs);
        break;
      }
      case 'callee.said':
      case 'callee.keyed': {
        const isKey = note.type === 'callee.keyed';
        add(move, note.line, {
          by: isKey ? 'key' : 'callee',
          atMs: note.at,
          text: isKey ? note.keys : note.text,
          node: note.node,
          understood: note.understood && understoodView(note.understood),
          missed: isKey ? note.understood === null : note.missed,
          replyMs: waits.get(move) ?? null,
        });
        break;
      }
      case 'answer.kept':
        lastSaid()?.kept.push({ variable: note.variable, label: note.label, value: note.value });
        break;
      case 'node.left': {
        const line = lastSaid();
        if (line?.move === move && line.leftBy === '') Object.assign(line, { leftBy: note.by, leftName: note.name });
        break;
      }
      case 'asked':
        add(move, null, { by: 'note', atMs: note.at, text: `${note.kind} ${note.outcome}`, node: note.node });
        break;
      default:
        break;
    }
  };
  for (const note of run.notes) take(note);
  return lines;
};

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
