import { lineText } from '@lianxian/contract';
import { useLiveCall } from '../../live/use-live-call.ts';
import type { LiveCall } from '../../softphone/keeper-parts.ts';
import { saidLanguage } from '../../text/said.ts';

/** One sentence of the call, from either side, as it is said. */
export interface Said {
  readonly line: number;
  readonly by: 'me' | 'callee' | 'robot';
  /** Ms since the callee answered. */
  readonly atMs: number;
  readonly text: string;
  /** False while its words still grow. */
  readonly isWhole: boolean;
}

const byWhom: Readonly<Record<string, Said['by']>> = { seat: 'me', callee: 'callee', robot: 'robot' };

type Before = NonNullable<LiveCall['before']>;
const whoSaid = { user: 'callee', robot: 'robot', seat: 'me' } as const;

/** Each line of what was said before is one of these, in its place: it is not shown twice. */
const withoutTold = (said: readonly Said[], { chats }: Before): readonly Said[] => {
  const told = chats.map(({ user, tran }) => `${whoSaid[user]} ${tran}`);
  return said.filter(({ by, text }) => {
    const at = told.indexOf(`${by} ${text}`);
    if (at >= 0) told.splice(at, 1);
    return by !== 'robot' && at < 0;
  });
};

/** Words of the live call, where somebody recognises them; without the robot's and what else stands apart as `before`. */
export const useSaid = (callId: string, before: Before | null): readonly Said[] => {
  const { talk, talkingAtMs } = useLiveCall(callId);
  const said = talk.lines.flatMap(line => {
    const by = byWhom[line.by];
    if (by === undefined) return [];
    const isWhole = !('isWhole' in line) || line.isWhole;
    const text = lineText(saidLanguage(), line.text);
    return [{ line: line.line, by, atMs: line.at - (talkingAtMs ?? 0), text, isWhole }];
  });
  return before === null ? said : withoutTold(said, before);
};
