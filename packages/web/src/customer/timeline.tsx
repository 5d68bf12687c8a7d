import { customerFieldWord, endpoints, type OutputOf } from '@lianxian/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  ArrowRightLeft,
  CalendarClock,
  CheckCheck,
  GitMerge,
  ListTodo,
  type LucideIcon,
  MessageSquareText,
  NotebookPen,
  PencilLine,
  PhoneCall,
  Reply,
  Send,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../api/call.ts';
import { useReadsCalls } from '../session/current-user.ts';
import { saidLanguage } from '../text/said.ts';
import { clock, when } from '../ui/format.ts';
import { Level } from '../ui/level.tsx';
import { ErrorPanel, Skeleton } from '../ui/panels.tsx';

type Happening = OutputOf<typeof endpoints.customer.timeline>['list'][number];

const icons: Readonly<Record<Happening['kind'], LucideIcon>> = {
  call: PhoneCall,
  note: MessageSquareText,
  callNote: NotebookPen,
  followed: CheckCheck,
  todo: ListTodo,
  change: PencilLine,
  move: ArrowRightLeft,
  merge: GitMerge,
  next: CalendarClock,
  sms: Send,
  smsReply: Reply,
};
const atOnce = 20;

const Fields = ({ fields }: Pick<Happening, 'fields'>) => {
  const { t } = useTranslation('customer');
  const nothing = t($ => $.timeline.nothing);
  return fields.map(({ field, before, after }) => (
    <p key={field} className="small ink2 breaks">
      {t($ => $.timeline.field, {
        field: customerFieldWord(field, saidLanguage()),
        before: before || nothing,
        after: after || nothing,
      })}
    </p>
  ));
};

const Row = ({ happening }: { happening: Happening }) => {
  const { t } = useTranslation('customer');
  const readsCalls = useReadsCalls();
  const { kind, at, by, text, state, level, talkMs, callId, fields } = happening;
  const Icon = icons[kind];
  return (
    <li className="flex gap-10">
      <time className="small ink3 fixed" dateTime={at}>
        {when(
          at,
          new Date(),
          t($ => $.head.today),
        )}
      </time>
      <span className="customer-happening-icon fixed" title={t($ => $.timeline.kinds[kind])}>
        <Icon size={15} aria-hidden="true" />
        <span className="only-read">{t($ => $.timeline.kinds[kind])}</span>
      </span>
      <div className="fill lean">
        <p className="row wrap gap-6">
          <span className="breaks">{text || t($ => $.timeline.kinds[kind])}</span>
          {talkMs !== null && talkMs > 0 && <span>{clock(talkMs)}</span>}
          {level !== null && <Level level={level} />}
          {state !== '' && <span className="small ink2">{state}</span>}
          {by !== '' && <span className="small ink3">{by}</span>}
          {callId !== null && readsCalls && (
            <Link className="link small" to={`/platform/call/${callId}`}>
              {t($ => $.timeline.record)}
            </Link>
          )}
        </p>
        <Fields fields={fields} />
      </div>
    </li>
  );
};

/** What has been with a customer, newest first. */
export const Timeline = ({ id }: { id: string }) => {
  const { t } = useTranslation('customer');
  const timeline = useInfiniteQuery({
    queryKey: ['custom/timeline', id],
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoints.customer.timeline,
        { id, limit: atOnce, ...(pageParam && { after: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: page => page.after,
    staleTime: 0,
  });
  const rows = timeline.data?.pages.flatMap(page => page.list);
  return (
    <section className="customer-timeline stack gap-8" aria-label={t($ => $.timeline.title)}>
      <h3 className="section-title">{t($ => $.timeline.title)}</h3>
      {timeline.isError && !rows && (
        <ErrorPanel title={t($ => $.timeline.failed)} error={timeline.error} onAgain={() => void timeline.refetch()} />
      )}
      {!timeline.isError && !rows && <Skeleton rows={3} />}
      {rows?.length === 0 && <p className="hint">{t($ => $.timeline.none)}</p>}
      <ol>
        {rows?.map((happening, at) => (
          // Two things may happen at one moment; none is ever moved.
          <Row key={`${happening.at}-${happening.kind}-${(rows.length - at).toString()}`} happening={happening} />
        ))}
      </ol>
      {timeline.hasNextPage && (
        <button
          type="button"
          className="link"
          disabled={timeline.isFetchingNextPage}
          onClick={() => void timeline.fetchNextPage()}
        >
          {t($ => $.timeline.more)}
        </button>
      )}
    </section>
  );
};
