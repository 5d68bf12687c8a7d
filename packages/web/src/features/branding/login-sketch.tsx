import { useTranslation } from 'react-i18next';
import { isWordMark } from '../../session/branding.ts';
import { Logo } from '../../ui/logo.tsx';
import { type Draft, loginThemes } from './draft.ts';

const Brand = ({ draft }: { draft: Draft }) => (
  <p className="preview-brand row gap-8 lean">
    {draft.oemHomeLogo ? <img src={draft.oemHomeLogo} alt="" /> : <Logo size={20} />}
    {!isWordMark(draft) && <strong>{draft.oemTitle}</strong>}
  </p>
);

const Form = () => {
  const { t } = useTranslation('branding');
  return (
    <div className="preview-form stack gap-8 fill">
      <strong>{t($ => $.preview.signIn)}</strong>
      {(['cid', 'account', 'password'] as const).map(name => (
        <span className="ink2" key={name}>
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
      <circle key={n} cx={18 + (n % 8) * 46} cy={20 + Math.floor(n / 8) * 46} r="4" className="preview-jack" />
    ))}
    <path d="M64 66C64 220 248 220 248 20" className="preview-cord" />
    <path d="M18 158C18 230 156 230 156 112" className="preview-cord is-talking" />
    {[
      [64, 66],
      [248, 20],
      [18, 158],
      [156, 112],
    ].map(([x, y]) => (
      <circle key={`${x}`} cx={x} cy={y} r="5" className="preview-end" />
    ))}
  </svg>
);

/** The login, branded or plain. */
export const LoginSketch = ({ draft }: { draft: Draft }) => {
  const { t } = useTranslation('branding');
  const plain = draft.loginTheme === loginThemes.plain;
  const foot = draft.footer && <small className="preview-foot">{draft.footer}</small>;
  const language = draft.languageSwitch && <small className="preview-language">{t($ => $.preview.language)}</small>;
  if (plain)
    return (
      <div className="preview-login is-plain grid">
        {language}
        <Brand draft={draft} />
        <Form />
        {foot}
      </div>
    );
  return (
    <div className="preview-login grid">
      <div className="preview-story stack between">
        {draft.oemHomeImg ? <img className="preview-image" src={draft.oemHomeImg} alt="" /> : <Art />}
        <Brand draft={draft} />
        <div>
          <strong className="preview-slogan">{draft.oemSlogan || t($ => $.preview.slogan)}</strong>
          {foot}
        </div>
      </div>
      <div className="preview-side row">
        {language}
        <Form />
      </div>
    </div>
  );
};
