import { endpoints } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { Popover } from '../ui/popover.tsx';
import { useSettled } from '../ui/use-settled.ts';
import { regionsOf, useRegions } from './regions.ts';

/** A region by its code, and in words with slashes between; '' none. */
interface ChosenRegion {
  readonly code: string;
  readonly name: string;
}

interface RegionFieldProps {
  readonly id: string;
  readonly value: ChosenRegion;
  readonly wrong: boolean;
  readonly onChange: (region: ChosenRegion) => void;
}

/** The fewest letters that are looked for. */
const leastSought = 2;
const searchAfterMs = 250;
/** As many as the endpoint gives at once. */
const suggested = 1_000;
const none: ChosenRegion = { code: '', name: '' };

const Suggested = ({ typed, onChoose }: { typed: string; onChoose: (region: ChosenRegion) => void }) => {
  const { t } = useTranslation('customer');
  const name = useSettled(typed, searchAfterMs);
  const { data } = useQuery({
    queryKey: ['custom/suggestRegion', name],
    queryFn: ({ signal }) =>
      call(endpoints.customer.suggestRegion, { name, limit: suggested }, { signal, quiet: true }),
    enabled: name.length >= leastSought,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return null;
  if (data.list.length === 0) return <p className="key">{t($ => $.region.none)}</p>;
  return (
    <div className="options">
      {data.list.map(region => (
        <button key={region.code} type="button" onClick={() => onChoose(region)}>
          {region.name}
        </button>
      ))}
    </div>
  );
};

/** Province, city and county side by side; 海外 has none below it. */
const Levels = ({
  value,
  onChoose,
}: {
  value: ChosenRegion;
  onChoose: (region: ChosenRegion, isLast: boolean) => void;
}) => {
  const { t } = useTranslation('customer');
  const regions = useRegions();
  const [code, setCode] = useState(value.code);
  if (!regions) return null;
  const levels = regionsOf(regions, code);
  const words = [t($ => $.region.province), t($ => $.region.city), t($ => $.region.county)];
  return (
    <div className="customer-regions grid">
      {levels.map(({ all, chosen }, at) => (
        <fieldset key={words[at]} className="options">
          <legend className="only-read">{words[at]}</legend>
          {all.map(region => (
            <button
              key={region.code}
              type="button"
              aria-pressed={region.code === chosen?.code}
              ref={button => {
                if (region.code === chosen?.code) button?.scrollIntoView({ block: 'nearest' });
              }}
              onClick={() => {
                setCode(region.code);
                const path = [...levels.slice(0, at).map(level => level.chosen?.name ?? ''), region.name];
                onChoose({ code: region.code, name: path.join('/') }, region.within.length === 0);
              }}
            >
              {region.name}
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  );
};

/** One region of three levels, walked down or found by its name; what is chosen holds at once, on any level. */
export const RegionField = ({ id, value, wrong, onChange }: RegionFieldProps) => {
  const { t } = useTranslation('customer');
  const [typed, setTyped] = useState('');
  const sought = typed.trim();
  const shown = value.name.replaceAll('/', ' / ') || t($ => $.empty);
  return (
    <span className={wrong ? 'customer-region is-wrong' : 'customer-region'} id={id}>
      <Popover
        className="input row between gap-6"
        name={`${t($ => $.region.choose)} ${shown}`}
        label={
          <>
            <span className={value.name ? 'cut' : 'cut ink3'}>{shown}</span>
            <ChevronDown size={13} aria-hidden="true" />
          </>
        }
        onClose={() => setTyped('')}
      >
        {close => (
          <div className="stack gap-6">
            <div className="row gap-8">
              <input
                type="search"
                className="filter-find fill"
                aria-label={t($ => $.region.find)}
                placeholder={t($ => $.region.find)}
                value={typed}
                onChange={event => setTyped(event.target.value)}
              />
              {value.code !== '' && (
                <button
                  type="button"
                  className="link whole"
                  onClick={() => {
                    onChange(none);
                    close();
                  }}
                >
                  {t($ => $.region.clear)}
                </button>
              )}
            </div>
            {sought.length >= leastSought ? (
              <Suggested
                typed={sought}
                onChoose={region => {
                  onChange({ code: region.code, name: region.name });
                  close();
                }}
              />
            ) : (
              <Levels
                value={value}
                onChoose={(region, isLast) => {
                  onChange(region);
                  if (isLast) close();
                }}
              />
            )}
          </div>
        )}
      </Popover>
    </span>
  );
};
