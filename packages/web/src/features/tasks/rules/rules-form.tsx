import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { bareProps, FieldFault } from '../../../ui/form/fields.tsx';
import { type EndpointForm, useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';
import { readTime, timeChars, timeText } from '../../../ui/week/week.ts';
import './rules-form.css';

type Rules = OutputOf<typeof endpoints.config.calling>;
const figures = ['callsPerDay', 'callsPerWeek', 'channels'] as const;
const hours = ['legalFromMinute', 'legalToMinute'] as const;
type Typed = Readonly<Record<(typeof figures)[number] | (typeof hours)[number], string>>;

const typedOf = (rules: Rules): Typed => ({
  legalFromMinute: timeText(rules.legalFromMinute),
  legalToMinute: timeText(rules.legalToMinute),
  callsPerDay: String(rules.callsPerDay),
  callsPerWeek: String(rules.callsPerWeek),
  channels: String(rules.channels),
});

/** Digits of a Chinese keyboard are digits. */
const figure = (text: string): string => text.trim().normalize('NFKC');
const inputOf = ({ legalFromMinute, legalToMinute, ...typed }: Typed) => ({
  legalFromMinute: readTime(legalFromMinute) ?? '',
  legalToMinute: readTime(legalToMinute) ?? '',
  callsPerDay: figure(typed.callsPerDay),
  callsPerWeek: figure(typed.callsPerWeek),
  channels: figure(typed.channels),
});
const isBackwards = ({ legalFromMinute, legalToMinute }: Typed): boolean =>
  (readTime(legalFromMinute) ?? 0) >= (readTime(legalToMinute) ?? 0);

/** The merchant's rules over all tasks, as they are kept. */
export const useRules = () =>
  useQuery({
    queryKey: ['config/calling'],
    queryFn: ({ signal }) => call(endpoints.config.calling, {}, { signal, quiet: true }),
  });

/** What is typed of them, and how they are saved. */
export const useRulesForm = (rules: Rules): RulesFormProps => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const mayChange = useCurrentUser()?.btns.includes('task:control') ?? false;
  const form = useEndpointForm({
    endpoint: endpoints.config.saveCalling,
    start: typedOf(rules),
    input: inputOf,
    check: typed => (isBackwards(typed) ? [{ field: 'legalToMinute', fault: 'shape' }] : []),
    onDone: () => {
      toast.ok(t($ => $.rules.saved));
      return queries.invalidateQueries({ queryKey: ['config/calling'] });
    },
  });
  return { form, mayChange };
};
interface RulesFormProps {
  readonly form: EndpointForm<Typed>;
  readonly mayChange: boolean;
}

/** Saves what was typed; whoever may not change anything sees no button. */
export const RulesSave = ({ form, mayChange }: RulesFormProps) => {
  const { t } = useTranslation('tasks');
  if (!mayChange) return null;
  return (
    <Button kind="primary" type="submit" form={form.props.id} disabled={!form.isChanged} loading={form.busy}>
      {t($ => $.save)}
    </Button>
  );
};

/** Legal hours, calls a number, live calls. */
export const RulesForm = ({ form, mayChange }: RulesFormProps) => {
  const { t } = useTranslation('tasks');
  const words = {
    callsPerDay: [t($ => $.rules.perDay), t($ => $.rules.times)],
    callsPerWeek: [t($ => $.rules.perWeek), t($ => $.rules.times)],
    channels: [t($ => $.rules.channels), t($ => $.rules.calls)],
  } as const;
  const ends = { legalFromMinute: t($ => $.rules.from), legalToMinute: t($ => $.rules.to) };
  const wrongHours = hours.some(name => form.fault(name) !== undefined);
  return (
    <form {...form.props} className="rules-form grid gap-14">
      <p className="hint">{t($ => $.rules.hint)}</p>
      <div className="rules-form-field grid">
        <span>{t($ => $.rules.legal)}</span>
        <span className="row gap-8">
          {hours.map(name => (
            <Input
              key={name}
              {...bareProps(form, name)}
              aria-label={`${t($ => $.rules.legal)} ${ends[name]}`}
              disabled={!mayChange}
              inputMode="text"
              maxLength={timeChars}
              wrong={wrongHours}
            />
          ))}
        </span>
        <p className={wrongHours ? 'wrong' : 'hint'}>
          {wrongHours ? t($ => $.rules.wrongHours) : t($ => $.rules.legalHint)}
        </p>
      </div>
      {figures.map(name => (
        <div key={name} className="rules-form-field grid">
          <label htmlFor={form.idOf(name)}>{words[name][0]}</label>
          <span className="row gap-8">
            <Input {...bareProps(form, name)} disabled={!mayChange} />
            {words[name][1]}
          </span>
          <FieldFault form={form} name={name} />
        </div>
      ))}
    </form>
  );
};
