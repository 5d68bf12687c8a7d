import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/logo.tsx';
import { type Draft, loginThemes } from './draft.ts';

const Brand = ({ draft }: { draft: Draft }) => (
  <p className="sketch-brand">
    {draft.oemHomeLogo ? <img src={draft.oemHomeLogo} alt="" /> : <Logo size={20} />}
    <strong>{draft.oemTitle}</strong>
  </p>
);

const Form = () => {
  const { t } = useTranslation('branding');
  return (
    <div className="sketch-form">
      <strong>{t($ => $.preview.signIn)}</strong>
      {(['cid', 'account', 'password'] as const).map(name => (
        <span key={name}>
          {t($ => $.preview[name])}
          <i />
        </span>
      ))}
      <b>{t($ => $.preview.signIn)}</b>
    </div>
  );
};

/** The art of the branded login, a few cords of it. */
const Art = () => (
  <svg viewBox="0 0 360 240" aria-hidden="true">
    {Array.from({ length: 40 }, (_, n) => n).map(n => (
      <circle key={n} cx={18 + (n % 8) * 46} cy={20 + Math.floor(n / 8) * 46} r="4" className="jack" />
    ))}
    <path d="M64 66C64 220 248 220 248 20" className="cord" />
    <path d="M18 158C18 230 156 230 156 112" className="cord is-talking" />
    {[
      [64, 66],
      [248, 20],
      [18, 158],
      [156, 112],
    ].map(([x, y]) => (
      <circle key={`${x}`} cx={x} cy={y} r="5" className="end" />
    ))}
  </svg>
);

/** The login, branded or plain. */
export const LoginSketch = ({ draft }: { draft: Draft }) => {
  const { t } = useTranslation('branding');
  const plain = draft.loginTheme === loginThemes.plain;
  const foot = draft.footer && <small className="sketch-foot">{draft.footer}</small>;
  const language = draft.languageSwitch && <small className="sketch-language">{t($ => $.preview.language)}</small>;
  if (plain)
    return (
      <div className="sketch-login is-plain">
        {language}
        <Brand draft={draft} />
        <Form />
        {foot}
      </div>
    );
  return (
    <div className="sketch-login">
      <div className="sketch-story">
        {draft.oemHomeImg ? <img className="sketch-image" src={draft.oemHomeImg} alt="" /> : <Art />}
        <Brand draft={draft} />
        <div>
          <strong className="sketch-slogan">{t($ => $.preview.slogan)}</strong>
          {foot}
        </div>
      </div>
      <div className="sketch-side">
        {language}
        <Form />
      </div>
    </div>
  );
};
