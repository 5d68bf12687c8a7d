import { lineChoiceWords, lineSettingWords } from '@lianxian/contract';
import { lineSettings } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { Segments } from '../../ui/segments.tsx';
import { Switch } from '../../ui/switch.tsx';
import { WeekGrid } from '../../ui/week/week-grid.tsx';
import { firstWindows, isBehindNat } from './draft.ts';
import { Field, type LineForm, TextField } from './field.tsx';
import '../../ui/plain-select.css';

const Hours = ({ form }: { form: LineForm }) => {
  const { t } = useTranslation('lines');
  const { windows } = form.values;
  return (
    <Field id={form.idOf('windows')} label={t($ => $.form.hours)} fault={form.fault('windows')}>
      <Segments
        label={t($ => $.form.hours)}
        options={[
          { value: 'any', text: t($ => $.form.hoursAny) },
          { value: 'some', text: t($ => $.form.hoursSome) },
        ]}
        value={windows === null ? 'any' : 'some'}
        onChange={value => form.set({ windows: value === 'any' ? null : firstWindows })}
      />
      {windows && <WeekGrid week={windows} onChange={changed => form.set({ windows: changed })} />}
    </Field>
  );
};

/** What a line needs only when its carrier says so; every default works with most of them. */
export const AdvancedFields = ({ form }: { form: LineForm }) => {
  const { t } = useTranslation('lines');
  const { values: draft, set, idOf } = form;
  return (
    <>
      <div className="lines-pair grid gap-12">
        <TextField form={form} name="domain" label={t($ => $.form.domain)} hint={t($ => $.form.domainHint)} />
        <TextField
          form={form}
          name="greetingDelayMs"
          label={t($ => $.form.greeting)}
          unit={t($ => $.form.greetingUnit)}
          hint={t($ => $.form.greetingHint)}
        />
      </div>
      {draft.transport === 'tls' && (
        <Field id={idOf('tlsCheck')} label={lineSettingWords.tlsCheck[saidLanguage()]}>
          <Segments
            label={lineSettingWords.tlsCheck[saidLanguage()]}
            options={lineSettings.tlsCheck.words.map(value => ({
              value,
              text: lineChoiceWords.tlsCheck[value][saidLanguage()],
            }))}
            value={draft.tlsCheck}
            onChange={tlsCheck => set({ tlsCheck })}
          />
        </Field>
      )}
      <Field id={idOf('srtp')} label={t($ => $.form.srtp)} fault={form.fault('srtp')} hint={t($ => $.form.srtpHint)}>
        <Switch id={idOf('srtp')} size="small" checked={draft.srtp} onChange={srtp => set({ srtp })} />
      </Field>
      <Field id={idOf('behindNat')} label={t($ => $.form.behindNat)} hint={t($ => $.form.behindNatHint)}>
        <Switch
          id={idOf('behindNat')}
          size="small"
          checked={isBehindNat(draft)}
          onChange={behindNat => set({ behindNat })}
        />
      </Field>
      <div className="lines-pair grid gap-12">
        <Field id={idOf('codecs')} label={t($ => $.form.codecs)}>
          <select
            id={idOf('codecs')}
            className="plain-select"
            value={draft.codecs}
            onChange={event => set({ codecs: event.target.value as typeof draft.codecs })}
          >
            {lineSettings.codecs.words.map(each => (
              <option key={each} value={each}>
                {each.replace(',', ' → ')}
              </option>
            ))}
          </select>
        </Field>
        <Field id={idOf('keysBy')} label={t($ => $.form.keysBy)}>
          <select
            id={idOf('keysBy')}
            className="plain-select"
            value={draft.keysBy}
            onChange={event => set({ keysBy: event.target.value as typeof draft.keysBy })}
          >
            {lineSettings.keysBy.words.map(each => (
              <option key={each} value={each}>
                {t($ => $.form.keys[each])}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <Field id={idOf('abroad')} label={t($ => $.form.abroad)} hint={t($ => $.form.abroadHint)}>
        <Segments
          label={t($ => $.form.abroad)}
          options={lineSettings.abroad.words.map(value => ({
            value,
            text: lineChoiceWords.abroad[value][saidLanguage()],
          }))}
          value={draft.abroad}
          onChange={abroad => set({ abroad })}
        />
      </Field>
      <Hours form={form} />
    </>
  );
};
