import { lineChoiceWords, lineSettingWords } from '@lianxian/contract';
import { lineSettings } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { Segments } from '../../ui/segments.tsx';
import { Switch } from '../../ui/switch.tsx';
import { WeekGrid } from '../../ui/week/week-grid.tsx';
import type { DraftFieldsProps } from './account-fields.tsx';
import { type Fault, firstWindows, isBehindNat } from './draft.ts';
import { Field, TextField } from './field.tsx';
import '../../ui/plain-select.css';

const Hours = ({ draft, faults, onChange }: DraftFieldsProps) => {
  const { t } = useTranslation('lines');
  return (
    <Field id="line-hours" label={t($ => $.form.hours)} fault={faults.includes('windows') ? 'windows' : undefined}>
      <Segments
        label={t($ => $.form.hours)}
        options={[
          { value: 'any', text: t($ => $.form.hoursAny) },
          { value: 'some', text: t($ => $.form.hoursSome) },
        ]}
        value={draft.windows === null ? 'any' : 'some'}
        onChange={value => onChange({ windows: value === 'any' ? null : firstWindows })}
      />
      {draft.windows && <WeekGrid week={draft.windows} onChange={windows => onChange({ windows })} />}
    </Field>
  );
};

/** What a line needs only when its carrier says so; every default works with most of them. */
export const AdvancedFields = (props: DraftFieldsProps) => {
  const { draft, faults, onChange } = props;
  const { t } = useTranslation('lines');
  const fault = (name: Fault) => (faults.includes(name) ? name : undefined);
  return (
    <>
      <div className="lines-pair grid gap-12">
        <TextField
          id="line-domain"
          label={t($ => $.form.domain)}
          maxLength={255}
          hint={t($ => $.form.domainHint)}
          value={draft.domain}
          onChange={domain => onChange({ domain })}
        />
        <TextField
          id="line-greeting"
          label={t($ => $.form.greeting)}
          figure
          unit={t($ => $.form.greetingUnit)}
          maxLength={4}
          hint={t($ => $.form.greetingHint)}
          fault={fault('greetingDelayMs')}
          value={draft.greetingDelayMs}
          onChange={greetingDelayMs => onChange({ greetingDelayMs })}
        />
      </div>
      {draft.transport === 'tls' && (
        <Field id="line-tls" label={lineSettingWords.tlsCheck[saidLanguage()]}>
          <Segments
            label={lineSettingWords.tlsCheck[saidLanguage()]}
            options={lineSettings.tlsCheck.words.map(value => ({
              value,
              text: lineChoiceWords.tlsCheck[value][saidLanguage()],
            }))}
            value={draft.tlsCheck}
            onChange={tlsCheck => onChange({ tlsCheck })}
          />
        </Field>
      )}
      <Field id="line-srtp" label={t($ => $.form.srtp)} hint={t($ => $.form.srtpHint)}>
        <Switch id="line-srtp" size="small" checked={draft.srtp} onChange={srtp => onChange({ srtp })} />
      </Field>
      <Field id="line-nat" label={t($ => $.form.behindNat)} hint={t($ => $.form.behindNatHint)}>
        <Switch
          id="line-nat"
          size="small"
          checked={isBehindNat(draft)}
          onChange={behindNat => onChange({ behindNat })}
        />
      </Field>
      <div className="lines-pair grid gap-12">
        <Field id="line-codecs" label={t($ => $.form.codecs)}>
          <select
            id="line-codecs"
            className="plain-select"
            value={draft.codecs}
            onChange={event => onChange({ codecs: event.target.value as typeof draft.codecs })}
          >
            {lineSettings.codecs.words.map(each => (
              <option key={each} value={each}>
                {each.replace(',', ' → ')}
              </option>
            ))}
          </select>
        </Field>
        <Field id="line-keys" label={t($ => $.form.keysBy)}>
          <select
            id="line-keys"
            className="plain-select"
            value={draft.keysBy}
            onChange={event => onChange({ keysBy: event.target.value as typeof draft.keysBy })}
          >
            {lineSettings.keysBy.words.map(each => (
              <option key={each} value={each}>
                {t($ => $.form.keys[each])}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <Hours {...props} />
    </>
  );
};
