import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { OctagonX } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAgo } from '../../line/health-text.ts';
import { useNow } from '../../line/use-now.ts';
import { useSocketState } from '../../live/socket.ts';
import { useNews } from '../../live/use-news.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Segments } from '../../ui/segments.tsx';
import { toast } from '../../ui/toast.ts';
import { StopAll } from '../../work/stop-all.tsx';
import { LinesTable, PortsTable } from './cells-table.tsx';
import { FailureBars } from './failure-bars.tsx';
import { Failures } from './failures.tsx';
import { KpiStrip } from './kpi-strip.tsx';
import { type MonitorLine, ownFirst } from './monitor.ts';
import '../../ui/figures.css';
import './monitor.css';

interface MonitorPageProps {
  readonly by: 'line' | 'port';
  readonly onBy: (by: 'line' | 'port') => void;
  readonly onTestCall: (lineId: string) => void;
  readonly onConnect: () => void;
}

/** Figures move with every call; once a second is what an eye follows. */
const newsEveryMs = 1_000;
/** Figures over minutes move on without news. */
const anewEveryMs = 15_000;

const useMonitor = () => {
  const monitor = useQuery({
    queryKey: ['line/monitor'],
    queryFn: ({ signal }) => call(endpoints.monitor.monitor, {}, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: anewEveryMs,
  });
  useNews('lines', monitor.refetch, newsEveryMs);
  return monitor;
};

/** How fresh the figures are, and whether they still move. */
const Freshness = ({ readAt, now }: { readAt: number; now: number }) => {
  const { t } = useTranslation('monitor');
  const ago = useAgo();
  const open = useSocketState(socket => socket.state === 'open' || socket.tries < 2);
  const when = { ago: ago(new Date(readAt).toISOString(), now) };
  return (
    <p
      className={
        open
          ? 'monitor-freshness row gap-6 small push ink2 whole'
          : 'monitor-freshness is-paused row gap-6 small push ink2 whole'
      }
    >
      <i aria-hidden="true" /> {open ? t($ => $.live, when) : t($ => $.paused, when)}
    </p>
  );
};

const Legend = () => {
  const { t } = useTranslation('monitor');
  return (
    <ul className="monitor-legend flex gap-12 small ink2 whole">
      {(['talking', 'ringing', 'free', 'unusable'] as const).map(state => (
        <li className="row gap-6" key={state}>
          <span className="jack-cells is-tall" aria-hidden="true">
            <i className={`is-${state}`} />
          </span>
          {t($ => $.cells[state])}
        </li>
      ))}
    </ul>
  );
};

/** One probe of a line that is down, asked by hand; its state changes by itself. */
const useProbe = (mayProbe: boolean) => {
  const { t } = useTranslation('monitor');
  const { mutate } = useMutation({
    mutationFn: (line: MonitorLine) => call(endpoints.monitor.check, { id: line.id, kind: 'probe' }),
    onSuccess: (_, line) => toast.info(t($ => $.asked, { name: line.name })),
  });
  const probe = useCallback((line: MonitorLine) => mutate(line), [mutate]);
  return mayProbe ? probe : null;
};

/** Lines and ports as they are now: channels, rates, what failed last and what to do about it. */
export const MonitorPage = ({ by, onBy, onTestCall, onConnect }: MonitorPageProps) => {
  const { t } = useTranslation('monitor');
  const user = useCurrentUser();
  const [stopping, setStopping] = useState(false);
  const monitor = useMonitor();
  const now = useNow();
  const probe = useProbe(user?.rights.includes('port') ?? false);
  const mayCall = user?.btns.includes('call_out') ?? false;
  const { data } = monitor;
  if (monitor.isError && !data)
    return <ErrorPanel whole title={t($ => $.failed)} error={monitor.error} onAgain={() => void monitor.refetch()} />;
  if (!data) return <Skeleton rows={12} />;
  if (data.lines.length === 0)
    return (
      <Empty whole title={t($ => $.empty)} hint={t($ => $.emptyHint)}>
        <Button kind="primary" onClick={onConnect}>
          {t($ => $.connect)}
        </Button>
      </Empty>
    );
  return (
    <div className="monitor">
      <KpiStrip monitor={data} />
      <header className="monitor-tools row gap-12 fixed">
        <h2 className="section-title">{t($ => $.cells.title)}</h2>
        <Legend />
        <Freshness readAt={monitor.dataUpdatedAt} now={now} />
        <Segments
          label={t($ => $.by)}
          options={[
            { value: 'line', text: t($ => $.byLine) },
            { value: 'port', text: t($ => $.byPort) },
          ]}
          value={by}
          onChange={onBy}
        />
        {user?.btns.includes('task:control') && (
          <Button danger icon={<OctagonX size={14} aria-hidden="true" />} onClick={() => setStopping(true)}>
            {t($ => $.stopAll)}
          </Button>
        )}
      </header>
      {by === 'line' ? (
        <LinesTable lines={ownFirst(data.lines)} now={now} onTestCall={mayCall ? onTestCall : null} onProbe={probe} />
      ) : (
        <PortsTable ports={ownFirst(data.ports)} lines={data.lines} />
      )}
      {by === 'port' && data.ports.length === 0 && <Empty title={t($ => $.noPorts)} hint={t($ => $.noPortsHint)} />}
      <div className="monitor-foot flex fill">
        <Failures />
        <FailureBars failures={data.failures} at={data.at} />
      </div>
      {stopping && <StopAll onClose={() => setStopping(false)} />}
    </div>
  );
};
