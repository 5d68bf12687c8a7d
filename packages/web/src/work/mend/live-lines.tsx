import type { TalkView } from '@lianxian/core';
import { LiveWords } from '../../live/live-words.tsx';
import { useReadsCalls } from '../../session/current-user.ts';
import { MendButton } from './mend-button.tsx';
import { saidLive } from './said.ts';

interface LiveLinesProps {
  readonly callId: string;
  readonly talk: TalkView;
  readonly speaking: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
  readonly onChanged?: (rev: number) => void;
}

/** Words of a call of one's own as they are said; who may read its record mends a line while the call goes on. */
export const LiveLines = ({ callId, talk, speaking, ...told }: LiveLinesProps) => {
  const readsCalls = useReadsCalls();
  const under = (line: TalkView['lines'][number]) => <MendButton said={() => saidLive(callId, talk, line)} {...told} />;
  return <LiveWords talk={talk} speaking={speaking} {...(readsCalls && { under })} />;
};
