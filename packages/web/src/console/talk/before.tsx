import { Bot } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveCall } from '../../softphone/keeper-parts.ts';

const who = { user: 'callee', robot: 'robot', seat: 'me' } as const;

/** What the robot, or a colleague, spoke about before: in short, and on demand every word (`content.chats`). */
export const Before = ({ before }: { before: NonNullable<LiveCall['before']> }) => {
  const { t } = useTranslation('console');
  const [isOpen, setOpen] = useState(false);
  const { summary, summaryBy, chats } = before;
  return (
    <section className="console-earlier fixed" aria-label={t($ => $.talk.records)}>
      <p className="row gap-6 small ink2">
        <Bot size={13} aria-hidden="true" /> {t($ => $.talk.beforeShort)}
      </p>
      {summary && (
        <p className="breaks" aria-live="polite">
          {summary}
        </p>
      )}
      {summary && summaryBy === 'model' && <p className="hint">{t($ => $.talk.byModel)}</p>}
      {chats.length > 0 && (
        <button type="button" className="console-all link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t($ => $.talk.showLess) : t($ => $.talk.showAll, { count: chats.length })}
        </button>
      )}
      {isOpen && (
        <ol className="console-chats">
          {chats.map(({ user, tran }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was said does not change
            <li key={at} className={`is-${who[user]}`}>
              <b>{t($ => $[who[user]])}</b>
              <p className="breaks">{tran}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};
