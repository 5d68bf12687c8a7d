import { endpoints, fieldChars, fieldLimits, type SearchSetting, talkLimits } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { byKeys } from '../../../ui/by-keys.ts';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { SearchChart } from './search-chart.tsx';
import { type Moment, useParameterSearch } from './use-parameter-search.ts';

const { least = 0, most = 0 } = fieldLimits(endpoints.talk.parameterSearch.input, 'settings.interruption.ms');
const wordChars = fieldChars(endpoints.talk.parameterSearch.input, 'backchannels');

const shownMoments = 60;

const Moments = ({ moments, names }: { readonly moments: readonly Moment[]; readonly names: readonly string[] }) => {
  const { t } = useTranslation('talk');
  return (
    <section className="tests-search-moments" aria-label={t($ => $.parameterSearch.moments)} {...byKeys}>
      <table className="small">
        <caption>{t($ => $.parameterSearch.moments)}</caption>
        <thead>
          <tr>
            <th scope="col">{t($ => $.parameterSearch.said)}</th>
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
                {moment.calleeText || t($ => $.parameterSearch.noWords)}
                <span className="hint">{moment.robotText}</span>
              </td>
              {moment.verdicts.map((verdict, at) => (
                <td key={names[at]} className={`is-${verdict}`}>
                  {t($ => $.parameterSearch[verdict])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** Real recordings against other settings of interruption: what would be stopped for nothing, what would go unheard. */
export const ParameterSearch = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('talk');
  const own = useDraft(draft => draft.plan.defaults.backchannels);
  const [words, setWords] = useState(() => (own ?? []).join(' '));
  const [afterMs, setAfterMs] = useState(2_000);
  const recordings = useQuery({
    queryKey: ['talk/recordings', planId],
    queryFn: ({ signal }) => call(endpoints.talk.recordings, { planId }, { signal }),
  });
  const { search, start, stop } = useParameterSearch(planId);
  if (recordings.isError) return <ErrorPanel error={recordings.error} onAgain={() => void recordings.refetch()} />;
  if (!recordings.data) return <Skeleton rows={6} />;
  const ids = recordings.data.list.map(({ callId }) => callId);
  if (ids.length === 0)
    return <Empty title={t($ => $.parameterSearch.none)} hint={t($ => $.parameterSearch.noneHint)} />;
  const choices: readonly { readonly name: string; readonly setting: SearchSetting }[] = [
    { name: t($ => $.parameterSearch.own), setting: { interruption: null } },
    { name: t($ => $.parameterSearch.never), setting: { interruption: { when: 'never' } } },
    {
      name: t($ => $.parameterSearch.after, { seconds: afterMs / 1_000 }),
      setting: { interruption: { when: 'after', ms: afterMs } },
    },
    { name: t($ => $.parameterSearch.always), setting: { interruption: { when: 'always' } } },
    { name: t($ => $.parameterSearch.meaning), setting: { interruption: { when: 'onMeaning' } } },
  ];
  const names = choices.map(({ name }) => name);
  const list = words
    .split(/[\s、，,]+/)
    .filter(word => word !== '')
    .map(word => word.slice(0, wordChars))
    .slice(0, talkLimits.backchannels);
  const isOwn = list.join(' ') === (own ?? []).join(' ');
  return (
    <div className="tests-search stack gap-12">
      <p className="hint">{t($ => $.parameterSearch.hint)}</p>
      <div className="tests-search-fields flex gap-12 wrap">
        <label>
          {t($ => $.parameterSearch.backchannels)}
          <input
            className="field"
            value={words}
            placeholder={t($ => $.parameterSearch.usual)}
            maxLength={talkLimits.backchannels * (wordChars + 1)}
            onChange={event => setWords(event.target.value)}
          />
        </label>
        <label>
          {t($ => $.parameterSearch.afterMs)}
          <input
            className="field"
            type="number"
            min={least}
            max={most}
            step={100}
            value={afterMs}
            onChange={event => setAfterMs(Math.max(least, Math.min(most, Math.round(Number(event.target.value) || 0))))}
          />
        </label>
        <span className="hint">{t($ => $.parameterSearch.calls, { count: ids.length })}</span>
        {search?.running ? (
          <button type="button" className="button" onClick={stop}>
            {t($ => $.parameterSearch.stop)}
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
            {t($ => $.parameterSearch.run)}
          </button>
        )}
      </div>
      {search && (
        <>
          <p role="status">
            <progress value={search.done} max={search.all} aria-label={t($ => $.tests.parameterSearch)} />{' '}
            {t($ => $.parameterSearch.progress, { done: search.done, all: search.all })}
            {search.unread > 0 && ` · ${t($ => $.parameterSearch.unread, { count: search.unread })}`}
          </p>
          {search.wrong && (
            <p className="talk-wrong" role="alert">
              {search.wrong}
            </p>
          )}
          {search.moments.length > 0 ? (
            <>
              <SearchChart names={names} counts={search.counts} />
              <Moments moments={search.moments} names={names} />
            </>
          ) : (
            search.counts.length > 0 && !search.running && <p className="hint">{t($ => $.parameterSearch.nobody)}</p>
          )}
        </>
      )}
    </div>
  );
};
