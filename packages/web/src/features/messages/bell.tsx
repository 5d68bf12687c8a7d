import { MOST_UNREAD } from '@lianxian/contract';
import { Bell as BellIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../text/words.ts';
import { plainPage } from '../../ui/chunk.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Segments } from '../../ui/segments.tsx';
import { BatchList } from '../../work/batch-list.tsx';
import './messages.css';
import { ReminderRow } from './reminder-row.tsx';
import { useMarks, useReminders, useUnread } from './use-reminders.ts';

const Reminders = ({ onLeave }: { onLeave: () => void }) => {
  const { t } = useTranslation('messages');
  const reminders = useReminders();
  const { read, readAll } = useMarks();
  if (reminders.isError && !reminders.data)
    return <ErrorPanel title={t($ => $.failed)} error={reminders.error} onAgain={() => void reminders.refetch()} />;
  if (!reminders.data) return <Skeleton rows={4} height={52} />;
  const list = reminders.data.pages.flatMap(page => page.list);
  const [newest] = list;
  if (!newest)
    return (
      <p className="messages-none stack">
        <strong>{t($ => $.empty)}</strong>
        <span>{t($ => $.emptyHint)}</span>
      </p>
    );
  return (
    <>
      <ol>
        {list.map(reminder => (
          <ReminderRow key={reminder.seq} reminder={reminder} onRead={() => void read(reminder)} onLeave={onLeave} />
        ))}
      </ol>
      <footer className="flex gap-12">
        {reminders.hasNextPage && (
          <button
            type="button"
            className="link"
            disabled={reminders.isFetchingNextPage}
            onClick={() => void reminders.fetchNextPage()}
          >
            {t($ => $.more)}
          </button>
        )}
        {list.some(({ isRead }) => !isRead) && (
          <button type="button" className="link push" onClick={() => void readAll(newest)}>
            {t($ => $.readAll)}
          </button>
        )}
      </footer>
    </>
  );
};

const Choices = plainPage(async () => {
  const [file] = await Promise.all([import('./choices-dialog.tsx'), wordsOf('reminders')]);
  return file.ChoicesDialog;
});

type Part = 'messages' | 'batches';

/** One panel of messages and batch tasks, opened from the header. */
const Parts = ({ onLeave, onChoose }: { onLeave: () => void; onChoose: () => void }) => {
  const { t } = useTranslation('messages');
  const [part, setPart] = useState<Part>('messages');
  const options = [
    { value: 'messages', text: t($ => $.title) },
    { value: 'batches', text: t($ => $.batchesPart) },
  ] as const;
  return (
    <section className="messages-reminders">
      <div className="messages-head row between">
        <Segments<Part> label={t($ => $.parts)} options={options} value={part} onChange={setPart} />
        <button
          type="button"
          className="link"
          onClick={() => {
            onLeave();
            onChoose();
          }}
        >
          {t($ => $.choices)}
        </button>
      </div>
      {part === 'messages' ? <Reminders onLeave={onLeave} /> : <BatchList />}
    </section>
  );
};

/** The message reminder: how many are unread, and the list of 30 days under it. */
export const Bell = () => {
  const { t } = useTranslation('messages');
  const unread = useUnread();
  const [chooses, setChooses] = useState(false);
  const many = unread >= MOST_UNREAD;
  const n = many ? MOST_UNREAD - 1 : unread;
  const name = many ? t($ => $.unreadMany, { n }) : t($ => $.unread, { n });
  return (
    <>
      <Popover
        align="end"
        className="icon-button messages-bell"
        name={unread === 0 ? t($ => $.title) : name}
        label={
          <>
            <BellIcon size={18} aria-hidden="true" />
            {unread > 0 && <b aria-hidden="true">{many ? `${n}+` : n}</b>}
          </>
        }
      >
        {close => <Parts onLeave={close} onChoose={() => setChooses(true)} />}
      </Popover>
      {chooses && (
        <Suspense fallback={null}>
          <Choices onClose={() => setChooses(false)} />
        </Suspense>
      )}
    </>
  );
};
