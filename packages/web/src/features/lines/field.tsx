import type { ReactNode } from 'react';
import type { EndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Input } from '../../ui/input.tsx';
import type { LineDraft } from './draft.ts';
import '../../ui/form-field.css';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly fault?: string | undefined;
  readonly hint?: string | undefined;
  readonly needed?: boolean;
  readonly children: ReactNode;
}

/** A label, what is typed, and below it what is wrong or what helps. */
export const Field = ({ id, label, fault, hint, needed = false, children }: FieldProps) => (
  <div className="lines-field lean">
    <label htmlFor={id} className={needed ? 'is-needed' : undefined}>
      {label}
    </label>
    {children}
    {(fault || hint) && (
      <p id={`${id}-note`} className={fault ? 'wrong' : 'hint'} role={fault ? 'alert' : undefined}>
        {fault ?? hint}
      </p>
    )}
  </div>
);

interface TextFieldProps<V extends object> {
  readonly form: EndpointForm<V>;
  readonly name: Extract<keyof V, string>;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  readonly secret?: boolean;
  readonly unit?: string;
}

/** One line of text, a secret, or a figure with its unit. */
export const TextField = <V extends object>(props: TextFieldProps<V>) => {
  const { form, name, label, hint, placeholder = '', secret = false, unit } = props;
  const id = form.idOf(name);
  const fault = form.fault(name);
  const { needed, most } = form.limits(name);
  return (
    <Field id={id} label={label} fault={fault} hint={hint} needed={needed}>
      <span className={most === undefined ? undefined : 'lines-figure row gap-8 ink2'}>
        <Input
          {...form.typed(name)}
          type={secret ? 'password' : 'text'}
          autoComplete={secret ? 'new-password' : 'off'}
          placeholder={placeholder}
          wrong={Boolean(fault)}
          aria-describedby={fault || hint ? `${id}-note` : undefined}
        />
        {unit}
      </span>
    </Field>
  );
};

/** A line as it is being written. */
export type LineForm = EndpointForm<LineDraft>;
