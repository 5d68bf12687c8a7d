import { customerTypeWords, smsLimits } from '@lianxian/contract';
import { callStates, customerTypes, levels } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { useCurrentUser, useReadsCalls } from '../../../session/current-user.ts';
import { listed, saidLanguage } from '../../../text/said.ts';
import { type Condition, conditionsOver } from '../../../ui/filter/condition.ts';
import { DaysEditor, Ticks, useDaysText } from '../../../ui/filter/editors.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { AreaField } from '../../../ui/form/fields.tsx';
import type { EndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { count } from '../../../ui/format.ts';
import { Level } from '../../../ui/level.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { State } from '../../../ui/state.tsx';
import { TaskEditor, useTaskName } from '../log/conditions.tsx';
import { allCalls, allCustomers, type CallConditions, type CustomerConditions, linesOf } from './recipients.ts';
import type { TypedMany } from './use-many-form.ts';

interface ConditionsProps {
  readonly calls: CallConditions;
  readonly onChange: (calls: CallConditions) => void;
}

const useCallConditions = ({ calls, onChange }: ConditionsProps): readonly Condition[] => {
  const { t } = useTranslation(['sms', 'shell']);
  const daysText = useDaysText();
  const taskName = useTaskName(calls.task);
  const names = t($ => $.many.callConditions, { returnObjects: true });
  const condition = conditionsOver<CallConditions>({
    change: (key, value) => onChange({ ...calls, [key]: value }),
    cleared: allCalls,
    names,
  });
  const stateText = calls.states.map(state => t($ => $.state[state], { ns: 'shell' }));
  return [
    condition('time', daysText(calls.time), choose => <DaysEditor value={calls.time} onChoose={choose} />),
    condition('task', taskName, choose => <TaskEditor value={calls.task} onChoose={choose} />),
    condition('levels', calls.levels.length > 0 ? listed(calls.levels) : null, () => (
      <Ticks
        legend={names.levels}
        words={levels}
        value={calls.levels}
        className="is-row"
        draw={level => <Level level={level} />}
        onChange={value => onChange({ ...calls, levels: value })}
      />
    )),
    condition('states', stateText.length > 0 ? listed(stateText) : null, () => (
      <Ticks
        legend={names.states}
        words={callStates}
        value={calls.states}
        draw={state => <State state={state} />}
        onChange={value => onChange({ ...calls, states: value })}
      />
    )),
  ];
};

const Calls = (props: ConditionsProps) => {
  const { t } = useTranslation('sms');
  const conditions = useCallConditions(props);
  const isAll = conditions.every(({ value }) => value === null);
  return (
    <div className="sms-calls stack gap-4">
      <FilterBar conditions={conditions} onClear={isAll ? null : () => props.onChange(allCalls)} />
      <p className="hint">{isAll ? t($ => $.many.allCalls) : t($ => $.many.callsHint)}</p>
    </div>
  );
};

interface CustomersProps {
  readonly customers: CustomerConditions;
  readonly onChange: (customers: CustomerConditions) => void;
}

const useCustomerConditions = ({ customers, onChange }: CustomersProps): readonly Condition[] => {
  const { t } = useTranslation('sms');
  const taskName = useTaskName(customers.task);
  const names = t($ => $.many.customerConditions, { returnObjects: true });
  const condition = conditionsOver<Omit<CustomerConditions, 'picked'>>({
    change: (key, value) => onChange({ ...customers, [key]: value }),
    cleared: allCustomers,
    names,
  });
  const typeNames = customerTypeWords[saidLanguage()];
  const typeTexts = customerTypes.map(type => `${type}` as const);
  const typeText = customers.types.map(type => typeNames[type]);
  return [
    condition('types', typeText.length > 0 ? listed(typeText) : null, () => (
      <Ticks
        legend={names.types}
        words={typeTexts}
        value={customers.types}
        draw={type => typeNames[type]}
        onChange={value => onChange({ ...customers, types: value })}
      />
    )),
    condition('levels', customers.levels.length > 0 ? listed(customers.levels) : null, () => (
      <Ticks
        legend={names.levels}
        words={levels}
        value={customers.levels}
        className="is-row"
        draw={level => <Level level={level} />}
        onChange={value => onChange({ ...customers, levels: value })}
      />
    )),
    condition('task', taskName, choose => <TaskEditor value={customers.task} onChoose={choose} />),
  ];
};

const Customers = (props: CustomersProps) => {
  const { t } = useTranslation('sms');
  const conditions = useCustomerConditions(props);
  const { picked } = props.customers;
  if (picked !== null)
    return (
      <p className="row gap-10 wrap">
        <span>{t($ => $.many.picked, { n: picked.n })}</span>
        <button type="button" className="link" onClick={() => props.onChange(allCustomers)}>
          {t($ => $.many.pickAnew)}
        </button>
      </p>
    );
  const isAll = conditions.every(({ value }) => value === null);
  return (
    <div className="sms-calls stack gap-4">
      <FilterBar conditions={conditions} onClear={isAll ? null : () => props.onChange(allCustomers)} />
      <p className="hint">{isAll ? t($ => $.many.allCustomers) : t($ => $.many.customersHint)}</p>
    </div>
  );
};

/** To whom: numbers that are pasted, the people of filtered calls, or customers of the number library. */
export const PeopleFields = ({ form }: { form: EndpointForm<TypedMany> }) => {
  const { t } = useTranslation('sms');
  const readsCalls = useReadsCalls();
  const readsCustomers = useCurrentUser()?.rights.includes('number') ?? false;
  const may = { phones: true, calls: readsCalls, customers: readsCustomers };
  const { of, phones, calls, customers } = form.values;
  const lines = linesOf(phones);
  const hint = lines > 0 ? t($ => $.many.typed, { n: count(lines) }) : undefined;
  return (
    <>
      <div className="form-field">
        <span className="ink2">{t($ => $.many.of)}</span>
        <div className="flex">
          <Segments
            label={t($ => $.many.of)}
            options={(['phones', 'calls', 'customers'] as const).map(value => ({
              value,
              text: t($ => $.many.ofWhat[value]),
              disabled: !may[value],
            }))}
            value={of}
            onChange={next => form.set({ of: next })}
          />
        </div>
      </div>
      {of === 'phones' && (
        <AreaField
          form={form}
          name="phones"
          label={t($ => $.many.phones)}
          hint={hint ?? t($ => $.many.phonesHint, { n: count(smsLimits.recipients) })}
          rows={6}
          inputMode="tel"
        />
      )}
      {of === 'customers' && <Customers customers={customers} onChange={next => form.set({ customers: next })} />}
      {of === 'calls' && <Calls calls={calls} onChange={next => form.set({ calls: next })} />}
    </>
  );
};
