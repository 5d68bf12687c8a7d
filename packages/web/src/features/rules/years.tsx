import { endpoints, joined, type OutputOf } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { AreaField, TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { toast } from '../../ui/toast.ts';
import { figure } from './use-rules.ts';

type Platform = OutputOf<typeof endpoints.rules.platform>;

/** `元旦 2027-01-01 2027-01-03`, a holiday a line; null where one cannot be read. */
const readOff = (text: string) => {
  const read = text
    .normalize('NFKC')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => /^\s*(\S+)\s+(\d{4}-\d\d-\d\d)(?:\s+(\d{4}-\d\d-\d\d))?\s*$/.exec(line));
  return read.every(line => line !== null)
    ? read.map(line => ({ name: line?.[1] ?? '', from: line?.[2] ?? '', to: line?.[3] ?? line?.[2] ?? '' }))
    : null;
};
const readDates = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[\s、,]+/)
    .filter(date => date !== '');

const NewYear = ({ year, onDone }: { year: number; onDone: () => void }) => {
  const { t } = useTranslation('rules');
  const queries = useQueryClient();
  const form = useEndpointForm({
    endpoint: endpoints.rules.saveYear,
    start: { year: String(year), source: '', off: '', workdays: '' },
    input: typed => ({
      year: figure(typed.year),
      source: typed.source,
      off: readOff(typed.off) ?? [],
      workdays: readDates(typed.workdays),
    }),
    check: typed => (readOff(typed.off) === null ? [{ field: 'off', fault: 'shape' } as const] : []),
    onDone: () => {
      toast.ok(t($ => $.saved));
      onDone();
      return queries.invalidateQueries({ queryKey: ['rules/platform'] });
    },
  });
  return (
    <form {...form.props} className="grid gap-14">
      <TextField form={form} name="year" label={t($ => $.years.year)} />
      <TextField form={form} name="source" label={t($ => $.years.source)} hint={t($ => $.years.sourceHint)} />
      <AreaField form={form} name="off" label={t($ => $.years.off)} hint={t($ => $.years.offHint)} />
      <AreaField form={form} name="workdays" label={t($ => $.years.workdays)} hint={t($ => $.years.workdaysHint)} />
      <span>
        <Button kind="primary" type="submit" loading={form.busy}>
          {t($ => $.years.save)}
        </Button>
      </span>
    </form>
  );
};

/** Public holidays as they were published, year by year. */
export const Years = ({ years, unknownYear }: Pick<Platform, 'years' | 'unknownYear'>) => {
  const { t } = useTranslation('rules');
  const [adding, setAdding] = useState(false);
  return (
    <section className="rules-years grid gap-8">
      <h2 className="section-title">{t($ => $.years.title)}</h2>
      {unknownYear !== null && <p className="rules-warn">{t($ => $.days.unknown, { year: unknownYear })}</p>}
      {years.map(({ year, source, off, workdays }) => (
        <details key={year}>
          <summary>{t($ => $.years.one, { year, source })}</summary>
          {off.map(({ name, from, to }) => (
            <p key={from}>{from === to ? `${name} ${from}` : `${name} ${from} – ${to}`}</p>
          ))}
          <p>{t($ => $.years.madeUp, { dates: joined(workdays, 'listed', saidLanguage()) })}</p>
        </details>
      ))}
      {adding ? (
        <NewYear year={unknownYear ?? (years.at(-1)?.year ?? 0) + 1} onDone={() => setAdding(false)} />
      ) : (
        <span>
          <Button onClick={() => setAdding(true)}>{t($ => $.years.add)}</Button>
        </span>
      )}
    </section>
  );
};
