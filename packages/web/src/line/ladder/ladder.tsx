import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LadderMessage } from '../../live/live-call.ts';
import { byKeys } from '../../ui/by-keys.ts';
import './ladder.css';

const statusOf = (summary: string): number | null => {
  const status = Number(/^(\d{3})\b/.exec(summary)?.[1]);
  return Number.isInteger(status) && status >= 100 ? status : null;
};
/** Questions for credentials are part of the way, not its end. */
const asksAgain: readonly number[] = [401, 407, 422, 491];

/** What a message is to the call: its red end, a step on the way. */
const kindOf = ({ summary, cseq }: LadderMessage): 'failed' | 'answered' | 'step' => {
  const status = statusOf(summary);
  if (status === null || !/INVITE$/.test(cseq)) return 'step';
  if (status >= 300 && !asksAgain.includes(status)) return 'failed';
  return status >= 200 && status < 300 ? 'answered' : 'step';
};

/** From the answer to the first BYE sound flows: the lifelines are green there. */
const flowsAt = (messages: readonly LadderMessage[]): readonly boolean[] => {
  let flows = false;
  return messages.map(message => {
    if (kindOf(message) === 'answered') flows = true;
    if (message.summary.startsWith('BYE')) flows = false;
    return flows;
  });
};

const offset = (ms: number): string => (ms < 10_000 ? `${(ms / 1_000).toFixed(2)} s` : `${(ms / 1_000).toFixed(1)} s`);

interface RungProps {
  readonly message: LadderMessage;
  readonly flows: boolean;
  readonly open: boolean;
  readonly onOpen: () => void;
}

const Rung = ({ message, flows, open, onOpen }: RungProps) => {
  const { t } = useTranslation('lines');
  const way = message.way === 'out' ? t($ => $.ladder.out) : t($ => $.ladder.in);
  return (
    <li className={`ladder-rung is-${message.way} is-${kindOf(message)}${flows ? ' is-flowing' : ''}`}>
      <button type="button" aria-expanded={open} onClick={onOpen}>
        <time className="hint">{offset(message.atMs)}</time>
        <span className="ladder-rung-track stack">
          <span className="only-read">{way}</span>
          <b className="cut small">{message.summary}</b>
          <i aria-hidden="true" />
        </span>
        <span className="ladder-rung-cseq hint">{message.cseq}</span>
      </button>
      {open &&
        (message.text ? (
          <section className="ladder-text" aria-label={message.summary} {...byKeys}>
            <pre>{message.text}</pre>
          </section>
        ) : (
          <p className="hint">{t($ => $.ladder.noText)}</p>
        ))}
    </li>
  );
};

/** SIP of one call as two lifelines and what went between them, oldest first; a message opens to its text. */
export const Ladder = ({ messages, live = true }: { messages: readonly LadderMessage[]; live?: boolean }) => {
  const { t } = useTranslation('lines');
  const [open, setOpen] = useState<number | null>(null);
  const first = messages[0];
  if (!first) return <p className="ladder-none">{live ? t($ => $.ladder.soon) : t($ => $.ladder.none)}</p>;
  const flows = flowsAt(messages);
  return (
    <div className="ladder">
      <div className="ladder-ends grid small" aria-hidden="true">
        <span>{t($ => $.ladder.us)}</span>
        <span>
          {first.peer} · {first.transport.toUpperCase()}
        </span>
      </div>
      <ol aria-label={t($ => $.ladder.title)}>
        {messages.map((message, at) => (
          <Rung
            // A retransmission is the same message at another moment.
            key={`${message.atMs} ${message.way} ${message.cseq} ${message.summary}`}
            message={message}
            flows={flows[at]!}
            open={open === at}
            onOpen={() => setOpen(open === at ? null : at)}
          />
        ))}
      </ol>
    </div>
  );
};
