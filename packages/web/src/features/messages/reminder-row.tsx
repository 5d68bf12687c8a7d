import { BellRing, Info, MessageSquareText, PhoneOutgoing, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../session/current-user.ts';
import { when } from '../../ui/format.ts';
import type { Reminder } from './use-reminders.ts';

const looks = {
  1: { family: 'idle', Icon: BellRing },
  2: { family: 'idle', Icon: Info },
  3: { family: 'bad', Icon: TriangleAlert },
  4: { family: 'warn', Icon: PhoneOutgoing },
  5: { family: 'idle', Icon: MessageSquareText },
} as const;

interface RowProps {
  readonly reminder: Reminder;
  readonly onRead: () => void;
  /** Its link was followed. */
  readonly onLeave: () => void;
}

/** Where it leads whom: to its call, to the board of its task, of several to all that runs now; null: nowhere. */
const useWay = ({
  type,
  id,
  task,
}: Reminder): { readonly to: string; readonly is: 'view' | 'viewTask' | 'viewLive' } | null => {
  const rights = useCurrentUser()?.rights ?? [];
  if ((type === 1 || type === 5) && id !== '' && rights.includes('callLog'))
    return { to: `/platform/call/${id}`, is: 'view' };
  if (task === null || !rights.includes('myTask')) return null;
  return task === '' ? { to: '/platform/live', is: 'viewLive' } : { to: `/platform/task/${task}`, is: 'viewTask' };
};

/** One reminder: what kind, what it says, when, and where it leads. */
export const ReminderRow = ({ reminder, onRead, onLeave }: RowProps) => {
  const { t } = useTranslation(['messages', 'shell']);
  const way = useWay(reminder);
  const { type, msg, phone, at, isRead } = reminder;
  const { family, Icon } = looks[type];
  const text = type === 4 ? t($ => $.push.task, { ns: 'shell', phone }) : msg;
  const time = when(
    at,
    new Date(),
    t($ => $.today),
  );
  return (
    <li className={isRead ? 'messages-reminder flex gap-10' : 'messages-reminder is-new flex gap-10'}>
      <span className={`state is-${family}`} title={t($ => $.kinds[type])}>
        <Icon size={15} aria-hidden="true" />
      </span>
      <div className="fill lean">
        <p>{text}</p>
        <p className="messages-foot">
          <span>{t($ => $.kinds[type])}</span>
          <time dateTime={at}>{time}</time>
          {way && (
            <Link
              to={way.to}
              onClick={() => {
                if (!isRead) onRead();
                onLeave();
              }}
            >
              {t($ => $[way.is])}
            </Link>
          )}
        </p>
      </div>
      {!isRead && (
        <button
          type="button"
          className="messages-dot middle fixed lit"
          title={t($ => $.new)}
          aria-label={t($ => $.read, { text })}
          onClick={onRead}
        />
      )}
    </li>
  );
};
