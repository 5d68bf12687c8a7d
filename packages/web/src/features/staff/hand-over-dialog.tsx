import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCustomerChoices } from '../../customer/use-customer.ts';
import { Button } from '../../ui/button.tsx';
import { Ticks } from '../../ui/filter/editors.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Skeleton } from '../../ui/panels.tsx';
import { Segments } from '../../ui/segments.tsx';
import { toast } from '../../ui/toast.ts';
import type { Employee } from './use-staff.ts';

/** All customers of somebody go to colleagues, evenly, or to the pool: before he goes. */
export const HandOverDialog = ({ person, onClose }: { person: Employee; onClose: () => void }) => {
  const { t } = useTranslation('staff');
  const queries = useQueryClient();
  const people = useCustomerChoices()?.people.filter(({ id }) => id !== person.id);
  const [where, setWhere] = useState<'people' | 'pool'>('people');
  const [to, setTo] = useState<readonly string[]>([]);
  const names = new Map(people?.map(({ id, name }) => [id, name]));
  const handOver = useMutation({
    mutationFn: () =>
      call(endpoints.customerActs.handOver, {
        employeeId: person.id,
        ...(where === 'people' && { to: to.map(employeeId => ({ employeeId })) }),
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['batch/list'] });
      toast.ok(t($ => $.handOver.started, { name: person.name }));
      onClose();
    },
  });
  return (
    <Modal
      title={t($ => $.handOver.title, { name: person.name })}
      closeLabel={t($ => $.close)}
      className="staff-dialog"
      onClose={onClose}
    >
      <div className="modal-body stack gap-12">
        <Segments
          label={t($ => $.handOver.where)}
          options={(['people', 'pool'] as const).map(value => ({ value, text: t($ => $.handOver[value]) }))}
          value={where}
          onChange={setWhere}
        />
        {where === 'people' && !people && <Skeleton rows={3} />}
        {where === 'people' && people && (
          <Ticks
            legend={t($ => $.handOver.to)}
            words={people.map(({ id }) => id)}
            value={to}
            draw={id => names.get(id) ?? id}
            onChange={setTo}
          />
        )}
        <p className="hint">{where === 'people' ? t($ => $.handOver.evenly) : t($ => $.handOver.toPool)}</p>
        <footer className="row gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button
            kind="primary"
            disabled={where === 'people' && to.length === 0}
            loading={handOver.isPending}
            onClick={() => handOver.mutate()}
          >
            {t($ => $.handOver.ok)}
          </Button>
        </footer>
      </div>
    </Modal>
  );
};
