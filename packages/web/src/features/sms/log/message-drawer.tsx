import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { useCurrentUser, useReadsCalls } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { amount } from '../../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { toast } from '../../../ui/toast.ts';
import { SendSms } from '../../../work/sms/lazy-send-sms.tsx';
import { MessageText } from '../../../work/sms/message-text.tsx';
import { keys, useWhen } from '../use-sms.ts';
import { MessageState } from './message-state.tsx';
import { PhoneCell } from './use-message-columns.tsx';

const { sms } = endpoints;
type Detail = OutputOf<typeof sms.message>;

const useMessage = (id: string) =>
  useQuery({
    queryKey: [keys.messages, 'one', id],
    queryFn: ({ signal }) => call(sms.message, { id }, { signal, quiet: true }),
    staleTime: 0,
  });

const Facts = ({ of }: { of: Detail }) => {
  const { t } = useTranslation('sms');
  const cost = { parts: of.parts, cost: amount(of.cost) };
  const facts = [
    ['phone', <PhoneCell key="phone" phone={of.phone} callId={of.callId} />],
    ['name', of.name],
    ['template', of.template],
    ['source', of.sourceText],
    ['task', of.task],
    ['provider', of.provider],
    ['by', of.by],
    ['cost', Number(of.cost) > 0 ? t($ => $.message.cost, cost) : t($ => $.message.free, cost)],
  ] as const;
  return (
    <dl className="sms-facts grid">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt className="hint">{t($ => $.message.facts[name])}</dt>
            <dd className="breaks">{value}</dd>
          </div>
        ))}
    </dl>
  );
};

/** What happened to it, first to last, on a cord. */
const Steps = ({ of }: { of: Detail }) => {
  const { t } = useTranslation('sms');
  const shown = useWhen();
  const { createdAt, sentAt, reportedAt, dueAt, state, stateText, becauseText, provider, reports } = of;
  const steps: (readonly [at: string | null, says: string])[] = [[createdAt, t($ => $.message.written)]];
  if (sentAt !== null) steps.push([sentAt, t($ => $.message.sentTo, { provider })]);
  if (reports.length > 1)
    reports.forEach((report, at) => {
      const { state: said, code } = report;
      if (said !== '') steps.push([report.at, t($ => $.message.part, { n: at + 1, state: said, code }).trim()]);
    });
  const ended = [stateText, becauseText].filter(Boolean).join(' · ');
  const waits = state === 'queued' && becauseText !== '' && dueAt !== null;
  if (waits)
    steps.push([null, [t($ => $.message.waits, { at: shown(dueAt) }), becauseText].filter(Boolean).join(' · ')]);
  else if (!['queued', 'handing', 'sent'].includes(state)) steps.push([reportedAt, ended]);
  return (
    <section aria-label={t($ => $.message.steps)}>
      <h3 className="section-title">{t($ => $.message.steps)}</h3>
      <ol className="sms-steps">
        {steps.map(([at, says], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place among the others
          <li key={place}>
            <span className="breaks">{says}</span> <span className="hint">{at && shown(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
};

const Back = ({ of: { link, answers } }: { of: Detail }) => {
  const { t } = useTranslation('sms');
  const shown = useWhen();
  return (
    <>
      {link && (
        <section aria-label={t($ => $.message.link)} className="stack gap-4">
          <h3 className="section-title">{t($ => $.message.link)}</h3>
          <p className="breaks">{link.url}</p>
          <p className="hint">
            {link.firstAt === null
              ? t($ => $.message.noClicks)
              : t($ => $.message.clicks, { n: link.clicks, at: shown(link.firstAt) })}
          </p>
        </section>
      )}
      <section aria-label={t($ => $.message.answers)} className="stack gap-6">
        <h3 className="section-title">{t($ => $.message.answers)}</h3>
        {answers.length === 0 && <p className="hint">{t($ => $.message.noAnswers)}</p>}
        {answers.map(({ id, text, stop, at }) => (
          <p key={id} className="sms-answer">
            <span className="breaks">{text}</span> <span className="hint">{shown(at)}</span>
            {stop && <span className="state is-warn">{t($ => $.message.stop)}</span>}
          </p>
        ))}
      </section>
    </>
  );
};

/** What may still be done: taken back while it waits, or another one written to the same person. */
const Acts = ({ of }: { of: Detail }) => {
  const { t } = useTranslation('sms');
  const queries = useQueryClient();
  const [sends, setSends] = useState(false);
  const btns = useCurrentUser()?.btns ?? [];
  const readsCalls = useReadsCalls();
  const cancel = useMutation({
    mutationFn: () => call(sms.cancel, { ids: [of.id] }),
    onSuccess: ({ count: n }) => toast.ok(t($ => $.log.cancelled, { n })),
    onSettled: () => queries.invalidateQueries({ queryKey: [keys.messages] }),
  });
  const to = of.callId === null ? { shown: of.phone, phone: of.phone } : { shown: of.phone, callId: of.callId };
  const isReached = of.callId !== null || !of.phone.includes('*');
  return (
    <>
      {of.state === 'queued' && btns.includes('task:create') && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t($ => $.log.cancelOne)}
        </Button>
      )}
      {readsCalls && of.callId && (
        <Link className="button" to={`/platform/call/${of.callId}`}>
          {t($ => $.message.call)}
        </Link>
      )}
      {btns.includes('call_out') && isReached && <Button onClick={() => setSends(true)}>{t($ => $.log.again)}</Button>}
      {sends && (
        <SendSms to={to} {...(of.templateId && { templateId: of.templateId })} onClose={() => setSends(false)} />
      )}
    </>
  );
};

/** One message beside the list: its text, what became of it, what came back. */
export const MessageDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation('sms');
  const { data, isError, error, refetch } = useMessage(id);
  return (
    <Drawer
      title={t($ => $.message.title)}
      status={data && <MessageState state={data.state} pill />}
      subject={id}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={data && <Acts of={data} />}
    >
      <div className="sms-message stack gap-16">
        {!data && !isError && <Skeleton rows={8} />}
        {isError && !data && (
          <ErrorPanel title={t($ => $.message.failed)} error={error} onAgain={() => void refetch()} />
        )}
        {data && (
          <>
            <MessageText text={data.text} />
            <Facts of={data} />
            <Steps of={data} />
            <Back of={data} />
          </>
        )}
      </div>
    </Drawer>
  );
};
