import { VARIABLE_CHARS } from '@lianxian/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from '../../ui/input.tsx';
import './variable-fields.css';

interface VariableFieldsProps {
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly hint?: string | undefined;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** What the variables of a template stand for, typed by hand. */
export const VariableFields = ({ names, values, hint, onChange }: VariableFieldsProps) => {
  const { t } = useTranslation('sendSms');
  const id = useId();
  if (names.length === 0) return null;
  return (
    <fieldset className="sms-variables stack gap-6">
      <legend>{t($ => $.values)}</legend>
      {names.map(name => (
        <label key={name} className="row gap-8" htmlFor={`${id}${name}`}>
          <span className="ink2 cut">{name}</span>
          <Input
            id={`${id}${name}`}
            maxLength={VARIABLE_CHARS}
            value={values[name] ?? ''}
            onChange={event => onChange({ ...values, [name]: event.target.value })}
          />
        </label>
      ))}
      {hint && <p className="hint">{hint}</p>}
    </fieldset>
  );
};
