import { correctionText, exitWord } from '@lianxian/contract';
import { CornerDownRight, Play } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { toneOfCode } from '../../line/failure-kind.ts';
import { LazySipCode } from '../../line/lazy-sip-code.tsx';
import { saidLanguage } from '../../text/said.ts';
import { byKeys } from '../../ui/by-keys.ts';
import { clock, seconds } from '../../ui/format.ts';
import { Level } from '../../ui/level.tsx';
import { CorrectLevel } from './correct-level.tsx';
import { type Detail, nodeStretches, passedAtOnce } from './marks.ts';
import { FollowPart } from './notes.tsx';
import type { Player } from './player.ts';
import { saidByPlayer, usePlayed } from './use-player.ts';

const WishPart = lazy(() => import('./wish-part.tsx').then(file => ({ default: file.WishPart })));
const PathLink = lazy(() => import('./path-link.tsx').then(file => ({ default: file.PathLink })));
const LegsPart = lazy(() => import('./legs-part.tsx').then(file => ({ default: file.LegsPart })));
const RecordMore = lazy(() => import('./record-more.tsx').then(file => ({ default: file.RecordMore })));

interface PartProps {
  readonly call: Detail;
  readonly player: Player | null;
}

export const LevelPart = ({ call }: { call: Detail }) => {
  const { t } = useTranslation('shell');
  return (
    <section>
      <h2 className="section-title">{t($ => $.record.level)}</h2>
      <div className="call-record-level-rule row gap-12">
        <Level level={call.level} large />
        <p>
          {call.correction
            ? correctionText(call.correction, saidLanguage())
            : (call.levelRule ?? t($ => $.record[call.answeredAt === null ? 'noLevel' : 'ungraded']))}
        </p>
      </div>
      {call.tags.length > 0 && (
        <ul className="call-record-call-tags flex gap-6 wrap" aria-label={t($ => $.correct.tags)}>
          {call.tags.map(tag => (
            <li className="small" key={tag}>
              {tag}
            </li>
          ))}
        </ul>
      )}
      {call.state === 'answered' && <CorrectLevel call={call} />}
      <Suspense>
        <RecordMore call={call} />
      </Suspense>
    </section>
  );
};

/** What was done since about whoever answered. */
export const FollowedPart = ({ call }: { call: Detail }) => call.state === 'answered' && <FollowPart call={call} />;

