import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface FieldProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name: string;
  readonly type?: 'text' | 'password';
  readonly autoComplete: string;
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly end?: ReactNode;
  readonly beside?: ReactNode;
  readonly onCapsLock?: (on: boolean) => void;
}

/** One labelled input of the login form, with its icon, its error and what stands at its end. */
export const Field = ({ label, icon: Icon, value, onChange, error, hint, end, beside, ...rest }: FieldProps) => {
  const id = useId();
  const { onCapsLock, ...input } = rest;
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <div className="login-pair">
        <div className={error ? 'login-box is-wrong' : 'login-box'}>
          <Icon size={16} aria-hidden="true" />
          <input
            id={id}
            type="text"
            spellCheck={false}
            autoCapitalize="off"
            {...input}
            value={value}
            onChange={event => onChange(event.target.value)}
            onKeyUp={event => onCapsLock?.(event.getModifierState('CapsLock'))}
            onBlur={() => onCapsLock?.(false)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error || hint ? `${id}-note` : undefined}
          />
          {end}
        </div>
        {beside}
      </div>
      {(error || hint) && (
        <p id={`${id}-note`} className={error ? 'login-note is-wrong' : 'login-note'}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
};
