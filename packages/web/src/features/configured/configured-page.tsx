import { endpoints, type OutputOf } from '@lianxian/contract';
import { levels } from '@lianxian/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { askCurrentUserAgain } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Level } from '../../ui/level.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import './configured.css';

type Settings = OutputOf<typeof endpoints.config.all>;
interface Typed {
  readonly levelNames: Settings['levelNames'];
  readonly ownerSeesPhones: boolean;
  readonly demandsFactor: boolean;
  readonly recordingDays: string;
}

const mostNameChars = 12;
const [leastDays, mostDays] = [30, 3_650];

const typedOf = ({ levelNames, ownerSeesPhones, demandsFactor, recordingDays }: Settings): Typed => ({
  levelNames,
  ownerSeesPhones,
  demandsFactor,
  recordingDays: String(recordingDays),
});
const daysOf = (text: string): number | null => {
  const days = Number(text.trim().normalize('NFKC') || Number.NaN);
  return Number.isInteger(days) && days >= leastDays && days <= mostDays ? days : null;
};

const useSettings = () => {
  const { t } = useTranslation('configured');
  const queries = useQueryClient();
  const [changed, setChanged] = useState<Typed | null>(null);
  const known = useQuery({
    queryKey: ['config/all'],
    queryFn: ({ signal }) => call(endpoints.config.all, {}, { signal, quiet: true }),
  });
  const typed = changed ?? (known.data ? typedOf(known.data) : null);
  const days = typed && daysOf(typed.recordingDays);
  const save = useMutation({
    mutationFn: (next: Typed & { days: number }) =>
      call(endpoints.config.save, {
        levelNames: next.levelNames,
        ownerSeesPhones: next.ownerSeesPhones ? '1' : '0',
        demandsFactor: next.demandsFactor ? '1' : '0',
        recordingDays: next.days,
      }),
    onSuccess: async () => {
      toast.ok(t($ => $.saved));
      // Names of levels and who sees whole numbers come with the current user.
      await Promise.all([queries.invalidateQueries({ queryKey: ['config/all'] }), askCurrentUserAgain()]);
      setChanged(null);
    },
  });
  return {
    known,
    typed,
    days,
    put: (part: Partial<Typed>) => typed && setChanged({ ...typed, ...part }),
    isChanged: changed !== null,
    saving: save.isPending,
    save: () => typed && days !== null && save.mutate({ ...typed, days }),
  };
};
type Control = ReturnType<typeof useSettings>;

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}
const Section = ({ title, hint, children }: SectionProps) => (
  <section className="configured-setting grid">
    <div>
      <h2>{title}</h2>
      {hint && <p className="hint">{hint}</p>}
    </div>
    <div className="configured-setting-body">{children}</div>
  </section>
);

const LevelNames = ({ typed, put, may }: { typed: Typed; put: Control['put']; may: boolean }) => {
  const { t } = useTranslation('configured');
  return (
    <div className="configured-level-names grid">
      {levels.map(letter => (
        <span className="row gap-10" key={letter}>
          <Level level={letter} />
          <Input
            aria-label={t($ => $.levels.one, { letter })}
            disabled={!may}
            maxLength={mostNameChars}
            placeholder={t($ => $.levels.none)}
            value={typed.levelNames[letter]}
            onChange={event => put({ levelNames: { ...typed.levelNames, [letter]: event.target.value } })}
          />
        </span>
      ))}
    </div>
  );
};

const Own = ({ settings, control }: { settings: Settings; control: Control }) => {
  const { t } = useTranslation('configured');
  const { typed, days, put } = control;
  const may = settings.maySave;
  if (!typed) return null;
  return (
    <>
      <Section title={t($ => $.levels.title)} hint={t($ => $.levels.hint)}>
        <LevelNames typed={typed} put={put} may={may} />
      </Section>
      <Section title={t($ => $.masking.title)} hint={t($ => $.masking.hint)}>
        <span className="row gap-10">
          <Switch
            size="small"
            disabled={!may}
            checked={typed.ownerSeesPhones}
            onChange={ownerSeesPhones => put({ ownerSeesPhones })}
            aria-label={t($ => $.masking.owner)}
          />
          {t($ => $.masking.owner)}
        </span>
      </Section>
      <Section title={t($ => $.factor.title)} hint={t($ => $.factor.hint)}>
        <span className="row gap-10">
          <Switch
            size="small"
            disabled={!may}
            checked={typed.demandsFactor}
            onChange={demandsFactor => put({ demandsFactor })}
            aria-label={t($ => $.factor.demand)}
          />
          {t($ => $.factor.demand)}
        </span>
      </Section>
      <Section title={t($ => $.retention.title)} hint={t($ => $.retention.hint)}>
        <span className="configured-values row gap-10">
          <Input
            aria-label={t($ => $.retention.title)}
            inputMode="numeric"
            disabled={!may}
            maxLength={4}
            wrong={days === null}
            value={typed.recordingDays}
            onChange={event => put({ recordingDays: event.target.value })}
          />
          {t($ => $.retention.days)}
        </span>
        {days === null && (
          <p className="wrong" role="alert">
            {t($ => $.retention.wrong, { least: leastDays, most: mostDays.toLocaleString('en-US') })}
          </p>
        )}
      </Section>
      <Section title={t($ => $.zone.title)} hint={t($ => $.zone.hint)}>
        <span>{settings.zone}</span>
      </Section>
      {may && (
        <footer className="configured-setting-save">
          <Button
            kind="primary"
            disabled={!control.isChanged || days === null}
            loading={control.saving}
            onClick={control.save}
          >
            {t($ => $.save)}
          </Button>
        </footer>
      )}
    </>
  );
};

/** The merchant's settings. `calling`: the rules that tasks keep to, the same form as beside the tasks. */
export const ConfiguredPage = ({ calling }: { calling: ReactNode }) => {
  const { t } = useTranslation('configured');
  const control = useSettings();
  const { data: settings, isError, refetch } = control.known;
  return (
    <div className="configured">
      {settings && !settings.maySave && !settings.maySaveCalling && (
        <p className="configured-read-only">{t($ => $.readOnly)}</p>
      )}
      <Section title={t($ => $.calling.title)} hint={t($ => $.calling.hint)}>
        {calling}
        {settings && <p className="hint">{t($ => $.calling.granted, { n: count(settings.channelsGranted) })}</p>}
      </Section>
      {!settings && !isError && <Skeleton rows={8} />}
      {isError && !settings && <ErrorPanel title={t($ => $.failed)} onAgain={() => void refetch()} />}
      {settings && <Own settings={settings} control={control} />}
    </div>
  );
};
