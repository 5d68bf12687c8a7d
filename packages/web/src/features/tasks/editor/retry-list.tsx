import { fieldChars } from '@lianxian/contract';
import { type RetryableState, retryableStates } from '@lianxian/core';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Input } from '../../../ui/input.tsx';
import { PlainChoice } from '../../../ui/plain-choice.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { State } from '../../../ui/state.tsx';
import { timeChars } from '../../../ui/week/week.ts';
import { type Plan, taskInput } from './draft.ts';
import { type RetryDraft, retryTimes, usualRetry } from './retry-draft.ts';

interface RetryListProps {
  readonly retries: readonly RetryDraft[];
  readonly plans: readonly Plan[];
  readonly onChange: (retries: readonly RetryDraft[]) => void;
}

interface RuleProps {
  readonly rule: RetryDraft;
  readonly put: (part: Partial<RetryDraft>) => void;
}

/** How often, and how long after. */
const Figures = ({ rule, put, name }: RuleProps & { readonly name: string }) => {
  const { t } = useTranslation('tasks');
  return (
    <>
      <span>{t($ => $.pacing.times)}</span>
      <Input
        className="editor-retry-figure"
        aria-label={t($ => $.pacing.retryTimes, { state: name })}
        inputMode="numeric"
        maxLength={fieldChars(taskInput, 'retries.each.times')}
        value={rule.times}
        onChange={event => put({ times: event.target.value })}
      />
      <span>{t($ => $.pacing.timesUnit)}</span>
      <Input
        className="editor-retry-figure"
        aria-label={t($ => $.pacing.retryAfter, { state: name })}
        inputMode="numeric"
        maxLength={fieldChars(taskInput, 'retries.each.afterMinutes')}
        value={rule.afterMinutes}
        onChange={event => put({ afterMinutes: event.target.value })}
      />
      <span>{t($ => $.pacing.minutes)}</span>
    </>
  );
};

/** At what time of the day. */
const TimeOfDay = ({ rule, put, name }: RuleProps & { readonly name: string }) => {
  const { t } = useTranslation('tasks');
  const id = `retry-at-${rule.state}`;
  return (
    <>
      <span id={id} className="only-read">
        {t($ => $.pacing.retryAt, { state: name })}
      </span>
      <PlainChoice
        labelledBy={id}
        options={retryTimes.map(value => ({ value, label: t($ => $.pacing.at[value]) }))}
        value={rule.at}
        placeholder=""
        onChange={value => put({ at: retryTimes.find(each => each === value) ?? 'any' })}
      />
      {rule.at === 'hours' &&
        (['from', 'to'] as const).map(end => (
          <span key={end} className="row gap-8">
            {end === 'to' && <span>–</span>}
            <Input
              className="editor-retry-time"
              aria-label={t($ => $.pacing.retryHours[end], { state: name })}
              maxLength={timeChars}
              value={rule[end]}
              onChange={event => put({ [end]: event.target.value })}
            />
          </span>
        ))}
    </>
  );
};

/** Which plan these tries talk by. */
const OtherPlan = ({
  rule,
  put,
  name,
  plans,
}: RuleProps & { readonly name: string; readonly plans: readonly Plan[] }) => {
  const { t } = useTranslation('tasks');
  const id = `retry-plan-${rule.state}`;
  const isKnown = rule.planId === '' || plans.some(plan => plan.id === rule.planId);
  return (
    <>
      <span id={id} className="only-read">
        {t($ => $.pacing.retryPlan, { state: name })}
      </span>
      <PlainChoice
        labelledBy={id}
        options={[
          { value: '', label: t($ => $.pacing.samePlan) },
          ...(isKnown ? [] : [{ value: rule.planId, label: rule.planName }]),
          ...plans.map(plan => ({ value: plan.id, label: plan.planName })),
        ]}
        value={rule.planId}
        placeholder=""
        onChange={planId => put({ planId, planName: plans.find(plan => plan.id === planId)?.planName ?? '' })}
      />
    </>
  );
};

const AddRetry = ({ free, onAdd }: { free: readonly RetryableState[]; onAdd: (state: RetryableState) => void }) => {
  const { t } = useTranslation('tasks');
  return (
    <Popover
      className="button"
      label={
        <>
          <Plus size={14} aria-hidden="true" /> {t($ => $.pacing.addRetry)}
        </>
      }
    >
      {close => (
        <div className="options">
          {free.map(state => (
            <button
              key={state}
              type="button"
              onClick={() => {
                onAdd(state);
                close();
              }}
            >
              <State state={state} />
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
};

/** By outcome: how often again, how many minutes later, at what time of the day, by which plan. What is not listed is not tried again. */
export const RetryList = ({ retries, plans, onChange }: RetryListProps) => {
  const { t } = useTranslation('tasks');
  const word = useTranslation('shell').t;
  const put = (state: RetryableState, part: Partial<RetryDraft>) =>
    onChange(retries.map(rule => (rule.state === state ? { ...rule, ...part } : rule)));
  const free = retryableStates.filter(state => !retries.some(rule => rule.state === state));
  return (
    <div className="editor-retry-list">
      <ul>
        {retries.map(rule => {
          const name = word($ => $.state[rule.state]);
          const of = { rule, name, put: (part: Partial<RetryDraft>) => put(rule.state, part) };
          return (
            <li className="grid" key={rule.state}>
              <State state={rule.state} />
              <span className="row gap-8">
                <Figures {...of} />
              </span>
              <span className="editor-retry-more row gap-8 wrap">
                <TimeOfDay {...of} />
                <OtherPlan {...of} plans={plans} />
              </span>
              <button
                type="button"
                className="icon-button"
                aria-label={t($ => $.pacing.dropRetry, { state: name })}
                onClick={() => onChange(retries.filter(({ state }) => state !== rule.state))}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
      {retries.some(rule => rule.state === 'interrupted') && <p className="hint">{t($ => $.pacing.interruptedHint)}</p>}
      {free.length > 0 && <AddRetry free={free} onAdd={state => onChange([...retries, { ...usualRetry, state }])} />}
    </div>
  );
};
