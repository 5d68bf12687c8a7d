import { useTranslation } from 'react-i18next';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Switch } from '../../ui/switch.tsx';
import { type Draft, type Fault, loginThemes, themeNames } from './draft.ts';
import { PictureField } from './picture-field.tsx';

interface FieldsProps {
  readonly draft: Draft;
  readonly faults: readonly Fault[];
  readonly onChange: (part: Partial<Draft>) => void;
}

type TextName = 'oemTitle' | 'oemOldUrl' | 'message' | 'footer';
const longest: Readonly<Record<TextName, number>> = { oemTitle: 30, oemOldUrl: 500, message: 200, footer: 100 };

const TextLine = ({ name, draft, faults, onChange }: FieldsProps & { name: TextName }) => {
  const { t } = useTranslation('branding');
  const says = { oemTitle: t($ => $.needed), oemOldUrl: t($ => $.form.wrongUrl) };
  const fault = name === 'oemTitle' || name === 'oemOldUrl' ? faults.includes(name) && says[name] : false;
  return (
    <FormField
      id={`branding-${name}`}
      label={t($ => $.form[name])}
      hint={t($ => $.form[`${name}Hint`])}
      fault={fault || undefined}
    >
      <Input
        id={`branding-${name}`}
        maxLength={longest[name]}
        wrong={Boolean(fault)}
        aria-describedby={`branding-${name}-note`}
        value={draft[name]}
        onChange={event => onChange({ [name]: event.target.value })}
      />
    </FormField>
  );
};

const Look = ({ draft, onChange }: FieldsProps) => {
  const { t } = useTranslation('branding');
  const isPlain = draft.loginTheme === loginThemes.plain;
  return (
    <>
      <div className="form-field">
        <span>{t($ => $.form.oemHomeTheme)}</span>
        <Segments
          label={t($ => $.form.oemHomeTheme)}
          options={themeNames.map(value => ({ value, text: t($ => $.themes[value]) }))}
          value={draft.oemHomeTheme}
          onChange={oemHomeTheme => onChange({ oemHomeTheme })}
        />
      </div>
      <div className="form-field">
        <span>{t($ => $.form.loginTheme)}</span>
        <Segments
          label={t($ => $.form.loginTheme)}
          options={(['branded', 'plain'] as const).map(value => ({ value, text: t($ => $.form[value]) }))}
          value={isPlain ? 'plain' : 'branded'}
          onChange={value => onChange({ loginTheme: loginThemes[value] })}
        />
      </div>
      <div className="form-field">
        <label htmlFor="branding-language">{t($ => $.form.languageSwitch)}</label>
        <span>
          <Switch
            id="branding-language"
            checked={draft.languageSwitch}
            aria-describedby="branding-language-note"
            onChange={languageSwitch => onChange({ languageSwitch })}
          />
        </span>
        <p id="branding-language-note" className="hint">
          {t($ => $.form.languageSwitchHint)}
        </p>
      </div>
    </>
  );
};

/** Everything a branding says, in the order one meets it. */
export const BrandingForm = (props: FieldsProps) => {
  const { t } = useTranslation('branding');
  const { draft, onChange } = props;
  return (
    <>
      <h2>{t($ => $.section.name)}</h2>
      <TextLine name="oemTitle" {...props} />
      <p className="hint">{t($ => $.picture.kinds)}</p>
      <div className="branding-pictures grid gap-14">
        {(['oemHomeLogo', 'oemIcon', 'oemHomeImg'] as const).map(name => (
          <PictureField key={name} name={name} value={draft[name]} onChange={url => onChange({ [name]: url })} />
        ))}
      </div>
      <h2>{t($ => $.section.look)}</h2>
      <Look {...props} />
      <h2>{t($ => $.section.words)}</h2>
      <TextLine name="message" {...props} />
      <TextLine name="footer" {...props} />
      <TextLine name="oemOldUrl" {...props} />
    </>
  );
};
