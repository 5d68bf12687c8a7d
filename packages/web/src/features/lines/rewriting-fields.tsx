import { countryCodes } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import type { DraftFieldsProps } from './account-fields.tsx';
import { Field, TextField } from './field.tsx';
import { RewritingPreview } from './rewriting-preview.tsx';
import '../../ui/plain-select.css';

/** How the carrier wants a dialled number written, with what comes of it. */
export const RewritingFields = ({ draft, onChange }: Omit<DraftFieldsProps, 'faults'>) => {
  const { t } = useTranslation('lines');
  const { rewriting } = draft;
  const change = (part: Partial<typeof rewriting>) => onChange({ rewriting: { ...rewriting, ...part } });
  return (
    <fieldset className="lines-rewriting">
      <legend>
        {t($ => $.form.rewriting)} <span className="hint">{t($ => $.form.rewritingHint)}</span>
      </legend>
      <div className="lines-quad grid gap-10">
        <TextField
          id="rewriting-strip"
          label={t($ => $.form.strip)}
          maxLength={12}
          value={rewriting.strip}
          onChange={strip => change({ strip: strip.replace(/[^0-9+*#]/g, '') })}
        />
        <TextField
          id="rewriting-province"
          label={t($ => $.form.homeProvince)}
          maxLength={20}
          placeholder={t($ => $.form.homeProvinceHint)}
          value={rewriting.homeProvince}
          onChange={homeProvince => change({ homeProvince })}
        />
        <Field id="rewriting-country" label={t($ => $.form.country)}>
          <select
            id="rewriting-country"
            className="plain-select"
            value={rewriting.country}
            onChange={event => change({ country: event.target.value as typeof rewriting.country })}
          >
            {countryCodes.map(each => (
              <option key={each} value={each}>
                {t($ => $.form.countries[each])}
              </option>
            ))}
          </select>
        </Field>
        <TextField
          id="rewriting-prefix"
          label={t($ => $.form.prefix)}
          maxLength={12}
          value={rewriting.prefix}
          onChange={prefix => change({ prefix: prefix.replace(/[^0-9+*#]/g, '') })}
        />
      </div>
      <RewritingPreview rewriting={rewriting} />
    </fieldset>
  );
};
