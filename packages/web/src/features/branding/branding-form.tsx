import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/form/fields.tsx';
import type { EndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Segments } from '../../ui/segments.tsx';
import { Switch } from '../../ui/switch.tsx';
import { type Draft, loginThemes, themeNames } from './draft.ts';
import { PictureField } from './picture-field.tsx';

interface FieldsProps {
  readonly form: EndpointForm<Draft>;
}

const Look = ({ form: { values, set, idOf } }: FieldsProps) => {
  const { t } = useTranslation('branding');
  const isPlain = values.loginTheme === loginThemes.plain;
  const switchId = idOf('languageSwitch');
  const markId = idOf('oemLogoOnly');
  return (
    <>
      <div className="form-field">
        <span>{t($ => $.form.oemHomeTheme)}</span>
        <Segments
          label={t($ => $.form.oemHomeTheme)}
          options={themeNames.map(value => ({ value, text: t($ => $.themes[value]) }))}
          value={values.oemHomeTheme}
          onChange={oemHomeTheme => set({ oemHomeTheme })}
        />
      </div>
      <div className="form-field">
        <span>{t($ => $.form.loginTheme)}</span>
        <Segments
          label={t($ => $.form.loginTheme)}
          options={(['branded', 'plain'] as const).map(value => ({ value, text: t($ => $.form[value]) }))}
          value={isPlain ? 'plain' : 'branded'}
          onChange={value => set({ loginTheme: loginThemes[value] })}
        />
      </div>
      <div className="form-field">
        <label htmlFor={markId}>{t($ => $.form.oemLogoOnly)}</label>
        <span>
          <Switch
            id={markId}
            checked={values.oemLogoOnly}
            aria-describedby={`${markId}-note`}
            onChange={oemLogoOnly => set({ oemLogoOnly })}
          />
        </span>
        <p id={`${markId}-note`} className="hint">
          {t($ => $.form.oemLogoOnlyHint)}
        </p>
      </div>
      <div className="form-field">
        <label htmlFor={switchId}>{t($ => $.form.languageSwitch)}</label>
        <span>
          <Switch
            id={switchId}
            checked={values.languageSwitch}
            aria-describedby={`${switchId}-note`}
            onChange={languageSwitch => set({ languageSwitch })}
          />
        </span>
        <p id={`${switchId}-note`} className="hint">
          {t($ => $.form.languageSwitchHint)}
        </p>
      </div>
    </>
  );
};

/** Everything a branding says, in the order one meets it. */
export const BrandingForm = ({ form }: FieldsProps) => {
  const { t } = useTranslation('branding');
  const text = (name: 'oemTitle' | 'oemOldUrl' | 'message' | 'footer' | 'oemSlogan' | 'oemColor') => (
    <TextField form={form} name={name} label={t($ => $.form[name])} hint={t($ => $.form[`${name}Hint`])} />
  );
  return (
    <>
      <h2>{t($ => $.section.name)}</h2>
      {text('oemTitle')}
      <p className="hint">{t($ => $.picture.kinds)}</p>
      <div className="branding-pictures grid gap-14">
        {(['oemHomeLogo', 'oemIcon', 'oemHomeImg'] as const).map(name => (
          <PictureField key={name} form={form} name={name} />
        ))}
      </div>
      <h2>{t($ => $.section.look)}</h2>
      <Look form={form} />
      {text('oemColor')}
      <h2>{t($ => $.section.words)}</h2>
      {text('oemSlogan')}
      {text('message')}
      {text('footer')}
      {text('oemOldUrl')}
    </>
  );
};
