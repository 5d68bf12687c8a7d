import { callingLimits, endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { toast } from '../../../ui/toast.ts';
import { readTime, timeText } from '../../../ui/week/week.ts';
import { wholeNumber } from '../editor/draft.ts';
import './rules-form.css';

type Rules = OutputOf<typeof endpoints.config.calling>;
type Figure = keyof typeof callingLimits;
type Typed = Readonly<Record<Figure | 'from' | 'to', string>>;

const typedOf = (rules: Rules): Typed => ({
  from: timeText(rules.legalFromMinute),
  to: timeText(rules.legalToMinute),
  callsPerDay: String(rules.callsPerDay),
  callsPerWeek: String(rules.callsPerWeek),
  channels: String(rules.channels),
});

/** The rules as the contract takes them, and what is wrong with what was typed. */
const readRules = (typed: Typed) => {
  const [from, to] = [readTime(typed.from), readTime(typed.to)];
  const wrong = (Object.keys(callingLimits) as Figure[]).filter(
    name => wholeNumber(typed[name], callingLimits[name]) === null,
  );
  const wrongHours = from === null || to === null || from >= to;
  const whole = (name: Figure) => Number(typed[name].trim().normalize('NFKC'));
  const rules: Rules | null =
    wrongHours || wrong.length > 0
      ? null
      : {
          legalFromMinute: from,
          legalToMinute: to,
          callsPerDay: whole('callsPerDay'),
          callsPerWeek: whole('callsPerWeek'),
          channels: whole('channels'),
        };
  return { rules, wrong, wrongHours };
};

/** The merchant's rules over all tasks, what is typed of them, and how they are saved. */
export const useRules = () => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const mayChange = useCurrentUser()?.btns.includes('task:control') ?? false;
  const [changed, setChanged] = useState<Typed | null>(null);
  const known = useQuery({
    queryKey: ['config/calling'],
    queryFn: ({ signal }) => call(endpoints.config.calling, {}, { signal, quiet: true }),
  });
  const typed = changed ?? (known.data ? typedOf(known.data) : null);
  const read = typed && readRules(typed);
  const save = useMutation({
    mutationFn: (rules: Rules) => call(endpoints.config.saveCalling, rules),
    onSuccess: async () => {
      toast.ok(t($ => $.rules.saved));
      await queries.invalidateQueries({ queryKey: ['config/calling'] });
      setChanged(null);
    },
  });
  return {
    typed,
    read,
    mayChange,
    failed: known.isError && !typed,
    again: () => void known.refetch(),
    put: (name: keyof Typed, value: string) => typed && setChanged({ ...typed, [name]: value }),
    maySave: Boolean(read?.rules) && changed !== null,
    saving: save.isPending,
    save: () => read?.rules && save.mutate(read.rules),
  };
};
type RulesState = ReturnType<typeof useRules>;

/** Saves what was typed; whoever may not change anything sees no button. */
export const RulesSave = ({ state }: { state: RulesState }) => {
  const { t } = useTranslation('tasks');
  if (!state.mayChange) return null;
  return (
    <Button kind="primary" disabled={!state.maySave} loading={state.saving} onClick={state.save}>
      {t($ => $.save)}
    </Button>
  );
};

/** Legal hours, calls a number, live calls. */
export const RulesForm = ({ state }: { state: RulesState }) => {
  const { t } = useTranslation('tasks');
  const { typed, read, mayChange, put } = state;
  const words = {
    callsPerDay: [t($ => $.rules.perDay), t($ => $.rules.times)],
    callsPerWeek: [t($ => $.rules.perWeek), t($ => $.rules.times)],
    channels: [t($ => $.rules.channels), t($ => $.rules.calls)],
  } as const;
  if (state.failed) return <ErrorPanel title={t($ => $.rules.failed)} onAgain={state.again} />;
  if (!typed || !read) return <Skeleton rows={5} />;
  return (
    <form className="rules-form grid gap-14" onSubmit={event => event.preventDefault()}>
      <p className="hint">{t($ => $.rules.hint)}</p>
      <div className="rules-form-field grid">
        <span>{t($ => $.rules.legal)}</span>
        <span className="row gap-8">
          {(['from', 'to'] as const).map(name => (
            <Input
              key={name}
              aria-label={`${t($ => $.rules.legal)} ${t($ => $.rules[name])}`}
              disabled={!mayChange}
              maxLength={5}
              wrong={read.wrongHours}
              value={typed[name]}
              onChange={event => put(name, event.target.value)}
            />
          ))}
        </span>
        <p className={read.wrongHours ? 'wrong' : 'hint'}>
          {read.wrongHours ? t($ => $.rules.wrongHours) : t($ => $.rules.legalHint)}
        </p>
      </div>
      {(Object.keys(callingLimits) as Figure[]).map(name => (
        <div key={name} className="rules-form-field grid">
          <label htmlFor={`rule-${name}`}>{words[name][0]}</label>
          <span className="row gap-8">
            <Input
              id={`rule-${name}`}
              disabled={!mayChange}
              inputMode="numeric"
              maxLength={5}
              wrong={read.wrong.includes(name)}
              value={typed[name]}
              onChange={event => put(name, event.target.value)}
            />
            {words[name][1]}
          </span>
          {read.wrong.includes(name) && (
            <p className="wrong">
              {t($ => $.rules.wrong, {
                least: callingLimits[name].least,
                most: callingLimits[name].most.toLocaleString('en-US'),
              })}
            </p>
          )}
        </div>
      ))}
    </form>
  );
};
