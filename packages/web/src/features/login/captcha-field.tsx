import { limits } from '@lianxian/contract/wire';
import { ShieldCheck } from 'lucide-react';
import { useFirstWords } from '../../text/first-words.ts';
import { Field } from './field.tsx';
import type { Captcha } from './login.api.ts';
import { captchaPicture } from './login.paths.ts';

interface CaptchaFieldProps {
  /** null: it has not come yet. */
  readonly captcha: Captcha | null;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onRenew: () => void;
  readonly error?: string | undefined;
}

/** The picture and what is read in it; nothing where none is asked for. A click on the picture brings another. */
export const CaptchaField = ({ captcha, label, value, onChange, onRenew, error }: CaptchaFieldProps) => {
  const { t } = useFirstWords();
  if (captcha?.required === false) return null;
  return (
    <Field
      label={label}
      icon={ShieldCheck}
      name="captcha"
      autoComplete="off"
      maxLength={limits.captchaChars}
      placeholder={t($ => $.captchaHint)}
      value={value}
      onChange={onChange}
      error={error}
      beside={
        <button type="button" className="login-captcha" title={t($ => $.captchaNew)} onClick={onRenew}>
          {captcha && <img src={captchaPicture(captcha.image)} alt={t($ => $.captchaNew)} />}
        </button>
      }
    />
  );
};
