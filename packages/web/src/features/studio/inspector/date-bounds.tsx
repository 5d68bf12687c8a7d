import { planRanges } from '@lianxian/contract';
import { type DateBounds, freshBounds } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { WeekdayChecks } from '../frame/date-test-fields.tsx';
import { Choice, NumberRow } from './fields.tsx';
import { SentenceField } from './sentence-field.tsx';
import { TimeRange } from './time-range.tsx';

const workday = { from: 9 * 60, to: 18 * 60 };

interface BoundsProps {
  readonly value: DateBounds;
  readonly onChange: (value: DateBounds) => void;
}

interface All {
  readonly closed: readonly number[];
  readonly daysAhead: number | undefined;
  readonly notToday: boolean;
  readonly hours: DateBounds['hours'] | undefined;
  readonly sentence: string;
}

/** What bounds nothing is left out. */
const boundsOf = ({ closed, daysAhead, notToday, hours, sentence }: All): DateBounds => ({
  ...(closed.length > 0 && { closed }),
  ...(daysAhead !== undefined && { daysAhead }),
  ...(notToday && { notToday }),
  ...(hours && { hours }),
  sentence,
});

const Details = ({ value, onChange }: BoundsProps) => {
  const { t } = useTranslation('inspector');
  const { closed = [], daysAhead, notToday = false, hours, sentence } = value;
  const put = (part: Partial<All>) => onChange(boundsOf({ closed, daysAhead, notToday, hours, sentence, ...part }));
  return (
    <div className="field-nest grid gap-6">
      <WeekdayChecks label={t($ => $.bounds.closed)} value={closed} onChange={days => put({ closed: days })} />
      <NumberRow
        label={t($ => $.bounds.daysAhead)}
        unit={t($ => $.bounds.days)}
        range={planRanges.daysAhead}
        optional
        value={daysAhead}
        onChange={days => put({ daysAhead: days })}
      />
      <div className="field-checks flex wrap">
        <label>
          <input type="checkbox" checked={notToday} onChange={({ target }) => put({ notToday: target.checked })} />
          {t($ => $.bounds.notToday)}
        </label>
        <label>
          <input
            type="checkbox"
            checked={hours !== undefined}
            onChange={({ target }) => put({ hours: target.checked ? workday : undefined })}
          />
          {t($ => $.bounds.hours)}
        </label>
      </div>
      {hours && (
        <div className="field-hours">
          <TimeRange value={hours} onChange={next => put({ hours: next })} />
        </div>
      )}
      <span className="ink2" aria-hidden="true">
        {t($ => $.bounds.sentence)}
      </span>
      <SentenceField
        label={t($ => $.bounds.sentence)}
        value={sentence}
        placeholder={t($ => $.bounds.sentence)}
        onChange={said => put({ sentence: said })}
      />
      <p className="hint">{t($ => $.bounds.hint)}</p>
    </div>
  );
};

/** Which days and hours a node takes that asks for one. */
export const DateBoundsField = ({
  value,
  onChange,
}: {
  readonly value: DateBounds | undefined;
  readonly onChange: (value: DateBounds | undefined) => void;
}) => {
  const { t } = useTranslation('inspector');
  return (
    <>
      <Choice
        label={t($ => $.bounds.label)}
        value={value ? 'some' : 'all'}
        options={[
          { value: 'all', text: t($ => $.bounds.all) },
          { value: 'some', text: t($ => $.bounds.some) },
        ]}
        onChange={choice => onChange(choice === 'some' ? freshBounds : undefined)}
      />
      {value && <Details value={value} onChange={onChange} />}
    </>
  );
};
