import { smsStateWords } from '@lianxian/contract';
import type { MessageState as State } from '@lianxian/core';
import { Check, CheckCheck, CircleHelp, CircleMinus, CircleX, Clock, type LucideIcon, Send } from 'lucide-react';
import { saidLanguage } from '../../../text/said.ts';
import '../../../ui/parts.css';

const looks = {
  queued: ['idle', Clock],
  handing: ['warn', Send],
  sent: ['warn', Check],
  delivered: ['ok', CheckCheck],
  failed: ['bad', CircleX],
  unknown: ['warn', CircleHelp],
  withheld: ['idle', CircleMinus],
} as const satisfies Readonly<Record<State, readonly [string, LucideIcon]>>;

export const stateWord = (state: State): string => smsStateWords[state][saidLanguage()];

/** What became of a message, by icon and word. */
export const MessageState = ({ state, pill = false }: { state: State; pill?: boolean }) => {
  const [family, Icon] = looks[state];
  return (
    <span className={`state is-${family}${pill ? ' is-pill' : ''}`}>
      <Icon size={14} aria-hidden="true" /> {stateWord(state)}
    </span>
  );
};
