import { limits } from '@lianxian/contract/wire';
import { Building2, Info, User } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useFirstWords } from '../../text/first-words.ts';
import { CaptchaField } from './captcha-field.tsx';
import { CodeForm } from './code-form.tsx';
import { Field } from './field.tsx';
import { askCaptcha, type Captcha } from './login.api.ts';
import { PasswordField } from './password-field.tsx';
import { ResetForm } from './reset-form.tsx';
import { isResetOpen, keepResetOpen } from './use-reset.ts';
import { remembered, type Typed, useSignIn } from './use-sign-in.ts';

/** `known` waits for the one that was asked for last: who types faster than it comes must not be told that it lacks. */
const useCaptcha = () => {
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const asked = useRef<Promise<Captcha | null>>(Promise.resolve(null));
  const renew = useCallback(() => {
    asked.current = askCaptcha().catch(() => null);
    void asked.current.then(setCaptcha);
  }, []);
  useEffect(renew, [renew]);
  return { captcha, renew, known: () => asked.current };
};

interface LoginFormProps {
  readonly onTyping: () => void;
  readonly onSignedIn: (token: string) => void;
}

export const LoginForm = ({ onTyping, onSignedIn }: LoginFormProps) => {
  const { t } = useFirstWords();
  const [typed, setTyped] = useState<Typed>({ cid: '', account: '', password: '', captcha: '', ...remembered() });
  const [wrong, setWrong] = useState<Partial<Record<keyof Typed, string>>>({});
  const { step, busy, refused, send, back } = useSignIn(onSignedIn);
  const { captcha, renew, known } = useCaptcha();
  const [forgot, setForgot] = useState<'no' | 'yes' | 'done'>(() => (isResetOpen() ? 'yes' : 'no'));
  const fetched = useRef(false);
  const waiting = useRef(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (step !== 'password') return;
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    fields.find(field => field.value === '')?.focus();
  }, [step]);

  const type = (field: keyof Typed) => (value: string) => {
    if (!fetched.current) onTyping();
    fetched.current = true;
    setTyped(before => ({ ...before, [field]: value }));
    setWrong(before => ({ ...before, [field]: undefined }));
  };

  const labels: Record<keyof Typed, string> = {
    cid: t($ => $.cid),
    account: t($ => $.account),
    password: t($ => $.password),
    captcha: t($ => $.captcha),
  };
  const missing = (asked: Captcha | null) => {
    const needed = (Object.keys(labels) as (keyof Typed)[]).filter(
      field => typed[field].trim() === '' && (field !== 'captcha' || asked?.required !== false),
    );
    return Object.fromEntries(needed.map(field => [field, t($ => $.needed, { what: labels[field] })]));
  };

  /** A captcha that was used up is drawn anew; what else was typed stays. */
  const drawAnew = () => {
    setTyped(before => ({ ...before, captcha: '' }));
    renew();
  };
  const signInWith = async (asked: Captcha | null, code?: string) => {
    const credentials = { ...typed, captchaKey: asked?.captchaKey ?? '', ...(code === undefined ? {} : { code }) };
    if (!(await send(credentials))) drawAnew();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || waiting.current) return;
    waiting.current = true;
    const asked = await known();
    waiting.current = false;
    const lacking = missing(asked);
    setWrong(lacking);
    const first = Object.keys(lacking)[0];
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    await signInWith(asked);
  };
  const startAgain = () => {
    back();
    drawAnew();
  };

  const showReset = () => {
    keepResetOpen(true);
    setForgot('yes');
  };
  const leaveReset = (to: 'no' | 'done') => {
    keepResetOpen(false);
    setForgot(to);
    drawAnew();
  };

  if (forgot === 'yes')
    return (
      <ResetForm
        captcha={captcha}
        onNewCaptcha={renew}
        start={{ cid: typed.cid, account: typed.account }}
        onBack={() => leaveReset('no')}
        onDone={() => leaveReset('done')}
      />
    );
  if (step === 'code')
    return (
      <CodeForm busy={busy} refused={refused} onCode={code => void signInWith(captcha, code)} onBack={startAgain} />
    );
  return (
    <form ref={form} className="login-form" noValidate onSubmit={event => void submit(event)} aria-busy={busy}>
      <h1>{t($ => $.title)}</h1>
      <p className="login-sub" role={forgot === 'done' ? 'status' : undefined}>
        {forgot === 'done' ? t($ => $.reset.done) : t($ => $.hint)}
      </p>
      <Field
        label={labels.cid}
        icon={Building2}
        name="cid"
        autoComplete="organization"
        maxLength={limits.merchantNumberChars}
        value={typed.cid}
        onChange={type('cid')}
        error={wrong.cid}
      />
      <Field
        label={labels.account}
        icon={User}
        name="account"
        autoComplete="username"
        maxLength={limits.accountChars}
        value={typed.account}
        onChange={type('account')}
        error={wrong.account}
      />
      <PasswordField
        label={labels.password}
        value={typed.password}
        onChange={type('password')}
        error={wrong.password}
      />
      <CaptchaField
        captcha={captcha}
        label={labels.captcha}
        value={typed.captcha}
        onChange={type('captcha')}
        onRenew={renew}
        error={wrong.captcha}
      />
      {refused && (
        <p className="login-refused" role="alert">
          {refused}
        </p>
      )}
      <button type="submit" className="login-submit" disabled={busy}>
        {busy ? t($ => $.busy) : t($ => $.submit)}
      </button>
      <button type="button" className="login-back" onClick={showReset}>
        {t($ => $.reset.title)}
      </button>
      <p className="login-forgot">
        <Info size={14} aria-hidden="true" /> {t($ => $.forgot)}
      </p>
    </form>
  );
};
