import { fieldLimits, rewriting as schema } from '@lianxian/contract';
import { countryCodes } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { FieldFault } from '../../ui/form/fields.tsx';
import { Input } from '../../ui/input.tsx';
import { Field, type LineForm } from './field.tsx';
import { RewritingPreview } from './rewriting-preview.tsx';
import '../../ui/plain-select.css';

/** How the carrier wants a dialled number written, with what comes of it. */
export const RewritingFields = ({ form }: { form: LineForm }) => {
  const { t } = useTranslation('lines');
  const { rewriting } = form.values;
  const id = form.idOf('rewriting');
  const change = (part: Partial<typeof rewriting>) => form.set({ rewriting: { ...rewriting, ...part } });
  const text = (name: 'strip' | 'prefix' | 'homeProvince', placeholder = '') => (
    <Field id={`${id}-${name}`} label={t($ => $.form[name])}>
      <Input
        id={`${id}-${name}`}
        autoComplete="off"
        maxLength={fieldLimits(schema, name).chars}
        placeholder={placeholder}
        value={rewriting[name]}
        onChange={({ target: { value } }) =>
          change({ [name]: name === 'homeProvince' ? value : value.replace(/[^0-9+*#]/g, '') })
        }
      />
    </Field>
  );
  return (
    <fieldset className="lines-rewriting">
      <legend>
        {t($ => $.form.rewriting)} <span className="hint">{t($ => $.form.rewritingHint)}</span>
      </legend>
      <div className="lines-quad grid gap-10">
        {text('strip')}
        {text(
          'homeProvince',
          t($ => $.form.homeProvinceHint),
        )}
        <Field id={`${id}-country`} label={t($ => $.form.country)}>
          <select
            id={`${id}-country`}
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
        {text('prefix')}
      </div>
      <FieldFault form={form} name="rewriting" />
      <RewritingPreview rewriting={rewriting} />
    </fieldset>
  );
};
