import { customerLimits } from '@lianxian/contract';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EndpointForm } from '../ui/form/use-endpoint-form.ts';
import { phoneDigits } from '../ui/format.ts';
import { Input } from '../ui/input.tsx';
import type { CustomerValues } from './customer-values.ts';
import type { Customer } from './use-customer.ts';

interface FurtherFieldProps {
  readonly form: EndpointForm<CustomerValues>;
  /** Those that are there, as they may be seen. */
  readonly known: Customer['further'];
}

/** Other numbers of the same person: each finds the customer. */
export const FurtherField = ({ form, known }: FurtherFieldProps) => {
  const { t } = useTranslation('customer');
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState('');
  const { further, phone } = form.values;
  const says = (key: string): string => known.find(each => each.key === key)?.phone ?? key;
  const add = () => {
    const digits = phoneDigits(typed);
    if (typed.trim() === '') return setFault('');
    if (digits === null) return setFault(t($ => $.phone.length));
    if (digits === phone || further.some(key => says(key) === digits)) return setFault(t($ => $.further.twice));
    form.set({ further: [...further, digits] });
    setTyped('');
    setFault('');
  };
  const refused = form.fault('further');
  return (
    <fieldset className="customer-further stack gap-6">
      <legend className="form-field-head">{t($ => $.further.title)}</legend>
      {further.map(key => (
        <span key={key} className="row gap-8">
          <span className="phone">{says(key)}</span>
          <button
            type="button"
            className="icon-button"
            aria-label={t($ => $.further.remove, { phone: says(key) })}
            onClick={() => form.set({ further: further.filter(each => each !== key) })}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </span>
      ))}
      {further.length < customerLimits.further ? (
        <span className="row gap-8">
          <Input
            type="tel"
            aria-label={t($ => $.further.name)}
            placeholder={t($ => $.further.name)}
            maxLength={customerLimits.phone}
            wrong={fault !== ''}
            value={typed}
            onChange={event => {
              setFault('');
              setTyped(event.target.value);
            }}
            onBlur={add}
          />
          <button type="button" className="button" onClick={add}>
            <Plus size={14} aria-hidden="true" /> {t($ => $.further.add)}
          </button>
        </span>
      ) : (
        <p className="hint">{t($ => $.further.full, { n: customerLimits.further })}</p>
      )}
      {(fault || refused) && (
        <p className="wrong" role="alert">
          {fault || refused}
        </p>
      )}
      <p className="hint">{t($ => $.further.hint)}</p>
    </fieldset>
  );
};
