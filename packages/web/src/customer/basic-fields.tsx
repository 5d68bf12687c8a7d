import { customerFieldWord, customerLimits, customerType, customerTypeWords } from '@lianxian/contract';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../text/said.ts';
import { AreaField, TextField } from '../ui/form/fields.tsx';
import type { EndpointForm } from '../ui/form/use-endpoint-form.ts';
import { FormField } from '../ui/form-field.tsx';
import { phoneDigits } from '../ui/format.ts';
import { Input } from '../ui/input.tsx';
import { PlainChoice } from '../ui/plain-choice.tsx';
import { Segments } from '../ui/segments.tsx';
import type { CustomerValues } from './customer-values.ts';
import { FurtherField } from './further-field.tsx';
import { PhoneStanding } from './phone-standing.tsx';
import { RegionField } from './region-field.tsx';
import { TagsField } from './tags-field.tsx';
import type { Customer } from './use-customer.ts';

type CustomerEndpointForm = EndpointForm<CustomerValues>;

/** How a field is called, as everywhere else. */
const nameOf = (field: string): string => {
  const word = customerFieldWord(field, saidLanguage());
  return word.charAt(0).toUpperCase() + word.slice(1);
};

interface PhoneFieldProps {
  readonly form: CustomerEndpointForm;
  /** It is there already, or a call says it: nobody types it. */
  readonly isFixed: boolean;
  readonly onOpen: (id: string) => void;
}

/** Typed of a new customer alone; whose it is already is said as soon as one leaves it (O-288 to O-291). */
const PhoneField = ({ form, isFixed, onOpen }: PhoneFieldProps) => {
  const { t } = useTranslation('customer');
  const [left, setLeft] = useState<string | null>(null);
  const { phone } = form.values;
  const fault = form.fault('phone');
  const own = form.typed('phone');
  return (
    <FormField
      id={own.id}
      label={nameOf('phone')}
      needed
      fault={fault && phone.trim() === '' ? t($ => $.phone.missing) : fault}
      beside={isFixed ? t($ => $.phone.fixed) : undefined}
    >
      <Input
        {...own}
        type="tel"
        autoComplete="off"
        maxLength={customerLimits.phone}
        disabled={isFixed}
        wrong={Boolean(fault)}
        aria-required
        aria-describedby={fault ? `${own.id}-note` : undefined}
        after={isFixed ? <Lock size={13} aria-hidden="true" /> : undefined}
        onChange={event => {
          setLeft(null);
          own.onChange(event);
        }}
        onBlur={event => {
          own.onBlur(event);
          setLeft(phoneDigits(phone));
        }}
      />
      {!isFixed && <PhoneStanding phone={left} onOpen={onOpen} />}
    </FormField>
  );
};

/** So much is filled of a field. */
const useFilled = (form: CustomerEndpointForm) => {
  const { t } = useTranslation('customer');
  return (field: 'name' | 'company' | 'position' | 'tags' | 'remark' | 'mark') =>
    t($ => $.of, { n: form.values[field].length, of: customerLimits[field] });
};

const SexField = ({ form }: { form: CustomerEndpointForm }) => {
  const { t } = useTranslation('customer');
  const texts = { '': t($ => $.sexes.unknown), '1': t($ => $.sexes.male), '2': t($ => $.sexes.female) };
  return (
    <div className="form-field">
      <span className="form-field-head">{nameOf('sex')}</span>
      <Segments
        label={nameOf('sex')}
        options={(['', '1', '2'] as const).map(value => ({ value, text: texts[value] }))}
        value={form.values.sex}
        onChange={sex => form.set({ sex })}
      />
    </div>
  );
};

const TypeField = ({ form }: { form: CustomerEndpointForm }) => {
  const { t } = useTranslation('customer');
  const fault = form.fault('cateType');
  const id = form.idOf('cateType');
  return (
    <FormField
      id={id}
      label={nameOf('cateType')}
      needed
      fault={fault && form.values.cateType === '' ? t($ => $.typeMissing) : fault}
    >
      <PlainChoice
        id={id}
        value={form.values.cateType || null}
        wrong={Boolean(fault)}
        placeholder={t($ => $.typeChoose)}
        options={[...customerType.values].map(each => ({
          value: String(each),
          label: customerTypeWords[saidLanguage()][each],
        }))}
        onChange={cateType => form.set({ cateType })}
      />
    </FormField>
  );
};

interface BasicFieldsProps extends PhoneFieldProps {
  readonly customer: Customer | null;
}

/** 基本信息. */
export const BasicFields = ({ form, isFixed, customer, onOpen }: BasicFieldsProps) => {
  const { t } = useTranslation('customer');
  const filled = useFilled(form);
  const empty = t($ => $.empty);
  const { values } = form;
  return (
    <div className="customer-fields grid">
      <PhoneField form={form} isFixed={isFixed} onOpen={onOpen} />
      <TextField form={form} name="name" label={nameOf('name')} beside={filled('name')} placeholder={empty} />
      <SexField form={form} />
      <TextField form={form} name="birthday" label={nameOf('birthday')} type="date" maxLength={undefined} />
      <TextField form={form} name="company" label={nameOf('company')} beside={filled('company')} placeholder={empty} />
      <TextField
        form={form}
        name="position"
        label={nameOf('position')}
        beside={filled('position')}
        placeholder={empty}
      />
      <FormField
        id={form.idOf('province')}
        label={nameOf('province')}
        fault={form.fault('city') ?? form.fault('province')}
      >
        <RegionField
          id={form.idOf('province')}
          value={{ code: values.city, name: values.province }}
          wrong={Boolean(form.fault('city'))}
          onChange={({ code, name }) => form.set({ city: code, province: name })}
        />
      </FormField>
      <TypeField form={form} />
      <div className="is-whole">
        <FormField id={form.idOf('tags')} label={nameOf('tags')} beside={filled('tags')} fault={form.fault('tags')}>
          <TagsField
            id={form.idOf('tags')}
            value={values.tags}
            wrong={Boolean(form.fault('tags'))}
            onChange={tags => form.set({ tags })}
          />
        </FormField>
      </div>
      <div className="is-whole">
        <AreaField
          form={form}
          name="remark"
          label={nameOf('remark')}
          beside={filled('remark')}
          rows={2}
          placeholder={empty}
        />
        <AreaField
          form={form}
          name="mark"
          label={nameOf('mark')}
          beside={filled('mark')}
          rows={1}
          placeholder={empty}
        />
        <FurtherField form={form} known={customer?.further ?? []} />
      </div>
    </div>
  );
};
