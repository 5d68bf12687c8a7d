import { PhoneForwarded } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHealthText } from '../../line/health-text.ts';
import { JackCells } from '../../line/jack-cells.tsx';
import { faceOf, LineState } from '../../line/line-state.tsx';
import { Trend } from '../../line/trend.tsx';
import { clock } from '../../ui/format.ts';
import { heardOf, isUnusable, longWaitMs, type MonitorLine, type MonitorPort, percent, urgency } from './monitor.ts';

type Figures = Omit<MonitorPort, 'id' | 'name' | 'lineId' | 'lineName' | 'practice'>;

interface RowProps {
  readonly head: ReactNode;
  readonly figures: Figures;
  readonly unusable: boolean;
  readonly note: string;
  readonly tone: 'bad' | 'warn' | null;
  readonly action: ReactNode;
}

const Head = ({ first, acts }: { first: string; acts: boolean }) => {
  const { t } = useTranslation('monitor');
  return (
    <thead>
      <tr>
        <th className="is-name">{first}</th>
        <th>{t($ => $.column.channels)}</th>
        <th className="is-right is-used">{t($ => $.column.used)}</th>
        <th className="is-rate">{t($ => $.column.rate)}</th>
        <th className="is-trend">
          <span className="only-read">{t($ => $.column.trend)}</span>
        </th>
        <th className="is-right is-talk">{t($ => $.column.talk)}</th>
        <th className="is-right is-wait">{t($ => $.column.wait)}</th>
        <th className="is-right is-failed">{t($ => $.column.failed)}</th>
        <th className="is-right is-acts">
          <span className={acts ? undefined : 'only-read'}>{t($ => $.column.actions)}</span>
        </th>
      </tr>
    </thead>
  );
};

const useTrendSays = (points: Figures['trend']) => {
  const { t } = useTranslation('monitor');
  const known = points.filter(value => value !== null);
  const text = (value: number | undefined) => (value === undefined ? '—' : `${(value / 10).toFixed(1)}%`);
  return t($ => $.trendSays, { from: text(known[0]), to: text(known.at(-1)) });
};

const Row = ({ head, figures, unusable, note, tone, action }: RowProps) => {
  const { t } = useTranslation('monitor');
  const line = useTranslation('lines').t;
  const { talking, ringing, channels, failed, talkMs, waitMs } = figures;
  const { calls, answered } = heardOf(figures);
  const used = talking + ringing;
  const says = unusable
    ? line($ => $.cellsDown, { n: channels })
    : line($ => $.cells, { talking, ringing, free: Math.max(0, channels - used) });
  const failing = urgency(failed, calls);
  const slow = waitMs !== null && waitMs >= longWaitMs;
  const trendSays = useTrendSays(figures.trend);
  return (
    <tr className={unusable && tone === 'bad' ? 'is-down' : undefined}>
      <td className="is-name">{head}</td>
      <td>
        <JackCells
          look="tall"
          talking={talking}
          ringing={ringing}
          channels={channels}
          unusable={unusable}
          says={says}
        />
        <p className={tone ? `monitor-note is-${tone}` : 'monitor-note'} title={note}>
          {note}
        </p>
      </td>
      <td className="is-right is-used">
        <b>{used}</b> / {channels}
      </td>
      <td className="is-rate">{(!unusable && percent(answered, calls)) || '—'}</td>
      <td className="is-trend">{!unusable && <Trend points={figures.trend} says={trendSays} />}</td>
      <td className="is-right is-talk">{talkMs === null ? '—' : clock(talkMs)}</td>
      <td className={slow ? 'is-right is-wait is-warn' : 'is-right is-wait'}>
        {waitMs === null ? '—' : t($ => $.kpi.seconds, { n: (waitMs / 1_000).toFixed(1) })}
      </td>
      <td className={`is-right is-failed${failing ? ` is-${failing}` : ''}`}>{percent(failed, calls) ?? '—'}</td>
      <td className="is-right is-acts">{action}</td>
    </tr>
  );
};

interface LineRowProps {
  readonly line: MonitorLine;
  readonly now: number;
  readonly onTestCall: ((lineId: string) => void) | null;
  readonly onProbe: ((line: MonitorLine) => void) | null;
}

const LineRow = ({ line, now, onTestCall, onProbe }: LineRowProps) => {
  const { t } = useTranslation('monitor');
  const words = useTranslation('lines').t;
  const health = useHealthText();
  const face = faceOf(line);
  const access = words($ => $.access[line.access as 'address']);
  const where = line.practice
    ? [t($ => $.local), t($ => $.free)]
    : [line.address, line.transport.toUpperCase(), access].filter(Boolean);
  const down = face === 'down';
  return (
    <Row
      head={
        <>
          <div className="name-state">
            <strong title={line.name}>{line.name}</strong> <LineState face={face} />
          </div>
          <p className="key" title={where.join(' · ')}>
            {where.join(' · ')}
          </p>
        </>
      }
      figures={line}
      unusable={isUnusable(line)}
      note={health(line, now)}
      tone={down ? 'bad' : face === 'congested' ? 'warn' : null}
      action={
        down && onProbe ? (
          <button
            type="button"
            className="button"
            aria-label={t($ => $.againOf, { name: line.name })}
            onClick={() => onProbe(line)}
          >
            {t($ => $.again)}
          </button>
        ) : (
          onTestCall && (
            <button
              type="button"
              className="button is-bare"
              aria-label={t($ => $.testCallOf, { name: line.name })}
              onClick={() => onTestCall(line.id)}
            >
              <PhoneForwarded size={14} aria-hidden="true" /> {t($ => $.testCall)}
            </button>
          )
        )
      }
    />
  );
};

interface LinesTableProps extends Omit<LineRowProps, 'line'> {
  readonly lines: readonly MonitorLine[];
}

/** A row a line: its channels as jack cells, its health in words, its last ten minutes. */
export const LinesTable = memo(({ lines, ...row }: LinesTableProps) => {
  const { t } = useTranslation('monitor');
  return (
    <table className="monitor-cells-table" aria-label={t($ => $.cells.title)}>
      <Head first={t($ => $.column.line)} acts />
      <tbody>
        {lines.map(line => (
          <LineRow key={line.id} line={line} {...row} />
        ))}
      </tbody>
    </table>
  );
});
LinesTable.displayName = 'LinesTable';

interface PortsTableProps {
  readonly ports: readonly MonitorPort[];
  readonly lines: readonly MonitorLine[];
}

/** The same by channel groups, each with the line it belongs to. */
export const PortsTable = memo(({ ports, lines }: PortsTableProps) => {
  const { t } = useTranslation('monitor');
  return (
    <table className="monitor-cells-table" aria-label={t($ => $.cells.title)}>
      <Head first={t($ => $.column.port)} acts={false} />
      <tbody>
        {ports.map(port => {
          const line = lines.find(each => each.id === port.lineId);
          const unusable = line !== undefined && isUnusable(line);
          return (
            <Row
              key={port.id}
              head={
                <>
                  <div className="name-state">
                    <strong title={port.name}>{port.name}</strong> {line && <LineState face={faceOf(line)} />}
                  </div>
                  <p className="key">{port.lineName}</p>
                </>
              }
              figures={port}
              unusable={unusable}
              note=""
              tone={unusable ? 'bad' : null}
              action={null}
            />
          );
        })}
      </tbody>
    </table>
  );
});
PortsTable.displayName = 'PortsTable';
