import { limits } from '@lianxian/contract/wire';
import { type FormEvent, useEffect, useState } from 'react';
import type { PageInfo } from '../../api/settings.ts';
import { Outage, Refusal } from '../../api/wire.ts';
import { isWordMark } from '../../session/branding.ts';
import { useFirstWords } from '../../text/first-words.ts';
import { Logo } from '../../ui/logo.tsx';
import { bindWeChat } from './mpbind.api.ts';
import './mpbind.css';

/** The login of the mini-program that opened this page; it is used once and does not stay in the address. */
const takeJsCode = (): string => {
  const address = new URL(location.href);
  const jsCode = address.searchParams.get('jsCode') ?? '';
  address.searchParams.delete('jsCode');
  history.replaceState(history.state, '', address);
  return jsCode;
};

/** The rest of the product is made for a screen of 1200; this page is opened on a phone. */
const usePhoneWidth = () =>
  useEffect(() => {
    const viewport = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
    const before = viewport?.content;
    if (!viewport || before === undefined) return;
    viewport.content = 'width=device-width, initial-scale=1';
    return () => {
      viewport.content = before;
    };
  }, []);

const BindForm = ({ jsCode, onBound }: { jsCode: string; onBound: (userName: string) => void }) => {
  const { t } = useFirstWords();
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || code.trim() === '') return;
    setBusy(true);
    setRefused('');
    try {
      onBound((await bindWeChat({ code, jsCode })).userName);
    } catch (error) {
      setRefused(
        error instanceof Refusal ? error.message : error instanceof Outage ? '服务内部错误' : t($ => $.failed),
      );
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate aria-busy={busy}>
      <label htmlFor="bind-code">{t($ => $.bind.code)}</label>
      <input
        id="bind-code"
        value={code}
        maxLength={limits.codeChars}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        aria-describedby="bind-hint"
        onChange={event => setCode(event.target.value.toUpperCase())}
      />
      <p id="bind-hint">{t($ => $.bind.hint)}</p>
      {refused && (
        <p className="mpbind-refused" role="alert">
          {refused}
        </p>
      )}
      <button type="submit" disabled={busy}>
        {t($ => $.bind.submit)}
      </button>
    </form>
  );
};

/** Binds the WeChat user who opened the mini-program to the account whose code is typed here. Free of any sign-in. */
export const MpBindPage = ({ brand }: { brand: PageInfo }) => {
  const { t } = useFirstWords();
  const [jsCode] = useState(takeJsCode);
  const [bound, setBound] = useState<string | null>(null);
  usePhoneWidth();
  return (
    <main className="mpbind">
      <p className="mpbind-brand row gap-10">
        {brand.oemHomeLogo ? (
          <img src={brand.oemHomeLogo} alt={isWordMark(brand) ? brand.oemTitle : ''} height={28} />
        ) : (
          <Logo size={28} />
        )}
        {!isWordMark(brand) && <strong>{brand.oemTitle}</strong>}
      </p>
      <h1>{t($ => $.bind.title)}</h1>
      {bound !== null && (
        <p className="mpbind-bound" role="status">
          {t($ => $.bind.bound, { name: bound })}
        </p>
      )}
      {bound === null && jsCode === '' && <p>{t($ => $.bind.elsewhere)}</p>}
      {bound === null && jsCode !== '' && <BindForm jsCode={jsCode} onBound={setBound} />}
    </main>
  );
};
