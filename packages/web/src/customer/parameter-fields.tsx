import { useTranslation } from 'react-i18next';
import { TextField } from '../ui/form/fields.tsx';
import type { EndpointForm } from '../ui/form/use-endpoint-form.ts';
import { FormField } from '../ui/form-field.tsx';
import { Input } from '../ui/input.tsx';
import { type CustomerValues, figureKeys, textKeys } from './customer-values.ts';

type ParameterKey = (typeof textKeys)[number] | (typeof figureKeys)[number];

/** As the merchant calls them, or by their numbers. */
const useNameOf = (names: readonly string[]) => {
  const { t } = useTranslation('customer');
  return (key: ParameterKey): string => {
    const n = Number(key.slice('parameter'.length));
    return names[n - 1] || t($ => $.parameters.nameless, { n });
  };
};

/** 动态参数: ten that are text, ten that are figures (O-224). */
export const ParameterFields = ({ form, names }: { form: EndpointForm<CustomerValues>; names: readonly string[] }) => {
  const { t } = useTranslation('customer');
  const nameOf = useNameOf(names);
  const empty = t($ => $.empty);
  return (
    <>
      <h3 className="section-title">{t($ => $.parameters.text)}</h3>
      <div className="customer-fields grid">
        {textKeys.map(key => (
          <TextField key={key} form={form} name={key} label={nameOf(key)} placeholder={empty} />
        ))}
      </div>
      <h3 className="section-title">{t($ => $.parameters.figures)}</h3>
      <div className="customer-fields grid">
        {figureKeys.map(key => (
          <TextField key={key} form={form} name={key} label={nameOf(key)} placeholder={empty} inputMode="decimal" />
        ))}
      </div>
    </>
  );
};

interface TemporaryProps {
  readonly temporary: Readonly<Record<ParameterKey | 'name', string>>;
  readonly names: readonly string[];
  readonly nameLabel: string;
}

/** 临时参数: what the list of a call said of its number; it is only read (O-225). */
export const TemporaryFields = ({ temporary, names, nameLabel }: TemporaryProps) => {
  const { t } = useTranslation('customer');
  const nameOf = useNameOf(names);
  const field = (key: ParameterKey | 'name', label: string) => (
    <FormField key={key} id={`temporary-${key}`} label={label}>
      <Input id={`temporary-${key}`} disabled value={temporary[key]} />
    </FormField>
  );
  return (
    <>
      <p className="hint">{t($ => $.parameters.temporaryHint)}</p>
      <div className="customer-fields grid">
        {field('name', nameLabel)}
        {[...textKeys, ...figureKeys].map(key => field(key, nameOf(key)))}
      </div>
    </>
  );
};
