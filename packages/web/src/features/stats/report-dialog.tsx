import { endpoints, type OutputOf, reportEvery, statPages } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { FieldFault } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { when } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Segments } from '../../ui/segments.tsx';
import { toast } from '../../ui/toast.ts';
import '../../ui/plain-choice.css';

type Report = OutputOf<typeof endpoints.stat.report>;

const hours = Array.from({ length: 24 }, (_, hour) => hour);

interface TicksProps {
  readonly legend: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}
const Boxes = ({ legend, options, value, onChange }: TicksProps) => (
  <fieldset className="stats-boxes">
    <legend>{legend}</legend>
    {options.map(option => (
      <label key={option.value} className="row gap-6">
        <input
          type="checkbox"
          checked={value.includes(option.value)}
          onChange={() =>
            onChange(options.map(each => each.value).filter(each => value.includes(each) !== (each === option.value)))
          }
        />
        {option.text}
      </label>
    ))}
  </fieldset>
);

const ReportForm = ({ report, onClose }: { report: Report; onClose: () => void }) => {
  const { t } = useTranslation(['stats', 'shell']);
  const queries = useQueryClient();
  const rights = useCurrentUser()?.rights ?? [];
  const seen = statPages.filter(page => rights.includes(page));
  const form = useEndpointForm({
    endpoint: endpoints.stat.saveReport,
    start: {
      every: report.every,
      weekday: report.weekday,
      hour: report.hour,
      pages: report.pages.filter(page => seen.includes(page)),
      to: report.to.map(person => person.id),
    },
    input: typed => typed,
    onDone: () => {
      toast.ok(t($ => $.report.saved));
      void queries.invalidateQueries({ queryKey: [endpoints.stat.report.path] });
      onClose();
    },
  });
  const { every, weekday, hour, pages, to } = form.values;
  return (
    <form {...form.props} className="stats-report stack gap-14">
      <Segments
        label={t($ => $.report.every)}
        options={reportEvery.map(value => ({ value, text: t($ => $.report[value]) }))}
        value={every}
        onChange={value => form.set({ every: value })}
      />
      {every !== 'off' && (
        <>
          <div className="row gap-10">
            {every === 'week' && (
              <select
                className="plain-choice"
                aria-label={t($ => $.report.weekday)}
                value={weekday}
                onChange={event => form.set({ weekday: Number(event.target.value) })}
              >
                {t($ => $.levels.weekdays, { returnObjects: true }).map((name, at) => (
                  <option key={name} value={at}>
                    {name}
                  </option>
                ))}
              </select>
            )}
            <select
              className="plain-choice"
              aria-label={t($ => $.report.hour)}
              value={hour}
              onChange={event => form.set({ hour: Number(event.target.value) })}
            >
              {hours.map(n => (
                <option key={n} value={n}>
                  {t($ => $.report.hourOf, { n })}
                </option>
              ))}
            </select>
          </div>
          <Boxes
            legend={t($ => $.report.pages)}
            options={seen.map(value => ({ value, text: t($ => $.nav[value], { ns: 'shell' }) }))}
            value={pages}
            onChange={value => form.set({ pages: seen.filter(page => value.includes(page)) })}
          />
          <Boxes
            legend={t($ => $.report.to)}
            options={report.people.map(person => ({ value: person.id, text: person.name }))}
            value={to}
            onChange={value => form.set({ to: value })}
          />
          <FieldFault form={form} name="to" />
          <p className="hint">{t($ => (report.people.length === 0 ? $.report.nobody : $.report.toHint))}</p>
        </>
      )}
      <p className="hint">
        {t($ => $.report.hint)}{' '}
        {report.sentAt === null
          ? t($ => $.report.never)
          : t($ => $.report.sentAt, { at: when(report.sentAt!, new Date(), '').trim() })}
      </p>
      <footer className="row gap-8 to-end">
        <Button onClick={onClose}>{t($ => $.report.cancel)}</Button>
        <Button kind="primary" type="submit" loading={form.busy} disabled={every !== 'off' && pages.length === 0}>
          {t($ => $.report.save)}
        </Button>
      </footer>
    </form>
  );
};

/** When a report of the statistics is made by itself, of which pages and for whom. */
export const ReportDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['stats', 'parts']);
  const report = useQuery({
    queryKey: [endpoints.stat.report.path],
    queryFn: ({ signal }) => call(endpoints.stat.report, {}, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal
      title={t($ => $.report.title)}
      closeLabel={t($ => $.close, { ns: 'parts' })}
      className="stats-report-dialog"
      onClose={onClose}
    >
      {report.isError && (
        <ErrorPanel title={t($ => $.report.failed)} error={report.error} onAgain={() => void report.refetch()} />
      )}
      {report.isPending && <Skeleton rows={5} />}
      {report.data && <ReportForm report={report.data} onClose={onClose} />}
    </Modal>
  );
};
