import { useState } from 'react';
import { Outage, Refusal } from '../../api/wire.ts';
import { useFirstWords } from '../../text/first-words.ts';
import { type Credentials, signIn } from './login.api.ts';
import { codeNeeded, codeWrong } from './login.paths.ts';

const rememberedKey = 'lx.login';
export type Typed = Omit<Credentials, 'captchaKey' | 'code'>;

export const remembered = (): Partial<Typed> => {
  try {
    return JSON.parse(localStorage.getItem(rememberedKey) ?? '{}');
  } catch {
    return {};
  }
};

interface SignIn {
  /** Which form is shown; the code is asked for after the right password. */
  readonly step: 'password' | 'code';
  readonly busy: boolean;
  readonly refused: string;
  /** Answers false when the captcha is used up and a new one must be drawn. */
  readonly send: (credentials: Credentials) => Promise<boolean>;
  readonly back: () => void;
}

/** Signs in, in one step or two; what the server refuses is its own sentence. */
export const useSignIn = (onSignedIn: (token: string) => void): SignIn => {
  const { t } = useFirstWords();
  const [step, setStep] = useState<SignIn['step']>('password');
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);

  const fail = (error: unknown, credentials: Credentials): boolean => {
    setBusy(false);
    const code = error instanceof Refusal ? error.code : null;
    if (code === codeNeeded && credentials.code === undefined) {
      setStep('code');
      return true;
    }
    const sentence = error instanceof Refusal ? error.message : error instanceof Outage ? '服务内部错误' : '';
    setRefused(sentence || t($ => $.failed));
    if (code === codeWrong) return true;
    setStep('password');
    return false;
  };

  return {
    step,
    busy,
    refused,
    send: async credentials => {
      setBusy(true);
      setRefused('');
      try {
        const { token } = await signIn(credentials);
        const { cid, account } = credentials;
        localStorage.setItem(rememberedKey, JSON.stringify({ cid, account }));
        onSignedIn(token);
        return true;
      } catch (error) {
        return fail(error, credentials);
      }
    },
    back: () => {
      setRefused('');
      setStep('password');
    },
  };
};
