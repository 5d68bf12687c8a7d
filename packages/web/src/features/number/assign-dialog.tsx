import { endpoints, sharings } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCustomerChoices } from '../../customer/use-customer.ts';
import { listed } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Segments } from '../../ui/segments.tsx';
import { OwnerTicks, RegionTicks, useFindRegions } from './editors.tsx';
import { type ActProps, useStarted } from './started.ts';
import '../../ui/plain-select.css';

const ways = [...sharings, 'department'] as const;
type Way = (typeof ways)[number];
interface Receiver {
  readonly employeeId: string;
  readonly share: number;
  readonly regions: readonly string[];
}

const whole = 100;
/** Shares of several as even as whole figures allow. */
const evenly = (of: number): number => Math.floor(whole / Math.max(1, of));

interface ReceiverRowProps {
  readonly receiver: Receiver;
  readonly name: string;
  readonly how: Way;
  readonly onChange: (part: Partial<Receiver>) => void;
}

/** How much one of them gets, or of where. */
const ReceiverRow = ({ receiver, name, how, onChange }: ReceiverRowProps) => {
  const { t } = useTranslation('number');
  const { nameOf } = useFindRegions(how === 'region');
  return (
    <li className="row gap-8">
      <span className="fill">{name}</span>
      {how === 'share' && (
        <Input
          small
          className="number-share"
          inputMode="numeric"
          aria-label={t($ => $.assign.shareOf, { name })}
          value={receiver.share === 0 ? '' : String(receiver.share)}
          onChange={event => onChange({ share: Math.min(whole, Number(event.target.value.replace(/\D/g, ''))) })}
        />
      )}
      {how === 'region' && (
        <>
          <span className="small ink2">{listed(receiver.regions.map(nameOf))}</span>
          <Popover
            align="end"
            className="button"
            name={t($ => $.assign.regionsOf, { name })}
            label={t($ => $.assign.addRegion)}
          >
            {() => <RegionTicks value={receiver.regions} onChange={regions => onChange({ regions })} />}
          </Popover>
        </>
      )}
    </li>
  );
};

/** All of a department, and of those below it. */
const DepartmentField = ({ value, onChange }: { value: string; onChange: (id: string) => void }) => {
  const { t } = useTranslation('number');
  const departments = useCustomerChoices()?.departments ?? [];
  return (
    <label className="stack gap-6">
      {t($ => $.assign.toDepartment)}
      <select className="plain-select" value={value} onChange={event => onChange(event.target.value)}>
        <option value="">{t($ => $.assign.choose)}</option>
        {departments.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};

/** What is asked of the server: a department’s people get as many each. */
const givenTo = (how: Way, to: readonly Receiver[], departmentId: string) =>
  how === 'department'
    ? { departmentId }
    : {
        how,
        to: to.map(({ employeeId, share, regions }) => ({
          employeeId,
          ...(how === 'share' && { share }),
          ...(how === 'region' && { regions: [...regions] }),
        })),
      };

const isComplete = (how: Way, to: readonly Receiver[], departmentId: string): boolean => {
  if (how === 'department') return departmentId !== '';
  if (how === 'share' && to.some(({ share }) => share === 0)) return false;
  return to.length > 0 && (how !== 'region' || to.every(({ regions }) => regions.length > 0));
};

/** Customers become people's: evenly, by shares of a hundred, by where the customers are, or a department's. */
export const AssignDialog = ({ query, n, onDone, onClose }: ActProps) => {
  const { t } = useTranslation(['number', 'parts']);
  const { people = [], departments = [] } = useCustomerChoices() ?? {};
  const [how, setHow] = useState<Way>('even');
  const [to, setTo] = useState<readonly Receiver[]>([]);
  const [departmentId, setDepartmentId] = useState('');
  const started = useStarted({ n, onDone });
  const assign = useMutation({
    mutationFn: () => call(endpoints.customerActs.assign, { ...query, ...givenTo(how, to, departmentId) }),
    onSuccess: started,
  });
  const choose = (ids: readonly string[]) =>
    setTo(before =>
      ids.map(
        employeeId =>
          before.find(each => each.employeeId === employeeId) ?? { employeeId, share: evenly(ids.length), regions: [] },
      ),
    );
  const change = (employeeId: string, part: Partial<Receiver>) =>
    setTo(before => before.map(each => (each.employeeId === employeeId ? { ...each, ...part } : each)));
  const sum = to.reduce((all, { share }) => all + share, 0);
  const isReady = isComplete(how, to, departmentId);
  return (
    <Modal title={t($ => $.assign.title, { n })} closeLabel={t($ => $.close, { ns: 'parts' })} onClose={onClose}>
      <div className="modal-body stack gap-12">
        <Segments
          label={t($ => $.assign.how)}
          options={ways.map(value => ({
            value,
            text: t($ => $.assign[value]),
            disabled: value === 'department' && departments.length === 0,
          }))}
          value={how}
          onChange={setHow}
        />
        {how === 'department' ? (
          <DepartmentField value={departmentId} onChange={setDepartmentId} />
        ) : (
          <div className="number-people">
            <OwnerTicks value={to.map(({ employeeId }) => employeeId)} onChange={choose} />
          </div>
        )}
        {(how === 'share' || how === 'region') && (
          <ul className="number-groups" aria-label={t($ => $.assign.people)}>
            {to.map(receiver => (
              <ReceiverRow
                key={receiver.employeeId}
                receiver={receiver}
                name={people.find(({ id }) => id === receiver.employeeId)?.name ?? ''}
                how={how}
                onChange={part => change(receiver.employeeId, part)}
              />
            ))}
          </ul>
        )}
        {how === 'share' && to.length > 0 && <p className="hint">{t($ => $.assign.sum, { n: sum })}</p>}
        <p className="hint">{t($ => $.assign.hint)}</p>
        <footer className="row gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.acts.cancel)}</Button>
          <Button kind="primary" disabled={!isReady} loading={assign.isPending} onClick={() => assign.mutate()}>
            {t($ => $.assign.ok)}
          </Button>
        </footer>
      </div>
    </Modal>
  );
};
