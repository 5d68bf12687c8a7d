import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { when } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { deviceText } from './device.ts';
import { type OwnSession, useReread, useSessions } from './use-security.ts';

const useEndings = () => {
  const { t } = useTranslation(['securityPage', 'security']);
  const reread = useReread();
  const done = {
    onSuccess: () => toast.ok(t($ => $.sessions.ended)),
    // One that was gone already is gone from the list as well.
    onSettled: () => reread('user/sessions'),
  };
  return {
    one: useMutation({ mutationFn: (id: string) => call(endpoints.security.endSession, { id }), ...done }),
    others: useMutation({ mutationFn: () => call(endpoints.security.endOtherSessions, {}), ...done }),
  };
};

const Row = ({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) => {
  const { t } = useTranslation(['securityPage', 'security']);
  const [now, today] = [new Date(), t($ => $.sessions.today)];
  const device = deviceText(session.userAgent) || t($ => $.sessions.browser);
  return (
    <tr>
      <td title={session.userAgent}>{device}</td>
      <td>{session.ip}</td>
      <td>{when(session.signedInAt, now, today)}</td>
      <td>{when(session.seenAt, now, today)}</td>
      <td>
        {session.current ? (
          <span className="security-here">{t($ => $.sessions.current)}</span>
        ) : (
          <Button size="small" loading={busy} onClick={onEnd} aria-label={`${t($ => $.sessions.end)} ${device}`}>
            {t($ => $.sessions.end)}
          </Button>
        )}
      </td>
    </tr>
  );
};

/** Where one is signed in, and how to end it. */
export const Sessions = () => {
  const { t } = useTranslation(['securityPage', 'security']);
  const sessions = useSessions();
  const [asking, setAsking] = useState(false);
  const { one, others } = useEndings();
  const list = sessions.data?.list ?? [];
  const elsewhere = list.filter(({ current }) => !current).length;
  return (
    <section>
      <header className="row gap-8">
        <div className="fill lean">
          <h2 className="section-title row gap-10">{t($ => $.sessions.section)}</h2>
          <p>{sessions.data && elsewhere === 0 ? t($ => $.sessions.only) : t($ => $.sessions.what)}</p>
        </div>
        {elsewhere > 0 && (
          <Button danger onClick={() => setAsking(true)}>
            {t($ => $.sessions.endOthers)}
          </Button>
        )}
      </header>
      {sessions.isError && (
        <ErrorPanel
          title={t($ => $.load, { ns: 'security' })}
          error={sessions.error}
          onAgain={() => void sessions.refetch()}
        />
      )}
      {sessions.isPending && <Skeleton rows={3} />}
      {sessions.data && (
        <table>
          <thead>
            <tr>
              {(['device', 'ip', 'signedIn', 'seen'] as const).map(column => (
                <th className="hint" key={column} scope="col">
                  {t($ => $.sessions[column])}
                </th>
              ))}
              <th className="hint" scope="col">
                <span className="only-read">{t($ => $.sessions.end)}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.map(session => (
              <Row
                key={session.id}
                session={session}
                busy={one.isPending && one.variables === session.id}
                onEnd={() => one.mutate(session.id)}
              />
            ))}
          </tbody>
        </table>
      )}
      {asking && (
        <Confirm
          title={t($ => $.sessions.endOthers)}
          text={t($ => $.sessions.endOthersText, { count: elsewhere })}
          okText={t($ => $.sessions.end)}
          cancelText={t($ => $.cancel, { ns: 'security' })}
          busy={others.isPending}
          onOk={() => others.mutate(undefined, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  );
};
