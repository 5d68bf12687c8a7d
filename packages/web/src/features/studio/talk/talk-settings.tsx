import { VARIABLE_CHARS } from '@lianxian/contract';
import { type Plan, variablesToFill } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import type { Talk } from './talk-store.ts';

interface SettingsProps {
  readonly talk: Talk;
  readonly plan: Plan;
  readonly autoPlay: boolean;
  readonly onAutoPlay: (on: boolean) => void;
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minuteOf = (text: string): number | null => {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
};

/** What the callee of the talk is: values of the variables, the time of day; and whether the robot is heard. */
export const TalkSettings = ({ talk, plan, autoPlay, onAutoPlay }: SettingsProps) => {
  const { t } = useTranslation('talk');
  return (
    <div className="talk-settings grid">
      {variablesToFill(plan).map(({ name, label, fallback }) => (
        <label className="grid gap-2 small ink2" key={name}>
          {label || name}
          <input
            className="field"
            defaultValue={talk.variables[name] ?? ''}
            placeholder={fallback}
            maxLength={VARIABLE_CHARS}
            onBlur={event => {
              const value = event.target.value.trim();
              if (value !== (talk.variables[name] ?? '')) talk.set({ variables: { ...talk.variables, [name]: value } });
            }}
          />
        </label>
      ))}
      <label className="grid gap-2 small ink2">
        {t($ => $.time)}
        <input
          className="field"
          type="time"
          defaultValue={clock(talk.minuteOfDay)}
          onBlur={event => {
            const minute = minuteOf(event.target.value);
            if (minute !== null && minute !== talk.minuteOfDay) talk.set({ minuteOfDay: minute });
          }}
        />
      </label>
      <label className="grid gap-2 small ink2">
        {t($ => $.date)}
        <input
          className="field"
          type="date"
          defaultValue={talk.date}
          onBlur={({ target: { value } }) => {
            if (value !== '' && value !== talk.date) talk.set({ date: value });
          }}
        />
      </label>
      <label className="talk-switch grid gap-2 small ink2">
        <input type="checkbox" checked={autoPlay} onChange={event => onAutoPlay(event.target.checked)} />
        {t($ => $.line.autoPlay)}
      </label>
    </div>
  );
};
