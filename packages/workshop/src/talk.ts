import { createInterface } from 'node:readline';
import { exitWord } from '@lianxian/contract';
import type { ConversationSummary, SpokenLine, TalkView } from '@lianxian/core';
import { createTypedTalk, type TypedTalk } from '@lianxian/core/simulation';
import { planCalled } from './talk-plans.ts';

/**
 * `npm run talk [plan]`: talk to a plan in the terminal. A line is a sentence; `#12` presses keys; an empty line is
 * silence until the robot asks; `! text` speaks into what the robot says; `.` hangs up. The clock is virtual.
 */
const SPEAK_OVER_AFTER_MS = 2_000;
const SILENCE_MS = 4_000;

const seconds = (at: number): string => `${(at / 1000).toFixed(1)}s`.padStart(7);

/** A line of the terminal, and which note it came of. */
interface Printed {
  readonly nth: number;
  readonly text: string;
}

const ofLine = (line: SpokenLine): readonly Printed[] => {
  const at = seconds(line.at);
  if (line.by === 'robot') {
    const { interrupted } = line;
    const said = { nth: line.nth, text: `${at}  机器人  ${line.text}` };
    if (interrupted === null) return [said];
    const stop = `机器人说到第 ${(interrupted.heardMs / 1000).toFixed(1)} 秒停下`;
    return [said, { nth: interrupted.nth, text: `${seconds(interrupted.at)}  插话    ${stop}` }];
  }
  if (line.by === 'seat') return [{ nth: line.nth, text: `${at}  坐席    ${line.text}` }];
  if (!line.isWhole) return [];
  const said = line.by === 'callee' ? line.text : exitWord('zh-CN', `key:${line.text}`);
  const { understood } = line;
  const reason = understood
    ? `${exitWord('zh-CN', understood.meaning, understood.name)} 凭「${understood.matched}」`
    : '没听懂';
  return [
    { nth: line.nth, text: `${at}  客户    ${said}   ${reason}` },
    ...line.kept.map(kept => ({
      nth: kept.nth,
      text: `${seconds(kept.at)}  采集    ${kept.label} = ${kept.value}`,
    })),
  ];
};

const ofEnd = ({ level, levelRule, path, lastNode, endedBy }: ConversationSummary): string => {
  const way = path.map(step => `${step.name} ↳ ${exitWord('zh-CN', step.leftBy, step.leftName)}`).join(' · ');
  return `\n等级 ${level}（${levelRule}）　${endedBy === 'robot' ? '机器人' : '客户'}挂断　末节点 ${lastNode}\n${way}`;
};

/** What of a talk is worth a line, as it happened. */
const linesOf = ({ path, lines, summary, notes }: TalkView): readonly Printed[] =>
  [
    ...path.map(({ nth, enteredAt, knowledge, name }) => ({
      nth,
      text: `${seconds(enteredAt)}  ${knowledge ? '□' : '○'} ${name}`,
    })),
    ...lines.flatMap(ofLine),
    // Nothing is noted after it.
    ...(summary ? [{ nth: notes - 1, text: ofEnd(summary) }] : []),
  ].sort((one, other) => one.nth - other.nth);

const perform = (talk: TypedTalk, line: string): void => {
  if (line === '.') talk.hangUp();
  else if (line.startsWith('#')) talk.press(line.slice(1));
  else if (line.startsWith('!')) talk.sayOver(line.slice(1).trim(), SPEAK_OVER_AFTER_MS);
  else if (line === '') talk.wait(SILENCE_MS);
  else talk.say(line);
};

const main = async (name: string): Promise<void> => {
  const plan = planCalled(name);
  const talk = createTypedTalk(plan);
  let shown = 0;
  const show = (): void => {
    const view = talk.talk();
    for (const { nth, text } of linesOf(view)) if (nth >= shown) process.stdout.write(`${text}\n`);
    shown = view.notes;
  };
  process.stdout.write(`${plan.plan.name}：输入客户说的话；#1 按键，! 插话，空行沉默，. 挂断\n\n`);
  talk.begin();
  talk.letReply();
  show();
  for await (const line of createInterface({ input: process.stdin })) {
    // What interrupts comes before the robot has finished; anything else waits for its turn.
    if (!line.startsWith('!')) talk.letFinish();
    perform(talk, line.trim());
    talk.letReply();
    show();
    if (talk.state().kind === 'parting') talk.letFinish();
    show();
    if (talk.state().kind === 'ended') return;
  }
  talk.hangUp();
  show();
};

main(process.argv[2] ?? 'course-follow-up').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
