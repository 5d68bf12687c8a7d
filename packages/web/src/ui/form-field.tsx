import type { ReactNode } from 'react';
import './form-field.css';

interface FormFieldProps {
  readonly id: string;
  readonly label: string;
  /** What is wrong; read out when it appears. */
  readonly fault?: string | undefined;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}

/** A label, what is typed, and below it what is wrong or what helps; the field points to it by `<id>-note`. */
export const FormField = ({ id, label, fault, hint, children }: FormFieldProps) => (
  <div className="form-field">
    <label htmlFor={id}>{label}</label>
    {children}
    {(fault || hint) && (
      <p id={`${id}-note`} className={fault ? 'wrong' : 'hint'} role={fault ? 'alert' : undefined}>
        {fault ?? hint}
      </p>
    )}
  </div>
);
