import { comparedVoiceText, endpoints, variantText } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { saidLanguage } from '../../../text/said.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { count } from '../../../ui/format.ts';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';
import { variantName } from '../../../ui/variant.ts';
import { percent } from '../board/board.ts';
import { ExperimentForm } from './experiment-form.tsx';
import { type Experiment, experimentKey, useExperiment } from './use-experiment.ts';
import { type Verdict, verdictOf } from './verdict.ts';
import './experiment.css';

interface ExperimentCardProps {
  readonly taskId: string;
  readonly plan: { readonly id: string; readonly name: string };
  /** Nobody was called yet, and it is to be: a comparison can still be set. */
  readonly offers: boolean;
}

/** Two or three plans on one list: which does better, how surely, and how many calls it takes to know. */
export const ExperimentCard = ({ taskId, plan, offers }: ExperimentCardProps) => {
  const { t } = useTranslation('ahead');
  const { data } = useExperiment(taskId);
  const [sets, setSets] = useState(false);
  const mayCreate = useCurrentUser()?.btns.includes('task:create') ?? false;
  const experiment = data?.experiment ?? null;
  if (!data || (experiment === null && !(offers && mayCreate))) return null;
  const open = mayCreate && (experiment?.open ?? offers);
  return (
    <section className="side-part">
      <h2 className="section-title">
        {t($ => $.experiment.title)}
        {open && (
          <button type="button" className="link" onClick={() => setSets(true)}>
            {experiment ? t($ => $.experiment.change) : t($ => $.experiment.set)}
          </button>
        )}
      </h2>
      {experiment ? (
        <Compared taskId={taskId} experiment={experiment} />
      ) : (
        <p className="key">{t($ => $.experiment.why)}</p>
      )}
      {sets && (
        <Modal title={t($ => $.experiment.title)} closeLabel={t($ => $.close)} onClose={() => setSets(false)}>
          <ExperimentForm taskId={taskId} plan={plan} experiment={experiment} onDone={() => setSets(false)} />
        </Modal>
      )}
    </section>
  );
};

const Compared = ({ taskId, experiment }: { taskId: string; experiment: Experiment }) => {
  const { t } = useTranslation('ahead');
  const [takes, setTakes] = useState<number | null>(null);
  const mayControl = useCurrentUser()?.btns.includes('task:control') ?? false;
  const { variants, taken, winner, open, goal } = experiment;
  const best = Math.max(...variants.map(({ called, reached }) => (called === 0 ? 0 : reached / called)));
  return (
    <>
      <p className="key">
        {t($ => $.experiment.success[goal.kind], {
          level: goal.kind === 'level' ? goal.level : '',
          n: goal.kind === 'talk' ? goal.seconds : 0,
          node: goal.kind === 'node' ? goal.node : '',
        })}
      </p>
      <ul className="experiment-list">
        {variants.map(({ planName, planVersion, synthesis, share, called, reached }, nth) => (
          <li className={nth === (taken?.variant ?? winner) ? 'grid is-best' : 'grid'} key={variantName(nth)}>
            <b className="experiment-letter">{variantName(nth)}</b>
            <span className="cut" title={`${planName} v${planVersion} · ${share}%`}>
              {planName} <span className="key">{share}%</span>
              {synthesis && <VoiceLine voice={synthesis} />}
            </span>
            <b className="right">{percent(reached, called)}</b>
            <i>
              <i style={{ width: `${best === 0 || called === 0 ? 0 : (100 * reached) / called / best}%` }} />
            </i>
            <span className="key right">{t($ => $.experiment.of, { n: count(reached), of: count(called) })}</span>
            {mayControl && !open && taken === null && (
              <Button kind="link" size="small" onClick={() => setTakes(nth)}>
                {t($ => $.experiment.take, { name: variantName(nth) })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="experiment-verdict" role="status">
        <Said verdict={verdictOf(experiment, saidLanguage())} />
      </p>
      {takes !== null && (
        <TakeVariant
          taskId={taskId}
          nth={takes}
          plan={variantText(variants[takes]!, saidLanguage())}
          onClose={() => setTakes(null)}
        />
      )}
    </>
  );
};

const VoiceLine = ({ voice }: { voice: NonNullable<Experiment['variants'][number]['synthesis']> }) => {
  const { t } = useTranslation('ahead');
  return (
    <span className="experiment-spoken key">
      {comparedVoiceText(voice, saidLanguage())}
      {voice.isGone && <span className="is-warn"> {t($ => $.experiment.voiceGone)}</span>}
    </span>
  );
};

const Said = ({ verdict }: { verdict: Verdict }) => {
  const { t } = useTranslation('ahead');
  if (verdict.says === 'ahead') {
    const { name, percent: sure, more } = verdict;
    const left = more === null ? t($ => $.experiment.said.never) : t($ => $.experiment.said.more, { n: more });
    const said =
      sure === null
        ? t($ => $.experiment.said.barely, { name })
        : t($ => $.experiment.said.ahead, { name, percent: sure });
    return `${said}${left}`;
  }
  if (verdict.says === 'better') {
    const { name, percent: sure, times } = verdict;
    const each = times.map(({ other, from, to }) =>
      to === null
        ? t($ => $.experiment.said.atLeast, { other, from })
        : t($ => $.experiment.said.between, { other, from, to }),
    );
    return [t($ => $.experiment.said.better, { name, percent: sure }), ...each].join('');
  }
  if (verdict.says === 'taken') return t($ => $.experiment.said.taken, { name: verdict.name, plan: verdict.plan });
  return t($ => $.experiment.said[verdict.says]);
};

interface TakeVariantProps {
  readonly taskId: string;
  readonly nth: number;
  readonly plan: string;
  readonly onClose: () => void;
}

const TakeVariant = ({ taskId, nth, plan, onClose }: TakeVariantProps) => {
  const { t } = useTranslation('ahead');
  const queries = useQueryClient();
  const name = variantName(nth);
  const end = useMutation({
    mutationFn: () => call(endpoints.experiment.end, { taskId, variant: nth }),
    onSuccess: () => {
      toast.ok(t($ => $.experiment.ended, { name }));
      onClose();
      return Promise.all(
        [experimentKey(taskId), ['task/board', taskId]].map(queryKey => queries.invalidateQueries({ queryKey })),
      );
    },
  });
  return (
    <Confirm
      title={t($ => $.experiment.endTitle, { name })}
      text={t($ => $.experiment.endText, { plan })}
      okText={t($ => $.experiment.endOk)}
      cancelText={t($ => $.cancel)}
      busy={end.isPending}
      onOk={() => end.mutate()}
      onCancel={onClose}
    />
  );
};
