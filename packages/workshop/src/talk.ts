import { createInterface } from 'node:readline';
import { exitWord } from '@lianxian/contract';
import type { ConversationNote } from '@lianxian/core';
import { createTypedTalk, type TypedTalk } from '@lianxian/core/simulation';
import { planCalled } from './talk-plans.ts';

/**
 * `npm run talk [plan]`: talk to a plan in the terminal. A line is a sentence; `#12` presses keys; an empty line is
 * silence until the robot asks; `! text` speaks into what the robot says; `.` hangs up. The clock is virtual.
 */
const SPEAK_OVER_AFTER_MS = 2_000;
const SILENCE_MS = 4_000;

const seconds = (at: number): string => `${(at / 1000).toFixed(1)}s`.padStart(7);

/** One note as a line of the terminal; null for what is not worth one. */
const lineOf = (note: ConversationNote): string | null => {
  switch (note.type) {
    case 'node.entered':
      return `${seconds(note.at)}  ${note.knowledge ? '□' : '○'} ${note.name}`;
    case 'robot.said':
      return `${seconds(note.at)}  机器人  ${note.text}`;
    case 'robot.interrupted':
      return `${seconds(note.at)}  插话    机器人说到第 ${(note.heardMs / 1000).toFixed(1)} 秒停下`;
    case 'callee.said':
    case 'callee.keyed': {
      const { understood } = note;
      const said = note.type === 'callee.said' ? note.text : exitWord('zh-CN', `key:${note.keys}`);
      const reason = understood
        ? `${exitWord('zh-CN', understood.meaning, understood.name)} 凭「${understood.matched}」`
        : '没听懂';
      return `${seconds(note.at)}  客户    ${said}   ${reason}`;
    }
    case 'answer.kept':
      return `${seconds(note.at)}  采集    ${note.label} = ${note.value}`;
    case 'ended': {
      const { level, levelRule, path, lastNode, endedBy } = note.summary;
      const way = path.map(step => `${step.name} ↳ ${exitWord('zh-CN', step.leftBy, step.leftName)}`).join(' · ');
      return `\n等级 ${level}（${levelRule}）　${endedBy === 'robot' ? '机器人' : '客户'}挂断　末节点 ${lastNode}\n${way}`;
    }
    default:
      return null;
  }
};

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
    for (const note of talk.notes().slice(shown)) {
      const line = lineOf(note);
      if (line !== null) process.stdout.write(`${line}\n`);
    }
    shown = talk.notes().length;
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
