import { endpoints, type TuneSetting, talkLimits } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { TuneChart } from './tune-chart.tsx';
import { type Moment, useTuning } from './use-tuning.ts';

const shownMoments = 60;

const Moments = ({ moments, names }: { readonly moments: readonly Moment[]; readonly names: readonly string[] }) => {
  const { t } = useTranslation('talk');
  return (
    <div className="tests-tune-moments">
      <table className="small">
        <caption>{t($ => $.tune.moments)}</caption>
        <thead>
          <tr>
            <th scope="col">{t($ => $.tune.said)}</th>
            {names.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {moments.slice(0, shownMoments).map(moment => (
            <tr key={`${moment.callId} ${moment.atMs}`}>
              <td>
                {moment.calleeText || t($ => $.tune.noWords)}
                <span className="hint">{moment.robotText}</span>
              </td>
              {moment.verdicts.map((verdict, at) => (
                <td key={names[at]} className={`is-${verdict}`}>
                  {t($ => $.tune[verdict])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Real recordings against other settings of interruption: what would be stopped for nothing, what would go unheard. */
export const Tuner = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('talk');
  const own = useDraft(draft => draft.plan.defaults.backchannels);
  const [words, setWords] = useState(() => (own ?? []).join(' '));
  const [afterMs, setAfterMs] = useState(2_000);
  const recordings = useQuery({
    queryKey: ['talk/recordings', planId],
    queryFn: ({ signal }) => call(endpoints.talk.recordings, { planId }, { signal }),
  });
  const { tuning, start, stop } = useTuning(planId);
  if (recordings.isError)
    return <ErrorPanel title={recordings.error.message} onAgain={() => void recordings.refetch()} />;
  if (!recordings.data) return <Skeleton rows={6} />;
  const ids = recordings.data.list.map(({ callId }) => callId);
  if (ids.length === 0) return <Empty title={t($ => $.tune.none)} hint={t($ => $.tune.noneHint)} />;
  const choices: readonly { readonly name: string; readonly setting: TuneSetting }[] = [
    { name: t($ => $.tune.own), setting: { interruption: null } },
    { name: t($ => $.tune.never), setting: { interruption: { when: 'never' } } },
    {
      name: t($ => $.tune.after, { seconds: afterMs / 1_000 }),
      setting: { interruption: { when: 'after', ms: afterMs } },
    },
    { name: t($ => $.tune.always), setting: { interruption: { when: 'always' } } },
    { name: t($ => $.tune.meaning), setting: { interruption: { when: 'onMeaning' } } },
  ];
  const names = choices.map(({ name }) => name);
  const list = words
    .split(/[\s、，,]+/)
    .filter(word => word !== '')
    .slice(0, talkLimits.backchannels);
  const isOwn = list.join(' ') === (own ?? []).join(' ');
  return (
    <div className="tests-tuner stack gap-12">
      <p className="hint">{t($ => $.tune.hint)}</p>
      <div className="tests-tuner-fields flex gap-12 wrap">
        <label>
          {t($ => $.tune.backchannels)}
          <input
            className="field"
            value={words}
            placeholder={t($ => $.tune.usual)}
            maxLength={500}
            onChange={event => setWords(event.target.value)}
          />
        </label>
        <label>
          {t($ => $.tune.afterMs)}
          <input
            className="field"
            type="number"
            min={0}
            max={60_000}
            step={100}
            value={afterMs}
            onChange={event => setAfterMs(Math.max(0, Math.min(60_000, Math.round(Number(event.target.value) || 0))))}
          />
        </label>
        <span className="hint">{t($ => $.tune.calls, { count: ids.length })}</span>
        {tuning?.running ? (
          <button type="button" className="button" onClick={stop}>
            {t($ => $.tune.stop)}
          </button>
        ) : (
          <button
            type="button"
            className="button is-first"
            onClick={() =>
              void start(
                ids,
                choices.map(({ setting }) => setting),
                isOwn ? undefined : list,
              )
            }
          >
            {t($ => $.tune.run)}
          </button>
        )}
      </div>
      {tuning && (
        <>
          <p role="status">
            <progress value={tuning.done} max={tuning.all} aria-label={t($ => $.tests.tuner)} />{' '}
            {t($ => $.tune.progress, { done: tuning.done, all: tuning.all })}
            {tuning.unread > 0 && ` · ${t($ => $.tune.unread, { count: tuning.unread })}`}
          </p>
          {tuning.wrong && (
            <p className="talk-wrong" role="alert">
              {tuning.wrong}
            </p>
          )}
          {tuning.moments.length > 0 ? (
            <>
              <TuneChart names={names} counts={tuning.counts} />
              <Moments moments={tuning.moments} names={names} />
            </>
          ) : (
            tuning.counts.length > 0 && !tuning.running && <p className="hint">{t($ => $.tune.nobody)}</p>
          )}
        </>
      )}
    </div>
  );
};
