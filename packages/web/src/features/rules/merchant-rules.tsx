import { endpoints, joined } from '@lianxian/contract';
import { byHandWays } from '@lianxian/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { bareProps, FieldFault } from '../../ui/form/fields.tsx';
import type { EndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Input } from '../../ui/input.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useHoursText } from '../../ui/week/hours-text.tsx';
import { KeyedRows } from '../../ui/week/keyed-rows.tsx';
import { timeText } from '../../ui/week/week.ts';
import { WeekGrid } from '../../ui/week/week-grid.tsx';
import { RuleVersions } from '../../work/rule-versions.tsx';
import { type Bounds, type Own, type Typed, useOwnRules, useRulesForm } from './use-rules.ts';
import '../../ui/plain-select.css';
import './rules.css';

const figures = ['perDay', 'per7Days', 'per30Days', 'minutesBetween'] as const;

interface PartProps {
  readonly form: EndpointForm<Typed>;
  readonly own: Own;
}

const Part = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <div className="rules-part grid gap-8">
    <h3 className="section-title">{title}</h3>
    {hint && <p className="hint">{hint}</p>}
    {children}
  </div>
);

const Hours = ({ form, own }: PartProps) => {
  const { t } = useTranslation('rules');
  const words = useHoursText();
  const { fromMinute, toMinute } = own.platform;
  const { week } = form.values;
  const bound = `${timeText(fromMinute)}–${timeText(toMinute)}`;
  return (
    <Part title={t($ => $.hours.title)} hint={t($ => $.hours.hint, { bound })}>
      {own.maySave ? <WeekGrid week={week} onChange={next => form.set({ week: next })} /> : <p>{words(week)}</p>}
      <FieldFault form={form} name="week" />
    </Part>
  );
};

const Days = ({ form, own }: PartProps) => {
  const { t } = useTranslation('rules');
  const years = joined(
    own.years.map(({ year }) => String(year)),
    'listed',
    saidLanguage(),
  );
  const wishes = { holidaysOff: t($ => $.days.holidaysOff), makeUpDaysOn: t($ => $.days.makeUpDaysOn) };
  return (
    <Part title={t($ => $.days.title)} hint={t($ => $.days.hint)}>
      {(['holidaysOff', 'makeUpDaysOn'] as const).map(name => (
        <span className="row gap-10" key={name}>
          <Switch
            size="small"
            disabled={!own.maySave}
            checked={form.values[name]}
            onChange={on => form.set(name === 'holidaysOff' ? { holidaysOff: on } : { makeUpDaysOn: on })}
            aria-label={wishes[name]}
          />
          {wishes[name]}
        </span>
      ))}
      <p className="hint">{t($ => $.days.years, { years, source: own.years.at(-1)?.source ?? '' })}</p>
      {own.unknownYear !== null && <p className="rules-warn">{t($ => $.days.unknown, { year: own.unknownYear })}</p>}
      <KeyedRows kind="day" may={own.maySave} rows={form.values.days} onChange={days => form.set({ days })} />
      <FieldFault form={form} name="days" />
    </Part>
  );
};

const boundText = (
  bounds: Bounds,
  name: (typeof figures)[number],
  words: { none: string; most: string; least: string },
) => {
  if (bounds[name] === 0) return words.none;
  return `${name === 'minutesBetween' ? words.least : words.most} ${bounds[name]}`;
};

const Figures = ({ form, own }: PartProps) => {
  const { t } = useTranslation('rules');
  const words = t($ => $.caps, { returnObjects: true });
  return (
    <Part title={words.title} hint={own.platform.overMerchants ? `${words.hint}${words.together}` : words.hint}>
      {figures.map(name => (
        <div className="rules-figure grid" key={name}>
          <label htmlFor={form.idOf(name)}>{words[name]}</label>
          <Input {...bareProps(form, name)} disabled={!own.maySave} />
          <span className="hint">{boundText(own.platform, name, words.bound)}</span>
          <FieldFault form={form} name={name} />
        </div>
      ))}
      <div className="rules-figure grid">
        <label htmlFor={form.idOf('channels')}>{words.channels}</label>
        <Input {...bareProps(form, 'channels')} disabled={!own.maySave} />
        <span className="hint">{t($ => $.caps.granted, { n: own.channelsGranted })}</span>
        <FieldFault form={form} name="channels" />
      </div>
    </Part>
  );
};

const Rest = ({ form, own }: PartProps) => {
  const { t } = useTranslation('rules');
  const ways = t($ => $.byHand.ways, { returnObjects: true });
  return (
    <>
      <Part title={t($ => $.provinces.title)} hint={t($ => $.provinces.hint)}>
        <KeyedRows
          kind="province"
          may={own.maySave}
          rows={form.values.provinces}
          onChange={provinces => form.set({ provinces })}
        />
        <FieldFault form={form} name="provinces" />
      </Part>
      <Part title={t($ => $.byHand.title)} hint={t($ => $.byHand.hint)}>
        <select
          aria-label={t($ => $.byHand.title)}
          className="plain-select"
          disabled={!own.maySave}
          value={form.values.byHand}
          onChange={event => form.set({ byHand: byHandWays.find(way => way === event.target.value) ?? 'warn' })}
        >
          {byHandWays.map(way => (
            <option key={way} value={way}>
              {ways[way]}
            </option>
          ))}
        </select>
      </Part>
    </>
  );
};

const Hits = ({ own }: { own: Own }) => {
  const { t } = useTranslation('rules');
  if (own.tasks.length === 0) return null;
  const names = joined(
    own.tasks.map(({ name }) => name),
    'listed',
    saidLanguage(),
  );
  return <p className="hint">{own.moreTasks ? t($ => $.hitsMore, { names }) : t($ => $.hits, { names })}</p>;
};

const Kept = ({ own }: { own: Own }) => {
  const { t } = useTranslation('rules');
  const form = useRulesForm(own);
  const part = { form, own };
  return (
    <form {...form.props} className="rules-form grid gap-20">
      <p className="hint">
        {own.rules.version === 0 ? t($ => $.usual) : t($ => $.version, { n: own.rules.version })}
        {!own.maySave && <span>{t($ => $.ownerOnly)}</span>}
      </p>
      <Hours {...part} />
      <Days {...part} />
      <Figures {...part} />
      <Rest {...part} />
      {own.maySave && (
        <div className="rules-save grid gap-8">
          <Hits own={own} />
          <span>
            <Button kind="primary" type="submit" disabled={!form.isChanged} loading={form.busy}>
              {t($ => $.save)}
            </Button>
          </span>
        </div>
      )}
    </form>
  );
};

/** The merchant's rules of calling, each beside the platform's bound; its owner changes them. */
export const MerchantRules = () => {
  const { t } = useTranslation('rules');
  const { data, isError, refetch, error } = useOwnRules();
  if (data)
    return (
      <>
        <Kept key={data.rules.version} own={data} />
        <RuleVersions
          level={3}
          of={['rules/versions']}
          read={(after, signal) =>
            call(endpoints.rules.versions, after === undefined ? {} : { after }, { signal, quiet: true })
          }
        />
      </>
    );
  return isError ? (
    <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />
  ) : (
    <Skeleton rows={5} />
  );
};
