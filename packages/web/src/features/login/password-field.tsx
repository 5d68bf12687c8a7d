import { limits } from '@lianxian/contract/wire';
import { ArrowBigUp, Eye, EyeOff, Lock } from 'lucide-react';
import { useState } from 'react';
import { useFirstWords } from '../../text/first-words.ts';
import { Field } from './field.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** A password, which can be shown; says when caps lock is on. */
export const PasswordField = ({ label, value, onChange, error }: PasswordFieldProps) => {
  const { t } = useFirstWords();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const hint = capsLock ? (
    <>
      <ArrowBigUp size={14} aria-hidden="true" /> {t($ => $.capsLock)}
    </>
  ) : undefined;
  return (
    <Field
      label={label}
      icon={Lock}
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      maxLength={limits.longestPassword}
      value={value}
      onChange={onChange}
      error={error}
      hint={hint}
      onCapsLock={setCapsLock}
      end={
        <button
          type="button"
          className="login-eye"
          aria-label={shown ? t($ => $.hide) : t($ => $.show)}
          onClick={() => setShown(!shown)}
        >
          {shown ? <Eye size={16} /> : <EyeOff size={16} />}
        </button>
      }
    />
  );
};