/** The nodes passed as a cord: hollow ends are done, the filled one is heard now, square ones are knowledge. */
export const PathPart = ({ call, player }: PartProps) => {
  const { t } = useTranslation('shell');
  const stretches = nodeStretches(call.path, call.talkMs);
  const current = usePlayed(
    player,
    each => stretches.findLastIndex(stretch => stretch.fromMs <= each.positionMs()),
    -1,
  );
  return (
    <section>
      <div className="row between">
        <h2 className="section-title">{t($ => $.record.path)}</h2>
        {stretches.length > 0 && (
          <Suspense>
            <PathLink call={call} />
          </Suspense>
        )}
      </div>
      {stretches.length === 0 && <p className="call-record-none ink3">{t($ => $.record.noPath)}</p>}
      <ol className="call-record-path">
        {stretches.map((stretch, at) => (
          <li
            key={`${stretch.node}-${stretch.fromMs}`}
            className={at === current ? 'is-current grid gap-8' : 'grid gap-8'}
          >
            <i className={stretch.knowledge ? 'is-knowledge' : ''} />
            <strong className="cut">{stretch.name}</strong>
            <span className="cut small ink2">
              {stretch.leftBy && <CornerDownRight size={13} aria-hidden="true" />}{' '}
              {exitWord(saidLanguage(), stretch.leftBy, stretch.leftName)}
              {stretch.knowledge && ` · ${t($ => $.record.knowledge)}`}
            </span>
            {stretch.asked && <AskedLine asked={stretch.asked} />}
            {!passedAtOnce(stretch) && (
              <em className="hint">{t($ => $.record.seconds, { seconds: seconds(stretch.toMs - stretch.fromMs) })}</em>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
};

type Asked = NonNullable<Detail['path'][number]['asked']>;

/** 「转人工 13800138000 · 没人接」: what was asked at a node and what came of it. */
const AskedLine = ({ asked }: { asked: Asked }) => {
  const { t } = useTranslation('shell');
  const parts = asked.map(({ kind, target, outcome, because }) => {
    const came = isKnownReason(because)
      ? t($ => $.record.asked.because[because])
      : t($ => $.record.asked.outcome[outcome]);
    return `${[t($ => $.record.asked.kind[kind]), target].filter(Boolean).join(' ')} · ${came}`;
  });
  return <span className="cut small ink2">{parts.join(' / ')}</span>;
};

const knownReasons = ['timeout', 'nobody', 'refused', 'notAllowed', 'lineFull', 'balanceOut', 'noModule'] as const;
const isKnownReason = (because: string): because is (typeof knownReasons)[number] =>
  knownReasons.some(known => known === because);

export const AnswersPart = ({ call, player }: PartProps) => {
  const { t } = useTranslation('shell');
  const playFrom = (ms: number) => player?.playFrom(ms).catch(saidByPlayer);
  return (
    <section>
      <h2 className="section-title">{t($ => $.record.answers)}</h2>
      {call.answers.length === 0 && <p className="call-record-none ink3">{t($ => $.record.noAnswers)}</p>}
      <dl className="call-record-facts">
        {call.answers.map(({ label, value, atMs }) => (
          <div className="row" key={label}>
            <dt>{label}</dt>
            <dd className="flex between fill bold">
              {value || t($ => $.record.notAsked)}
              {atMs !== null && player && (
                <button
                  className="row gap-4"
                  type="button"
                  aria-label={t($ => $.record.playFrom, { time: clock(atMs) })}
                  onClick={() => void playFrom(atMs)}
                >
                  <Play size={12} aria-hidden="true" /> {clock(atMs)}
                </button>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

export const EndingPart = ({ call }: { call: Detail }) => {
  const { t } = useTranslation('shell');
  return (
    <section>
      <h2 className="section-title">{t($ => $.record.ending)}</h2>
      <p className="call-record-because">{call.becauseText}</p>
      <dl className="call-record-facts">
        {call.hungUpBy && call.hungUpBy !== 'nobody' && (
          <div className="row">
            <dt>{t($ => $.record.hungUpBy)}</dt>
            <dd className="flex between fill bold">{t($ => $.hungUpBy[call.hungUpBy!])}</dd>
          </div>
        )}
        {call.sipCode !== null && call.state !== 'answered' && (
          <div className="row">
            <dt>{t($ => $.record.remedy)}</dt>
            <dd className="flex between fill bold" title={call.sipReason}>
              <Suspense fallback={call.sipCode}>
                <LazySipCode code={call.sipCode} because={call.because} tone={toneOfCode(call)} />
              </Suspense>
            </dd>
          </div>
        )}
      </dl>
      {call.namesAuthority && <p>{t($ => $.record.namesAuthority)}</p>}
      {call.isBlacklistedBy && (
        <Suspense>
          <WishPart call={call} />
        </Suspense>
      )}
    </section>
  );
};

/** What was known before the call: of a number of a task, the columns of its sheet. */
export const AboutPart = ({ call }: Pick<PartProps, 'call'>) => {
  const { t } = useTranslation('shell');
  if (call.about.length === 0) return null;
  return (
    <section>
      <h2 className="section-title">{t($ => $.record.about)}</h2>
      <dl className="call-record-facts">
        {call.about.map(({ title, value }) => (
          <div className="row" key={title}>
            <dt className="cut" title={title}>
              {title}
            </dt>
            <dd className="fill bold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

export const Side = ({ call, player }: PartProps) => {
  const { t } = useTranslation('shell');
  return (
    <aside className="call-record-side" aria-label={t($ => $.nav.callRecord)} {...byKeys}>
      <LevelPart call={call} />
      <FollowedPart call={call} />
      <PathPart call={call} player={player} />
      <AnswersPart call={call} player={player} />
      <AboutPart call={call} />
      {call.legs.length > 0 && (
        <Suspense>
          <LegsPart legs={call.legs} />
        </Suspense>
      )}
      <EndingPart call={call} />
    </aside>
  );
};
