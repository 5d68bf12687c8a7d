import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { minuteOf, type Series, timeOf } from './days.ts';
import { type DaysTyped, RepeatFields } from './repeat-fields.tsx';

interface SeriesSettingsProps {
  readonly series: Series;
  /** To the settings of the tasks it makes. */
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** When a series makes its tasks; the way to how they are. */
export const SeriesSettings = ({ series, onEdit, onClose }: SeriesSettingsProps) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const [typed, setTyped] = useState<DaysTyped>({
    days: series.weekdays,
    time: timeOf(series.minute),
    endsOn: series.endsOn ?? '',
  });
  const minute = minuteOf(typed.time);
  const save = useMutation({
    mutationFn: (wanted: number) =>
      call(endpoints.taskSeries.setSeries, {
        id: series.id,
        state: series.state,
        weekdays: [...typed.days],
        minute: wanted,
        ...(typed.endsOn !== '' && { endsOn: typed.endsOn }),
      }),
    onSuccess: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: ['task/series'] });
    },
  });
  return (
    <Modal title={series.name} closeLabel={t($ => $.close)} className="name-dialog" onClose={onClose}>
      <div className="modal-body grid gap-16">
        <RepeatFields typed={typed} onChange={part => setTyped(before => ({ ...before, ...part }))} />
        <footer className="flex gap-8 to-end">
          <Button kind="text" onClick={onEdit}>
            {t($ => $.series.taskSettings)}
          </Button>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button
            kind="primary"
            disabled={minute === null || typed.days.length === 0}
            loading={save.isPending}
            onClick={() => minute !== null && save.mutate(minute)}
          >
            {t($ => $.save)}
          </Button>
        </footer>
      </div>
    </Modal>
  );
};
