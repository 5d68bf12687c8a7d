import { PhoneForwarded, Stethoscope } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHealthText } from '../../line/health-text.ts';
import { faceOf, LineState } from '../../line/line-state.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { amount, count } from '../../ui/format.ts';
import { RowActs } from '../../ui/row-acts.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { Line } from './draft.ts';

export type LineAct = 'testCall' | 'doctor' | 'probe' | 'edit' | 'numbers' | 'gateway' | 'remove';
export interface LineActs {
  readonly act: (act: LineAct, line: Line) => void;
  readonly enable: (line: Line, enabled: boolean) => void;
}

const NameCell = ({ line }: { line: Line }) => {
  const { t } = useTranslation('lines');
  const access = t($ => $.access[line.access]);
  const where = line.practice
    ? [t($ => $.list.local), t($ => $.panel.lineFixed)]
    : line.lent
      ? [t($ => $.list.lent), t($ => $.panel.lentFixed)]
      : [line.address, line.transport.toUpperCase(), access].filter(Boolean);
  return (
    <div className="lines-name">
      <div className="name-state">
        <strong title={line.name}>{line.name}</strong> <LineState face={faceOf(line)} />
      </div>
      <p className="key small" title={where.join(' · ')}>
        {where.join(' · ')}
      </p>
    </div>
  );
};

const HealthCell = ({ line, now }: { line: Line; now: number }) => {
  const text = useHealthText()(line, now);
  const face = faceOf(line);
  const tone = face === 'down' ? 'is-bad' : face === 'congested' ? 'is-warn' : '';
  return (
    <span className={`lines-health small ${tone}`} title={text}>
      {text}
    </span>
  );
};

const NumbersCell = ({ line, onAct }: { line: Line; onAct: LineActs['act'] }) => {
  const { t } = useTranslation('lines');
  if (line.practice) return <span className="key">{t($ => $.none)}</span>;
  if (line.lent) return <span className="key">{t($ => $.list.lentNumbers, { n: count(line.numbers) })}</span>;
  return (
    <button type="button" className="link" onClick={() => onAct('numbers', line)}>
      {line.numbers === 0
        ? t($ => $.list.noNumbers)
        : t($ => $.list.numbersOf, { n: count(line.numbers), pick: t($ => $.pick[line.pick]) })}
    </button>
  );
};

const actsOf = (line: Line): readonly LineAct[] => {
  if (line.lent) return [];
  if (line.practice) return ['probe'];
  return ['probe', 'edit', 'numbers', ...(line.access === 'gateway' ? (['gateway'] as const) : []), 'remove'];
};

const ActsCell = ({ line, mayCall, acts }: { line: Line; mayCall: boolean; acts: LineActs }) => {
  const { t } = useTranslation('lines');
  return (
    <RowActs
      name={line.name}
      more={t($ => $.list.more)}
      acts={[
        ...(mayCall ? (['testCall'] as const) : []).map(act => ({
          act,
          word: t($ => $.list[act]),
          icon: PhoneForwarded,
        })),
        ...(line.lent ? [] : [{ act: 'doctor' as const, word: t($ => $.list.doctor), icon: Stethoscope }]),
        ...actsOf(line).map(act => ({ act, word: t($ => $.list[act]), danger: act === 'remove' })),
      ]}
      onAct={act => acts.act(act, line)}
    />
  );
};

/** The columns of the lines; who a line is, how it is and whether it is on stay longest. `acts` must be stable. */
export const useLineColumns = (acts: LineActs, mayCall: boolean, now: number): readonly Column<Line>[] => {
  const { t } = useTranslation('lines');
  return useMemo(
    () => [
      { key: 'name', title: t($ => $.list.name), width: 230, priority: 0, cell: line => <NameCell line={line} /> },
      {
        key: 'health',
        title: t($ => $.list.health),
        width: 180,
        grows: true,
        priority: 2,
        cell: line => <HealthCell line={line} now={now} />,
      },
      {
        key: 'live',
        title: t($ => $.list.live),
        width: 84,
        priority: 3,
        align: 'right',
        cell: line => (
          <>
            <b>{line.live}</b>
            <span className="key"> / {line.channels}</span>
          </>
        ),
      },
      {
        key: 'rate',
        title: t($ => $.list.rate),
        width: 84,
        priority: 5,
        align: 'right',
        cell: line => (line.lent ? '—' : line.callsPerSecond),
      },
      {
        key: 'numbers',
        title: t($ => $.list.numbers),
        width: 128,
        priority: 4,
        cell: line => <NumbersCell line={line} onAct={acts.act} />,
      },
      {
        key: 'price',
        title: t($ => $.list.price),
        width: 106,
        priority: 6,
        align: 'right',
        cell: line =>
          line.practice || Number(line.pricePerMinute) === 0
            ? t($ => $.list.free)
            : t($ => (line.unitSeconds === 6 ? $.list.perMinuteBySix : $.list.perMinute), {
                n: amount(line.pricePerMinute),
              }),
      },
      {
        key: 'enabled',
        title: t($ => $.list.enabled),
        width: 62,
        priority: 1,
        cell: line => (
          <Switch
            size="small"
            aria-label={t($ => $.list.enable, { name: line.name })}
            checked={line.enabled}
            disabled={line.practice}
            title={line.practice ? t($ => $.panel.lineFixed) : ''}
            onChange={enabled => acts.enable(line, enabled)}
          />
        ),
      },
      {
        key: 'actions',
        title: t($ => $.list.actions),
        width: 116,
        priority: 0,
        silent: true,
        cell: line => <ActsCell line={line} mayCall={mayCall} acts={acts} />,
      },
    ],
    [t, acts, mayCall, now],
  );
};
