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
  /** Across from the label: how much is filled, what holds of it. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** A label, what is typed, and below it what is wrong or what helps; the field points to it by `<id>-note`. */
export const FormField = ({ id, label, fault, hint, needed = false, beside, children }: FormFieldProps) => (
  <div className="form-field">
    <span className="form-field-head flex between gap-8">
      <label htmlFor={id} className={needed ? 'is-needed' : undefined}>
        {label}
      </label>
      {beside !== undefined && <span className="hint">{beside}</span>}
    </span>
    {children}
    {(fault || hint) && (
      <p id={`${id}-note`} className={fault ? 'wrong' : 'hint'} role={fault ? 'alert' : undefined}>
        {fault ?? hint}
      </p>
    )}
  </div>
);
