import { limits } from '@lianxian/contract/wire';
import { Smartphone } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFirstWords } from '../../text/first-words.ts';
import { Field } from './field.tsx';

interface CodeFormProps {
  readonly busy: boolean;
  readonly refused: string;
  readonly onCode: (code: string) => void;
  readonly onBack: () => void;
}

/** The second step: the code of the authenticator, or a recovery code. Password and captcha stay as they were typed. */
export const CodeForm = ({ busy, refused, onCode, onBack }: CodeFormProps) => {
  const { t } = useFirstWords();
  const [code, setCode] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // At first, and again when a code was wrong.
    if (!busy) form.current?.querySelector('input')?.select();
  }, [busy]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && code.trim() !== '') onCode(code);
  };
  return (
    <form ref={form} className="login-form" noValidate onSubmit={submit} aria-busy={busy}>
      <h1>{t($ => $.codeTitle)}</h1>
      <p className="login-sub">{t($ => $.codeSub)}</p>
      <Field
        label={t($ => $.code)}
        icon={Smartphone}
        name="code"
        autoComplete="one-time-code"
        maxLength={limits.codeChars}
        placeholder={t($ => $.codeHint)}
        value={code}
        onChange={setCode}
      />
      {refused && (
        <p className="login-refused" role="alert">
          {refused}
        </p>
      )}
      <button type="submit" className="login-submit" disabled={busy}>
        {busy ? t($ => $.busy) : t($ => $.submit)}
      </button>
      <button type="button" className="login-back" onClick={onBack}>
        {t($ => $.codeBack)}
      </button>
    </form>
  );
};
