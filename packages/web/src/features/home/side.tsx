import {
  Cable,
  CalendarClock,
  ChevronRight,
  ClipboardCheck,
  FileX2,
  type LucideIcon,
  Pause,
  Reply,
  UserRoundPlus,
  Wallet,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../session/current-user.ts';
import { amount, count, timeOfDay } from '../../ui/format.ts';
import { Level } from '../../ui/level.tsx';
import { useTodoCount } from '../../work/todo-count.ts';
import { useNextText } from './running-tasks.tsx';
import type { Home } from './use-home.ts';
import './side.css';

type Todo = Home['todo'][number];

interface TodoLineProps {
  readonly icon: LucideIcon;
  readonly bad?: boolean;
  readonly title: string;
  readonly text: string;
  readonly go?: { readonly to: string; readonly word: string } | null;
}
const TodoLine = ({ icon: Icon, bad = false, title, text, go = null }: TodoLineProps) => (
  <li className={bad ? 'is-bad' : undefined}>
    <Icon size={16} className="home-sign" aria-hidden="true" />
    <div className="fill lean">
      <strong>{title}</strong>
      <p title={text}>{text}</p>
    </div>
    {go && (
      <Link className="button" to={go.to} aria-label={`${go.word} ${title}`}>
        {go.word}
      </Link>
    )}
  </li>
);

type Waiting = Extract<Todo, { readonly count: number }>;
const waitingAt = {
  nextSteps: { to: '/number?view=today', icon: CalendarClock },
  asks: { to: '/number?asks=1', icon: UserRoundPlus },
  replies: { to: '/message-tem?tab=replies&waits=1', icon: Reply },
  templates: { to: '/message-tem?state=refused', icon: FileX2 },
} as const;

/** What waits in a page, with how much of it. */
const WaitingItem = ({ todo: { kind, count: n } }: { todo: Waiting }) => {
  const { t } = useTranslation('home');
  const { to, icon } = waitingAt[kind];
  const go = { to, word: t($ => $.todo.look) };
  return (
    <TodoLine
      icon={icon}
      title={t($ => $.todo[kind].title, { n: count(n) })}
      text={t($ => $.todo[kind].text)}
      go={go}
    />
  );
};

/** One thing somebody has to do, with the way to it. */
const TodoItem = ({ todo, next }: { todo: Todo; next: string }) => {
  const { t } = useTranslation('home');
  const user = useCurrentUser();
  const owns = user?.roleCode === 'company' || user?.roleCode === 'agent';
  const toBalance = owns ? { to: '/platform/balance', word: t($ => $.todo.topUp) } : null;
  if (todo.kind === 'task') {
    const byHand = todo.text === '';
    const toTask = { to: `/platform/task/${todo.id}`, word: t($ => (byHand ? $.todo.resume : $.todo.look)) };
    return (
      <TodoLine
        icon={Pause}
        title={t($ => $.todo.paused, { name: todo.name })}
        text={byHand ? next : todo.text}
        go={todo.because === 'balance' ? (toBalance ?? toTask) : toTask}
      />
    );
  }
  if (todo.kind === 'line') {
    const to = user?.rights.includes('monitor') ? '/monitor' : '/port';
    return (
      <TodoLine
        bad
        icon={Cable}
        title={t($ => $.todo.line, { name: todo.name })}
        text={
          todo.restsUntil
            ? t($ => $.todo.lineRefusing, { at: timeOfDay(todo.restsUntil) })
            : todo.since
              ? t($ => $.todo.lineSince, { at: timeOfDay(todo.since) })
              : t($ => $.todo.lineDown)
        }
        go={{ to, word: t($ => $.todo.look) }}
      />
    );
  }
  if (todo.kind === 'balance')
    return (
      <TodoLine
        bad={Number(todo.available) <= 0}
        icon={Wallet}
        title={t($ => $.todo.balance)}
        text={t($ => $.todo.balanceHint, { n: amount(todo.available) })}
        go={toBalance}
      />
    );
  if ('count' in todo) return <WaitingItem todo={todo} />;
  return <TodoLine bad icon={FileX2} title={t($ => $.todo.batch, { name: todo.name })} text={todo.text} />;
};

/** Customers who were promised a call that only people can make. */
const CallBacks = ({ open, due }: { open: number; due: number }) => {
  const { t } = useTranslation('home');
  return (
    <TodoLine
      bad={due > 0}
      icon={ClipboardCheck}
      title={t($ => $.todo.callBacks, { n: count(open) })}
      text={due > 0 ? t($ => $.todo.callBacksDue, { n: count(due) }) : t($ => $.todo.callBacksLater)}
      go={{ to: '/callLog/todo', word: t($ => $.todo.look) }}
    />
  );
};

const Todos = ({ home }: { home: Home }) => {
  const { t } = useTranslation('home');
  const { open = 0, due = 0 } = useTodoCount(useCurrentUser()?.rights.includes('callLog') ?? false) ?? {};
  const all = home.todo.length + (open > 0 ? 1 : 0);
  const nextText = useNextText(home.at);
  const nextOf = (id: string) => {
    const task = home.tasks?.find(each => each.id === id);
    return task ? nextText(task.next) : '';
  };
  return (
    <section aria-labelledby="todo-title">
      <header>
        <h2 id="todo-title" className="section-title">
          {t($ => $.todo.title)}
        </h2>
        {all > 0 && <span className="key">{all}</span>}
      </header>
      {all === 0 ? (
        <p className="home-nothing">{t($ => $.todo.none)}</p>
      ) : (
        <ul className="home-todos">
          {open > 0 && <CallBacks open={open} due={due} />}
          {home.todo.map(todo => (
            <TodoItem
              key={'id' in todo ? `${todo.kind} ${todo.id}` : todo.kind}
              todo={todo}
              next={todo.kind === 'task' ? nextOf(todo.id) : ''}
            />
          ))}
        </ul>
      )}
    </section>
  );
};

const Now = ({ home }: { home: Home }) => {
  const { t } = useTranslation('home');
  const running = home.tasks?.filter(({ state }) => state === 'running').length;
  return (
    <section aria-labelledby="now-title">
      <h2 id="now-title" className="section-title">
        {t($ => $.now.title)} {timeOfDay(home.at)}
      </h2>
      <dl className="home-now">
        {home.live && (
          <>
            <div className="flex between">
              <dt className="ink2">
                {t($ => $.now.channels)}
                {home.live.calls > 0 && <i className="home-talks" aria-hidden="true" />}
              </dt>
              <dd className="bold">
                {count(home.live.calls)} / {count(home.live.channels)}
                {home.live.byHand > 0 && (
                  <span className="key"> · {t($ => $.figures.byHand, { n: count(home.live.byHand) })}</span>
                )}
              </dd>
            </div>
            <div className="flex between">
              <dt className="ink2">{t($ => $.now.rate)}</dt>
              <dd className="bold">{home.live.callsPerSecond.toFixed(1)}</dd>
            </div>
          </>
        )}
        {running !== undefined && (
          <div className="flex between">
            <dt className="ink2">{t($ => $.now.running)}</dt>
            <dd className="bold">{running}</dd>
          </div>
        )}
      </dl>
    </section>
  );
};

const Intents = ({ intents }: { intents: NonNullable<Home['intents']> }) => {
  const { t } = useTranslation('home');
  return (
    <section aria-labelledby="intents-title">
      <h2 id="intents-title" className="section-title">
        {t($ => $.intents.title)}
      </h2>
      {intents.length === 0 ? (
        <p className="home-nothing">{t($ => $.intents.none)}</p>
      ) : (
        <ul className="home-intents">
          {intents.map(({ callId, level, name, phone, wanted }) => (
            <li className="lit" key={callId}>
              <Level level={level} />
              <div className="fill lean">
                <Link
                  to={`/platform/call/${callId}`}
                  aria-label={`${name || t($ => $.intents.nameless)} ${phone} ${t($ => $.intents.open)}`}
                >
                  {name || t($ => $.intents.nameless)}
                </Link>{' '}
                <span className="key">{phone}</span>
                <p className="whole" title={wanted}>
                  {wanted}
                </p>
              </div>
              <ChevronRight size={16} className="home-go ink3" aria-hidden="true" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

/** What is to be done, how it stands this minute, who wants something. */
export const Side = ({ home }: { home: Home }) => (
  <aside className="home-side">
    <Todos home={home} />
    {(home.live || home.tasks) && <Now home={home} />}
    {home.intents && <Intents intents={home.intents} />}
  </aside>
);
