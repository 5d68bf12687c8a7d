import { limits } from '@lianxian/contract/wire';
import { Building2, Lock, User } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useFirstWords } from '../../text/first-words.ts';
import { CaptchaField } from './captcha-field.tsx';
import { Field } from './field.tsx';
import { type Captcha, finishReset } from './login.api.ts';
import { type Reset, useReset } from './use-reset.ts';

interface FrameProps {
  readonly title: string;
  readonly sub: string;
  readonly refused: string;
  readonly onSubmit: () => void;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

const Frame = ({ title, sub, refused, onSubmit, onBack, children }: FrameProps) => {
  const { t } = useFirstWords();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <h1>{title}</h1>
      <p className="login-sub">{sub}</p>
      {children}
      {refused && (
        <p className="login-refused" role="alert">
          {refused}
        </p>
      )}
      <button type="button" className="login-back" onClick={onBack}>
        {t($ => $.reset.back)}
      </button>
    </form>
  );
};

interface AskProps {
  readonly reset: Reset;
  readonly captcha: Captcha | null;
  readonly onNewCaptcha: () => void;
  readonly start: { readonly cid: string; readonly account: string };
  readonly onBack: () => void;
}

const Ask = ({ reset, captcha, onNewCaptcha, start, onBack }: AskProps) => {
  const { t } = useFirstWords();
  const [typed, setTyped] = useState({ ...start, captcha: '' });
  const type = (field: keyof typeof typed) => (value: string) => setTyped(before => ({ ...before, [field]: value }));
  const isComplete = typed.cid.trim() !== '' && typed.account.trim() !== '';
  const ask = async () => {
    if (!isComplete || reset.busy) return;
    if (await reset.ask({ ...typed, captchaKey: captcha?.captchaKey ?? '' })) return;
    setTyped(before => ({ ...before, captcha: '' }));
    onNewCaptcha();
  };
  return (
    <Frame
      title={t($ => $.reset.title)}
      sub={t($ => $.reset.sub)}
      refused={reset.refused}
      onSubmit={() => void ask()}
      onBack={onBack}
    >
      <Field
        label={t($ => $.cid)}
        icon={Building2}
        name="cid"
        autoComplete="organization"
        maxLength={limits.merchantNumberChars}
        value={typed.cid}
        onChange={type('cid')}
      />
      <Field
        label={t($ => $.account)}
        icon={User}
        name="account"
        autoComplete="username"
        maxLength={limits.accountChars}
        value={typed.account}
        onChange={type('account')}
      />
      <CaptchaField
        captcha={captcha}
        label={t($ => $.captcha)}
        value={typed.captcha}
        onChange={type('captcha')}
        onRenew={onNewCaptcha}
      />
      <button type="submit" className="login-submit" disabled={reset.busy || !isComplete}>
        {t($ => $.reset.ask)}
      </button>
    </Frame>
  );
};

const SetPassword = ({ reset, onDone, onBack }: { reset: Reset; onDone: () => void; onBack: () => void }) => {
  const { t } = useFirstWords();
  const [typed, setTyped] = useState({ fresh: '', repeat: '' });
  const isSame = typed.fresh === typed.repeat;
  const finish = async () => {
    if (typed.fresh === '' || !isSame || reset.busy) return;
    if (await reset.run(secret => finishReset(secret, typed.fresh))) onDone();
  };
  const field = (name: keyof typeof typed, label: string, error?: string) => (
    <Field
      label={label}
      icon={Lock}
      name={name}
      type="password"
      autoComplete="new-password"
      maxLength={limits.longestPassword}
      value={typed[name]}
      onChange={value => setTyped(before => ({ ...before, [name]: value }))}
      error={error}
    />
  );
  return (
    <Frame
      title={t($ => $.reset.newTitle)}
      sub={t($ => $.reset.newSub)}
      refused={reset.refused}
      onSubmit={() => void finish()}
      onBack={onBack}
    >
      {field(
        'fresh',
        t($ => $.reset.fresh),
      )}
      {field(
        'repeat',
        t($ => $.reset.repeat),
        typed.repeat !== '' && !isSame ? t($ => $.reset.different) : undefined,
      )}
      <button type="submit" className="login-submit" disabled={reset.busy || typed.fresh === '' || !isSame}>
        {t($ => $.reset.set)}
      </button>
    </Frame>
  );
};

interface ResetFormProps extends Omit<AskProps, 'reset'> {
  readonly onDone: () => void;
}

/** A forgotten password of an owner: a code to read out, and after its confirmation a new password. */
export const ResetForm = ({ onDone, ...ask }: ResetFormProps) => {
  const { t } = useFirstWords();
  const reset = useReset();
  const { waiting, state } = reset;
  useEffect(() => reset.watch(), [reset.watch]);
  if (waiting === null) return <Ask {...ask} reset={reset} />;
  if (state === 'confirmed') return <SetPassword reset={reset} onDone={onDone} onBack={ask.onBack} />;
  return (
    <Frame
      title={t($ => $.reset.codeTitle)}
      sub={state === 'over' ? t($ => $.reset.over) : t($ => $.reset.codeSub)}
      refused=""
      onSubmit={reset.forget}
      onBack={ask.onBack}
    >
      {state === 'over' ? (
        <button type="submit" className="login-submit">
          {t($ => $.reset.again)}
        </button>
      ) : (
        <output className="login-reset-code">{waiting.code}</output>
      )}
    </Frame>
  );
};
