import { useId } from 'react';
import { Input, SecretInput } from '../../ui/input.tsx';

interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: 'current-password' | 'new-password' | 'one-time-code';
  readonly hint?: string;
  readonly autoFocus?: boolean;
}

/** A labelled password, or a code that is no secret for long and is shown as it is typed. */
export const SecretField = ({ label, value, onChange, hint, autoComplete, autoFocus = false }: SecretFieldProps) => {
  const id = useId();
  const props = {
    id,
    value,
    autoComplete,
    autoFocus,
    maxLength: 200,
    'aria-describedby': hint ? `${id}-hint` : undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div className="security-own-field">
      <label htmlFor={id}>{label}</label>
      {autoComplete === 'one-time-code' ? <Input {...props} maxLength={20} /> : <SecretInput {...props} />}
      {hint && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  );
};
