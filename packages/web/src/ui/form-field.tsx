import type { ReactNode } from 'react';
import './form-field.css';

interface FormFieldProps {
  readonly id: string;
  readonly label: string;
  /** What is wrong; read out when it appears. */
  readonly fault?: string | undefined;
  readonly hint?: string | undefined;
  /** It has to be filled in: a mark behind the label says so, and the field itself to who does not see it. */
  readonly needed?: boolean;
  readonly children: ReactNode;
}

/** A label, what is typed, and below it what is wrong or what helps; the field points to it by `<id>-note`. */
export const FormField = ({ id, label, fault, hint, needed = false, children }: FormFieldProps) => (
  <div className="form-field">
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
