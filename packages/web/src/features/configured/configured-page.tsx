import { endpoints, fieldLimits, levelNames, type OutputOf } from '@lianxian/contract';
import { levels } from '@lianxian/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { askCurrentUserAgain } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { bareProps, FieldFault } from '../../ui/form/fields.tsx';
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Input } from '../../ui/input.tsx';
import { Level } from '../../ui/level.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { useSought } from '../../ui/use-sought.ts';
import { Keeping } from './keeping.tsx';
import { SeatSettings } from './seat-settings.tsx';
import './configured.css';

type Settings = OutputOf<typeof endpoints.config.all>;
interface Typed {
  readonly levelNames: Settings['levelNames'];
  readonly ownerSeesPhones: boolean;
  readonly demandsFactor: boolean;
  readonly levelNeedsWhy: boolean;
  readonly bellLevels: Settings['bellLevels'];
  readonly recordingDays: string;
  /** Empty: none waits. */
  readonly exportRows: string;
}

const typedOf = ({ levelNames: names, recordingDays, exportRows, ...settings }: Settings): Typed => ({
  levelNames: names,
  ownerSeesPhones: settings.ownerSeesPhones,
  demandsFactor: settings.demandsFactor,
  levelNeedsWhy: settings.levelNeedsWhy,
  bellLevels: settings.bellLevels,
  recordingDays: String(recordingDays),
  exportRows: exportRows === 0 ? '' : String(exportRows),
});

const useSettingsForm = (settings: Settings): EndpointForm<Typed> => {
  const { t } = useTranslation(['configuredPage', 'configured']);
  const queries = useQueryClient();
  return useEndpointForm({
    endpoint: endpoints.config.save,
    start: typedOf(settings),
    input: ({ recordingDays, exportRows, ownerSeesPhones, demandsFactor, levelNeedsWhy, ...typed }) => ({
      ...typed,
      ownerSeesPhones: ownerSeesPhones ? '1' : '0',
      demandsFactor: demandsFactor ? '1' : '0',
      levelNeedsWhy: levelNeedsWhy ? '1' : '0',
      // Digits of a Chinese keyboard are digits.
      recordingDays: recordingDays.trim().normalize('NFKC'),
      exportRows: exportRows.trim().normalize('NFKC') || '0',
    }),
    wants: ['recordingDays'],
    onDone: async () => {
      toast.ok(t($ => $.saved));
      // Names of levels and who sees whole numbers come with the user.
      await Promise.all([queries.invalidateQueries({ queryKey: ['config/all'] }), askCurrentUserAgain()]);
    },
  });
};

interface SectionProps {
  /** What an address seeks it by. */
  readonly part: string;
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}
const Section = ({ part, title, hint, children }: SectionProps) => {
  const { heading, isSought } = useSought(part);
  return (
    <section className={isSought ? 'configured-setting is-sought grid' : 'configured-setting grid'}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {hint && <p className="hint">{hint}</p>}
      </div>
      <div className="configured-setting-body">{children}</div>
    </section>
  );
};

const LevelNames = ({ form, may }: { form: EndpointForm<Typed>; may: boolean }) => {
  const { t } = useTranslation(['configuredPage', 'configured']);
  const names = form.values.levelNames;
  return (
    <div className="configured-level-names grid">
      {levels.map(letter => (
        <span className="row gap-10" key={letter}>
          <Level level={letter} />
          <Input
            aria-label={t($ => $.levels.one, { letter })}
            disabled={!may}
            maxLength={fieldLimits(levelNames, letter).chars}
            placeholder={t($ => $.levels.none)}
            value={names[letter]}
            onChange={event => form.set({ levelNames: { ...names, [letter]: event.target.value } })}
          />
        </span>
      ))}
    </div>
  );
};

/** Of whom the bell tells. */
const BellLevels = ({ form, may }: { form: EndpointForm<Typed>; may: boolean }) => {
  const { t } = useTranslation(['configuredPage', 'configured']);
  const chosen = form.values.bellLevels;
  return (
    <fieldset className="configured-bell-levels row gap-10 wrap">
      <legend>{t($ => $.levels.rings)}</legend>
      {levels.map(level => (
        <label key={level} className="row-in gap-4">
          <input
            type="checkbox"
            disabled={!may}
            checked={chosen.includes(level)}
            onChange={({ target }) =>
              form.set({ bellLevels: levels.filter(one => (one === level ? target.checked : chosen.includes(one))) })
            }
          />
          <Level level={level} />
        </label>
      ))}
      <FieldFault form={form} name="bellLevels" />
    </fieldset>
  );
};

