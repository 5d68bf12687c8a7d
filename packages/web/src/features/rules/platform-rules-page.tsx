import { endpoints, joined, type OutputOf } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { bareProps, FieldFault } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Input } from '../../ui/input.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { readTime, timeChars, timeText } from '../../ui/week/week.ts';
import { RuleVersions } from '../../work/rule-versions.tsx';
import { figuresOf, flagOf, typedFigures } from './use-rules.ts';
import { Years } from './years.tsx';
import './rules.css';

const figures = ['perDay', 'per7Days', 'per30Days', 'minutesBetween'] as const;
type Platform = OutputOf<typeof endpoints.rules.platform>;

const shiftsText = (shifts: Platform['rules']['shifts']): string =>
  joined(
    Object.entries(shifts).map(([province, minutes]) => `${province} ${minutes}`),
    'listed',
    saidLanguage(),
  );
/** Null where it cannot be read. */
const readShifts = (text: string): Readonly<Record<string, number>> | null => {
  const rows = text
    .normalize('NFKC')
    .split(/[、,;\n]+/)
    .filter(row => row.trim() !== '');
  const read = rows.map(row => /^\s*(\p{Script=Han}+)\s*(\d{1,3})\s*$/u.exec(row));
  return read.every(row => row !== null)
    ? Object.fromEntries(read.map(row => [row?.[1] ?? '', Number(row?.[2])]))
    : null;
};

const useForm = ({ rules }: Platform) => {
  const { t } = useTranslation('rules');
  const queries = useQueryClient();
  return useEndpointForm({
    endpoint: endpoints.rules.savePlatform,
    start: {
      fromMinute: timeText(rules.fromMinute),
      toMinute: timeText(rules.toMinute),
      ...figuresOf(rules),
      overMerchants: rules.overMerchants,
      shifts: shiftsText(rules.shifts),
    },
    input: typed => ({
      version: String(rules.version),
      fromMinute: readTime(typed.fromMinute) ?? '',
      toMinute: readTime(typed.toMinute) ?? '',
      ...typedFigures(typed),
      overMerchants: flagOf(typed.overMerchants),
      shifts: readShifts(typed.shifts) ?? {},
    }),
    check: typed => (readShifts(typed.shifts) === null ? [{ field: 'shifts', fault: 'shape' } as const] : []),
    onDone: () => {
      toast.ok(t($ => $.saved));
      return Promise.all([
        queries.invalidateQueries({ queryKey: ['rules/platform'] }),
        queries.invalidateQueries({ queryKey: ['rules/platformVersions'] }),
      ]);
    },
  });
};

const Form = ({ platform }: { platform: Platform }) => {
  const { t } = useTranslation('rules');
  const form = useForm(platform);
  const words = t($ => $.caps, { returnObjects: true });
  const ends = { fromMinute: t($ => $.platform.from), toMinute: t($ => $.platform.to) };
  return (
    <form {...form.props} className="rules-form grid gap-14">
      <p className="hint">{t($ => $.platform.hint)}</p>
      {(['fromMinute', 'toMinute'] as const).map(name => (
        <div className="rules-figure grid" key={name}>
          <label htmlFor={form.idOf(name)}>{ends[name]}</label>
          <Input {...bareProps(form, name)} inputMode="text" maxLength={timeChars} />
          <FieldFault form={form} name={name} />
        </div>
      ))}
      {figures.map(name => (
        <div className="rules-figure grid" key={name}>
          <label htmlFor={form.idOf(name)}>{words[name]}</label>
          <Input {...bareProps(form, name)} />
          <span className="hint">{words.zero}</span>
          <FieldFault form={form} name={name} />
        </div>
      ))}
      <div className="rules-figure is-wide grid">
        <span className="row gap-10">
          <Switch
            size="small"
            checked={form.values.overMerchants}
            onChange={overMerchants => form.set({ overMerchants })}
            aria-label={t($ => $.platform.overMerchants)}
          />
          {t($ => $.platform.overMerchants)}
        </span>
        <span className="hint">{t($ => $.platform.overMerchantsHint)}</span>
        <FieldFault form={form} name="overMerchants" />
      </div>
      <div className="rules-figure is-wide grid">
        <label htmlFor={form.idOf('shifts')}>{t($ => $.platform.shifts)}</label>
        <Input {...bareProps(form, 'shifts')} inputMode="text" />
        <span className="hint">{t($ => $.platform.shiftsHint)}</span>
        <FieldFault form={form} name="shifts" />
      </div>
      <span>
        <Button kind="primary" type="submit" disabled={!form.isChanged} loading={form.busy}>
          {t($ => $.save)}
        </Button>
      </span>
    </form>
  );
};

/** The platform's own rules: what no merchant and no task goes beyond; and the public holidays that are known. */
export const PlatformRulesPage = () => {
  const { t } = useTranslation('rules');
  const { data, isError, refetch, error } = useQuery({
    queryKey: ['rules/platform'],
    queryFn: ({ signal }) => call(endpoints.rules.platform, {}, { signal, quiet: true }),
  });
  if (!data)
    return isError ? (
      <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />
    ) : (
      <Skeleton rows={8} />
    );
  return (
    <div className="rules-page grid gap-20">
      <Form key={data.rules.version} platform={data} />
      <Years years={data.years} unknownYear={data.unknownYear} />
      <RuleVersions
        level={2}
        of={['rules/platformVersions']}
        read={(after, signal) =>
          call(endpoints.rules.platformVersions, after === undefined ? {} : { after }, { signal, quiet: true })
        }
      />
    </div>
  );
};
