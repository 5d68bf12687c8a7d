import { Globe } from 'lucide-react';
import type { PageInfo } from '../../api/settings.ts';
import { isWordMark } from '../../session/branding.ts';
import { chooseLanguage, type Language, languages, useFirstWords } from '../../text/first-words.ts';
import { Logo } from '../../ui/logo.tsx';
import { LoginForm } from './login-form.tsx';
import { PatchField } from './patch-field.tsx';
import './login.css';

interface LoginPageProps {
  readonly brand: PageInfo;
  readonly version: string;
  /** loginTheme 1: the form alone. */
  readonly plain: boolean;
  readonly onTyping: () => void;
  readonly onSignedIn: (token: string) => void;
}

const Brand = ({ brand }: { brand: PageInfo }) => {
  const { t } = useFirstWords();
  return (
    <div className="login-brand">
      {brand.oemHomeLogo ? (
        <img src={brand.oemHomeLogo} alt={isWordMark(brand) ? brand.oemTitle : ''} height={34} />
      ) : (
        <Logo size={34} />
      )}
      {!isWordMark(brand) && <strong>{brand.oemTitle}</strong>}
      <span>{t($ => $.product)}</span>
    </div>
  );
};

const LanguageSwitch = () => {
  const { t, language } = useFirstWords();
  return (
    <label className="login-language">
      <Globe size={15} aria-hidden="true" />
      <select
        aria-label={t($ => $.language)}
        value={language}
        onChange={event => void chooseLanguage(event.target.value as Language)}
      >
        {languages.map(each => (
          <option key={each.code} value={each.code}>
            {each.name}
          </option>
        ))}
      </select>
    </label>
  );
};

const Story = ({ brand }: { brand: PageInfo }) => {
  const { t } = useFirstWords();
  return (
    <section className="login-story">
      {brand.oemHomeImg ? <img className="login-home-image" src={brand.oemHomeImg} alt="" /> : <PatchField />}
      <Brand brand={brand} />
      <div className="login-slogan">
        {(brand.oemSlogan ? [brand.oemSlogan] : t($ => $.slogan)).map(line => (
          <strong key={line}>{line}</strong>
        ))}
        {!brand.oemSlogan && <p>{t($ => $.story)}</p>}
        {brand.footer && <small>{brand.footer}</small>}
      </div>
    </section>
  );
};

export const LoginPage = ({ brand, version, plain, onTyping, onSignedIn }: LoginPageProps) => {
  const { t } = useFirstWords();
  return (
    <main className={plain ? 'login is-plain' : 'login'}>
      {!plain && <Story brand={brand} />}
      <div className="login-side">
        {plain && <Brand brand={brand} />}
        {/* There without the switch as well: what stands below keeps its place. */}
        <div className="login-language-place">{brand.languageSwitch && <LanguageSwitch />}</div>
        <LoginForm onTyping={onTyping} onSignedIn={onSignedIn} />
        <footer>
          {plain && brand.footer && <span>{brand.footer}</span>}
          <span>{t($ => $.browser)}</span>
          {version && <span>v{version}</span>}
        </footer>
      </div>
    </main>
  );
};
