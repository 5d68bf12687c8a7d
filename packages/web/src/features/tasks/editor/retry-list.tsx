import { fieldChars } from '@lianxian/contract';
import { type RetryableState, retryableStates } from '@lianxian/core';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Input } from '../../../ui/input.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { State } from '../../../ui/state.tsx';
import { type RetryDraft, taskInput } from './draft.ts';

interface RetryListProps {
  readonly retries: readonly RetryDraft[];
  readonly onChange: (retries: readonly RetryDraft[]) => void;
}

const usualRetry = { times: '1', afterMinutes: '30' } as const;

/** By outcome: how often again, and how many minutes later. What is not listed is not tried again. */
export const RetryList = ({ retries, onChange }: RetryListProps) => {
  const { t } = useTranslation('tasks');
  const word = useTranslation('shell').t;
  const stateWord = (state: RetryableState) => word($ => $.state[state]);
  const put = (state: RetryableState, part: Partial<RetryDraft>) =>
    onChange(retries.map(rule => (rule.state === state ? { ...rule, ...part } : rule)));
  const free = retryableStates.filter(state => !retries.some(rule => rule.state === state));
  return (
    <div className="editor-retry-list">
      <ul>
        {retries.map(({ state, times, afterMinutes }) => (
          <li className="row gap-8" key={state}>
            <State state={state} />
            <span>{t($ => $.pacing.times)}</span>
            <Input
              aria-label={t($ => $.pacing.retryTimes, { state: stateWord(state) })}
              inputMode="numeric"
              maxLength={fieldChars(taskInput, 'retries.each.times')}
              value={times}
              onChange={event => put(state, { times: event.target.value })}
            />
            <span>{t($ => $.pacing.timesUnit)}</span>
            <Input
              aria-label={t($ => $.pacing.retryAfter, { state: stateWord(state) })}
              inputMode="numeric"
              maxLength={fieldChars(taskInput, 'retries.each.afterMinutes')}
              value={afterMinutes}
              onChange={event => put(state, { afterMinutes: event.target.value })}
            />
            <span>{t($ => $.pacing.minutes)}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={t($ => $.pacing.dropRetry, { state: stateWord(state) })}
              onClick={() => onChange(retries.filter(rule => rule.state !== state))}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {retries.some(rule => rule.state === 'interrupted') && <p className="hint">{t($ => $.pacing.interruptedHint)}</p>}
      {free.length > 0 && (
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
                    onChange([...retries, { state, ...usualRetry }]);
                    close();
                  }}
                >
                  <State state={state} />
                </button>
              ))}
            </div>
          )}
        </Popover>
      )}
    </div>
  );
};
