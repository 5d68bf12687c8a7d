import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Input } from '../input.tsx';
import './keyed-rows.css';
import { type KeyedHours, readHours } from './keyed-hours.ts';

interface KeyedRowsProps {
  readonly rows: readonly KeyedHours[];
  readonly kind: 'day' | 'province';
  readonly may: boolean;
  readonly onChange: (rows: readonly KeyedHours[]) => void;
}

/** Dates or provinces with hours of their own. */
export const KeyedRows = ({ rows, kind, may, onChange }: KeyedRowsProps) => {
  const { t } = useTranslation('week');
  const words = { day: t($ => $.own.day), province: t($ => $.own.province) };
  const put = (at: number, part: Partial<KeyedHours>) =>
    onChange(rows.map((row, n) => (n === at ? { ...row, ...part } : row)));
  return (
    <div className="week-rows grid gap-8">
      {rows.map(({ key, hours }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own while it is typed
        <span className="row gap-8" key={at}>
          <Input
            aria-label={words[kind]}
            type={kind === 'day' ? 'date' : 'text'}
            value={key}
            disabled={!may}
            onChange={event => put(at, { key: event.target.value })}
          />
          <Input
            aria-label={t($ => $.own.hours)}
            placeholder={kind === 'day' ? t($ => $.own.closed) : '9:00–18:00'}
            value={hours}
            disabled={!may}
            wrong={readHours(hours) === null}
            onChange={event => put(at, { hours: event.target.value })}
          />
          {may && (
            <button
              type="button"
              className="button is-bare"
              aria-label={t($ => $.own.remove, { key })}
              onClick={() => onChange(rows.filter((_, n) => n !== at))}
            >
              <X size={14} aria-hidden="true" />
            </button>
          )}
        </span>
      ))}
      {may && (
        <span>
          <Button
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => onChange([...rows, { key: '', hours: '' }])}
          >
            {kind === 'day' ? t($ => $.own.addDay) : t($ => $.own.addProvince)}
          </Button>
        </span>
      )}
    </div>
  );
};
