import { endpoints, type refusals } from '@lianxian/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { Refusal, unlessRefused } from '../api/wire.ts';
import { type EndpointForm, useEndpointForm } from '../ui/form/use-endpoint-form.ts';
import { phoneDigits } from '../ui/format.ts';
import { toast } from '../ui/toast.ts';
import {
  type CustomerBase,
  type CustomerField,
  type CustomerValues,
  conflictsOf,
  joined,
  parameterNames,
  savedOf,
  valuesOf,
} from './customer-values.ts';
import { type Customer, useCustomersAnew } from './use-customer.ts';

/** Two changed it at once (contract, refusals): of the table with its sentences only this is needed. */
const customerChanged: typeof refusals.customerChanged.code = 605;

export type CustomerTab = 'basic' | 'dynamic' | 'temporary';

interface CustomerFormWish extends CustomerBase {
  readonly onTab: (tab: CustomerTab) => void;
  readonly onAdded: (id: string) => void;
}

/** Somebody else changed the same fields meanwhile: one of the two is to be chosen for each. */
export interface Conflict {
  readonly fields: readonly CustomerField[];
  readonly mine: CustomerValues;
  readonly theirs: CustomerValues;
}

export interface CustomerForm {
  readonly form: EndpointForm<CustomerValues>;
  readonly base: CustomerBase;
  readonly conflict: Conflict | null;
  /** Which of the fields stay as the others wrote them; the form then stands on what is there now. */
  readonly settle: (theirs: ReadonlySet<CustomerField>) => void;
}

/** The form of one customer: it adds one, or changes what was changed; nobody's words are lost when two do so at once. */
export const useCustomerForm = ({ onTab, onAdded, ...first }: CustomerFormWish): CustomerForm => {
  const { t } = useTranslation('customer');
  const readAnew = useCustomersAnew();
  const [base, setBase] = useState<CustomerBase>(first);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const isNew = base.customer === null;
  const standOn = (customer: Customer): CustomerValues => {
    const values = valuesOf(customer, null);
    setBase(before => ({ ...before, customer, values }));
    return values;
  };
  const compare = async () => {
    const { customer } = base;
    const found = customer && (await unlessRefused(call(endpoints.customer.detail, { id: customer.id })));
    if (!found?.customer) return;
    const theirs = standOn(found.customer);
    const mine = joined(base.values, form.values, theirs);
    setConflict({ fields: conflictsOf(base.values, form.values, theirs), mine, theirs });
    form.set(mine);
  };
  const form = useEndpointForm({
    endpoint: endpoints.customer.save,
    start: first.values,
    input: typed => savedOf(typed, base),
    saysLeft: ['phone'],
    wants: isNew && first.known === null ? ['phone', 'cateType'] : ['cateType'],
    check: ({ phone }) =>
      isNew && first.known === null && phone.trim() !== '' && phoneDigits(phone) === null
        ? [{ field: 'phone', fault: 'phone' }]
        : [],
    next: answer => valuesOf(answer, null),
    onFaulty: fields => {
      if (fields.every(field => parameterNames.has(field))) return onTab('dynamic');
      onTab('basic');
      toast.bad(t($ => $.basicFirst));
    },
    onRefused: why => {
      if (why instanceof Refusal && why.code === customerChanged) void compare();
      else if (why instanceof Refusal && why.field !== null) onTab(parameterNames.has(why.field) ? 'dynamic' : 'basic');
    },
    onDone: async answer => {
      toast.ok(isNew ? t($ => $.submit.added) : t($ => $.submit.edited));
      setConflict(null);
      standOn(answer);
      await readAnew();
      if (isNew) onAdded(answer.id);
    },
  });
  // What others saved meanwhile is shown at once where nothing was typed; else it is met when one saves.
  const newer = first.customer;
  const follow = useEffectEvent(() => {
    if (newer && base.customer && newer.version !== base.customer.version && !form.isChanged)
      form.begin(standOn(newer));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what was read.
  useEffect(() => follow(), [newer]);
  return {
    form,
    base,
    conflict,
    settle: kept => {
      if (conflict === null) return;
      form.set(Object.fromEntries([...kept].map(field => [field, conflict.theirs[field]])));
      setConflict(null);
    },
  };
};
