import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from '../../ui/input.tsx';
import type { Fault } from './draft.ts';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly fault?: Fault | undefined;
  readonly hint?: string | undefined;
  readonly needed?: boolean;
  readonly children: ReactNode;
}

/** A label, what is typed, and below it what is wrong or what helps. */
export const Field = ({ id, label, fault, hint, needed = false, children }: FieldProps) => {
  const { t } = useTranslation('lines');
  return (
    <div className="lines-field lean">
      <label htmlFor={id}>
        {label}
        {needed && <span aria-hidden="true">*</span>}
      </label>
      {children}
      {(fault || hint) && (
        <p id={`${id}-note`} className={fault ? 'wrong' : 'hint'} role={fault ? 'alert' : undefined}>
          {fault ? t($ => $.form.fault[fault]) : hint}
        </p>
      )}
    </div>
  );
};

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly secret?: boolean;
  readonly figure?: boolean;
  readonly unit?: string;
  readonly onChange: (value: string) => void;
}

/** One line of text, a secret, or a figure with its unit. */
export const TextField = (props: TextFieldProps) => {
  const { id, fault, hint, value, maxLength, placeholder = '', secret = false, figure = false, unit, onChange } = props;
  return (
    <Field {...props}>
      <span className={figure ? 'lines-figure row gap-8 ink2' : undefined}>
        <Input
          id={id}
          type={secret ? 'password' : 'text'}
          autoComplete={secret ? 'new-password' : 'off'}
          inputMode={figure ? 'numeric' : 'text'}
          maxLength={maxLength}
          placeholder={placeholder}
          wrong={Boolean(fault)}
          aria-describedby={fault || hint ? `${id}-note` : undefined}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
        {unit}
      </span>
    </Field>
  );
};
