import { endpoints } from '@lianxian/contract';
import { type SeatStrategy, seatStrategies } from '@lianxian/core';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { FieldFault, SelectField, TextField } from '../../ui/form/fields.tsx';
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { toast } from '../../ui/toast.ts';
import { type SeatGroup, useSeats, useSeatsChanged } from './use-seats.ts';

interface Typed {
  readonly name: string;
  readonly strategy: SeatStrategy;
  readonly ringS: string;
  readonly members: string[];
}

/** The house's own; the merchant's setting stands for calls of no group. */
const usualRingS = '8';

/** In the order in which they are rung in turn. */
const Members = ({ form }: { form: EndpointForm<Typed> }) => {
  const { t } = useTranslation('seats');
  const seats = useSeats().data?.seats ?? [];
  const { members } = form.values;
  const nameOf = (id: string) => seats.find(({ employeeId }) => employeeId === id)?.name ?? '…';
  const others = seats.filter(({ employeeId }) => !members.includes(employeeId));
  const put = (next: string[]) => form.set({ members: next });
  const swap = (at: number, other: number) => put(members.with(at, members[other]!).with(other, members[at]!));
  return (
    <fieldset className="seats-members">
      <legend>{t($ => $.group.members)}</legend>
      <p className="hint">{members.length === 0 ? t($ => $.group.none) : t($ => $.group.order)}</p>
      <ol>
        {members.map((id, at) => (
          <li className="row gap-6" key={id}>
            <span className="fill cut">{nameOf(id)}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={t($ => $.group.up, { name: nameOf(id) })}
              disabled={at === 0}
              onClick={() => swap(at, at - 1)}
            >
              <ArrowUp size={14} aria-hidden="true" />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={t($ => $.group.down, { name: nameOf(id) })}
              disabled={at === members.length - 1}
              onClick={() => swap(at, at + 1)}
            >
              <ArrowDown size={14} aria-hidden="true" />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={t($ => $.group.drop, { name: nameOf(id) })}
              onClick={() => put(members.filter(one => one !== id))}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <select
          className="plain-select"
          aria-label={t($ => $.group.addMember)}
          value=""
          onChange={({ target }) => target.value && put([...members, target.value])}
        >
          <option value="">{t($ => $.group.addMember)}</option>
          {others.map(({ employeeId, name, extension }) => (
            <option key={employeeId} value={employeeId}>
              {name} {extension}
            </option>
          ))}
        </select>
      )}
      <FieldFault form={form} name="members" />
    </fieldset>
  );
};

/** A group of seats, made or changed. */
export const GroupDrawer = ({ group, onClose }: { group: SeatGroup | null; onClose: () => void }) => {
  const { t } = useTranslation('seats');
  const changed = useSeatsChanged();
  const form: EndpointForm<Typed> = useEndpointForm({
    endpoint: endpoints.seat.groupSave,
    start: {
      name: group?.name ?? '',
      strategy: group?.strategy ?? 'longestIdle',
      ringS: group ? String(group.ringS) : usualRingS,
      members: group?.members.map(({ id }) => id) ?? [],
    },
    input: ({ members, ringS, ...typed }) => ({
      ...typed,
      ...(group && { id: group.id }),
      // Digits of a Chinese keyboard are digits.
      ringS: ringS.trim().normalize('NFKC'),
      members: [...members],
    }),
    wants: ['name'],
    onDone: () => {
      toast.ok(t($ => $.group.saved));
      onClose();
      return changed();
    },
  });
  return (
    <Drawer
      title={group ? t($ => $.group.edit) : t($ => $.group.add)}
      subject={group?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" form={form.props.id} loading={form.busy}>
            {group ? t($ => $.save) : t($ => $.add)}
          </Button>
        </>
      }
    >
      <form {...form.props} className="seats-form">
        <TextField form={form} name="name" label={t($ => $.group.name)} />
        <div className="seats-pair grid">
          <SelectField form={form} name="strategy" label={t($ => $.group.strategy)}>
            {seatStrategies.map(strategy => (
              <option key={strategy} value={strategy}>
                {t($ => $.group.strategies[strategy])}
              </option>
            ))}
          </SelectField>
          <TextField form={form} name="ringS" label={t($ => $.group.ringS)} />
        </div>
        <Members form={form} />
      </form>
    </Drawer>
  );
};
