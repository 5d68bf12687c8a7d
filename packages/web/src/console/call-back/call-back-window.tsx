import { customerTypeWords, endpoints, joined, type OutputOf } from '@lianxian/contract';
import type { customerTypes } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { PhoneOutgoing, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call as ask } from '../../api/call.ts';
import { useCallsOut } from '../../softphone/call-out-button.tsx';
import { dial } from '../../softphone/seat.ts';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { nearTime } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Dock } from '../dock.tsx';
import { useTodoId } from './todo-id.ts';
import './call-back.css';

type Due = OutputOf<typeof endpoints.custom.detailWithTask>;

const Facts = ({ due }: { due: Due }) => {
  const { t } = useTranslation('console');
  const { todoView: todo } = due;
  const words = { today: t($ => $.customer.today), tomorrow: t($ => $.callBack.tomorrow) };
  const type = customerTypeWords[saidLanguage()][due.cateType as (typeof customerTypes)[number]];
  const rows = [
    ...(due.company ? [[t($ => $.callBack.company), due.company]] : []),
    ...(due.tags.length > 0 ? [[t($ => $.wrapUp.tags), joined(due.tags, 'listed', saidLanguage())]] : []),
    ...(type ? [[t($ => $.customer.type), type]] : []),
    ...(todo?.planName ? [[t($ => $.customer.plan), todo.planName]] : []),
    ...(todo ? [[t($ => $.callBack.due), nearTime(todo.dueAt, new Date(), words)]] : []),
    ...(todo?.note ? [[t($ => $.customer.note), todo.note]] : []),
  ];
  return (
    <dl className="call-back-facts grid gap-6">
      {rows.map(([name, value]) => (
        <div key={name} className="flex gap-10">
          <dt>{name}</dt>
          <dd className="fill breaks">{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const Promised = ({ due, todoId }: { due: Due; todoId: string }) => {
  const { t } = useTranslation('console');
  const callsOut = useCallsOut();
  const { todoView: todo } = due;
  const call = () =>
    dial({ to: due.dial, shown: due.phone, todoId, ...(todo?.planId != null && { planId: todo.planId }) });
  return (
    <div className="call-back-body stack gap-14">
      <h3 className="page-title">
        {due.phone} {due.name}
      </h3>
      {todo?.state === 'done' && <p className="hint">{t($ => $.callBack.gone)}</p>}
      <Facts due={due} />
      {callsOut && (
        <footer className="flex">
          <Button kind="primary" size="large" icon={<PhoneOutgoing size={16} aria-hidden="true" />} onClick={call}>
            {t($ => $.callBack.dial)}
          </Button>
        </footer>
      )}
    </div>
  );
};

/** Whom one is to call back, and why (push type 4, A-37): before the call; in it the console takes over. */
export const CallBackWindow = () => {
  const { t } = useTranslation('console');
  const { todoId, leave } = useTodoId();
  const due = useQuery({
    queryKey: ['custom/detailWithTask', todoId],
    queryFn: ({ signal }) => ask(endpoints.custom.detailWithTask, { todoId: todoId ?? '' }, { signal, quiet: true }),
    enabled: todoId !== null,
  });
  if (todoId === null) return null;
  return (
    <Dock>
      <header className="call-back-head row between fixed">
        <h2 className="section-title">{t($ => $.callBack.title)}</h2>
        <button type="button" className="icon-button" aria-label={t($ => $.close)} onClick={leave}>
          <X size={18} aria-hidden="true" />
        </button>
      </header>
      {due.isPending && <Skeleton rows={4} />}
      {due.isError && (
        <ErrorPanel title={t($ => $.callBack.failed)} error={due.error} onAgain={() => void due.refetch()} />
      )}
      {due.data && <Promised due={due.data} todoId={todoId} />}
    </Dock>
  );
};