const Own = ({ settings }: { settings: Settings }) => {
  const { t } = useTranslation(['configuredPage', 'configured']);
  const form = useSettingsForm(settings);
  const { values, set } = form;
  const may = settings.maySave;
  return (
    <form {...form.props}>
      <Section
        part="levels"
        title={t($ => $.levels.title, { ns: 'configured' })}
        hint={t($ => $.levels.hint, { ns: 'configured' })}
      >
        <LevelNames form={form} may={may} />
        <FieldFault form={form} name="levelNames" />
        <span className="row gap-10">
          <Switch
            size="small"
            disabled={!may}
            checked={values.levelNeedsWhy}
            onChange={levelNeedsWhy => set({ levelNeedsWhy })}
            aria-label={t($ => $.levels.needsWhy)}
          />
          {t($ => $.levels.needsWhy)}
        </span>
        <BellLevels form={form} may={may} />
      </Section>
      <Section
        part="masking"
        title={t($ => $.masking.title, { ns: 'configured' })}
        hint={t($ => $.masking.hint, { ns: 'configured' })}
      >
        <span className="row gap-10">
          <Switch
            size="small"
            disabled={!may}
            checked={values.ownerSeesPhones}
            onChange={ownerSeesPhones => set({ ownerSeesPhones })}
            aria-label={t($ => $.masking.owner)}
          />
          {t($ => $.masking.owner)}
        </span>
      </Section>
      <Section
        part="factor"
        title={t($ => $.factor.title, { ns: 'configured' })}
        hint={t($ => $.factor.hint, { ns: 'configured' })}
      >
        <span className="row gap-10">
          <Switch
            size="small"
            disabled={!may}
            checked={values.demandsFactor}
            onChange={demandsFactor => set({ demandsFactor })}
            aria-label={t($ => $.factor.demand)}
          />
          {t($ => $.factor.demand)}
        </span>
      </Section>
      <Section
        part="retention"
        title={t($ => $.retention.title, { ns: 'configured' })}
        hint={t($ => $.retention.hint, { ns: 'configured' })}
      >
        <span className="configured-values row gap-10">
          <Input
            {...bareProps(form, 'recordingDays')}
            aria-label={t($ => $.retention.title, { ns: 'configured' })}
            disabled={!may}
          />
          {t($ => $.retention.days)}
        </span>
        <FieldFault form={form} name="recordingDays" />
      </Section>
      <Section
        part="exports"
        title={t($ => $.exports.title, { ns: 'configured' })}
        hint={t($ => $.exports.hint, { ns: 'configured' })}
      >
        <span className="configured-values row gap-10">
          <Input
            {...bareProps(form, 'exportRows')}
            aria-label={t($ => $.exports.title, { ns: 'configured' })}
            placeholder={t($ => $.exports.none)}
            disabled={!may}
          />
          {t($ => $.exports.rows)}
        </span>
        <FieldFault form={form} name="exportRows" />
      </Section>
      <Section
        part="zone"
        title={t($ => $.zone.title, { ns: 'configured' })}
        hint={t($ => $.zone.hint, { ns: 'configured' })}
      >
        <span>{settings.zone === 'Asia/Shanghai' ? t($ => $.zone.beijing) : settings.zone}</span>
      </Section>
      {may && (
        <footer className="configured-setting-save">
          <Button kind="primary" type="submit" disabled={!form.isChanged} loading={form.busy}>
            {t($ => $.save)}
          </Button>
        </footer>
      )}
    </form>
  );
};

const useSettings = () =>
  useQuery({
    queryKey: ['config/all'],
    queryFn: ({ signal }) => call(endpoints.config.all, {}, { signal, quiet: true }),
  });

/** The merchant's settings. `calling`: the rules of calling, the same form as beside the tasks. */
export const ConfiguredPage = ({ calling }: { calling: ReactNode }) => {
  const { t } = useTranslation(['configuredPage', 'configured']);
  const { data: settings, isError, refetch, error } = useSettings();
  return (
    <div className="configured">
      {settings && !settings.maySave && <p className="configured-read-only">{t($ => $.readOnly)}</p>}
      <Section
        part="calling"
        title={t($ => $.calling.title, { ns: 'configured' })}
        hint={t($ => $.calling.hint, { ns: 'configured' })}
      >
        {calling}
      </Section>
      {!settings && !isError && <Skeleton rows={8} />}
      {isError && !settings && <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />}
      {settings && (
        <Section
          part="seats"
          title={t($ => $.seats.title, { ns: 'configured' })}
          hint={t($ => $.seats.hint, { ns: 'configured' })}
        >
          <SeatSettings />
        </Section>
      )}
      {settings && <Own settings={settings} />}
      {settings && (
        <Section
          part="keeping"
          title={t($ => $.keeping.title, { ns: 'configured' })}
          hint={t($ => $.keeping.hint, { ns: 'configured' })}
        >
          <Keeping />
        </Section>
      )}
    </div>
  );
};
