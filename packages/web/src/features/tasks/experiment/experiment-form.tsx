import { type CallOf, endpoints, experimentLimits, fieldChars } from '@lianxian/contract';
import { goodLevels, levels } from '@lianxian/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CirclePlus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldFault } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { Input } from '../../../ui/input.tsx';
import { PlainChoice } from '../../../ui/plain-choice.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.ts';
import { variantName } from '../../../ui/variant.ts';
import { type Experiment, experimentKey } from './use-experiment.ts';
import { type TypedVariant, useVoices, VariantVoice } from './variant-voice.tsx';
import './experiment.css';

interface ExperimentFormProps {
  readonly taskId: string;
  /** The task's own plan. */
  readonly plan: { readonly id: string; readonly name: string };
  readonly experiment: Experiment | null;
  readonly onDone: () => void;
}

interface Typed {
  readonly variants: readonly TypedVariant[];
  readonly goal: {
    readonly kind: Experiment['goal']['kind'];
    readonly level: (typeof levels)[number];
    readonly seconds: string;
    readonly node: string;
  };
}

const saved = endpoints.experiment.save.input;
const usualSeconds = '30';
const goalOf = (goal: Experiment['goal'] | undefined): Typed['goal'] => ({
  kind: goal?.kind ?? 'level',
  level: goal?.kind === 'level' ? goal.level : goodLevels[0]!,
  seconds: goal?.kind === 'talk' ? String(goal.seconds) : usualSeconds,
  node: goal?.kind === 'node' ? goal.node : '',
});
const whole = (text: string): number => Number(text.trim().normalize('NFKC') || Number.NaN);
const wireGoal = ({ kind, level, seconds, node }: Typed['goal']): Experiment['goal'] => {
  if (kind === 'level') return { kind, level };
  return kind === 'talk' ? { kind, seconds: whole(seconds) } : { kind, node };
};

/** As even as whole percents are. */
const evenShares = (n: number): readonly string[] =>
  Array.from({ length: n }, (_, at) => String(Math.floor(100 / n) + (at < 100 % n ? 1 : 0)));
const dealtEvenly = (variants: readonly Omit<TypedVariant, 'share'>[]): Typed['variants'] => {
  const shares = evenShares(variants.length);
  return variants.map((variant, at) => ({ ...variant, share: shares[at]! }));
};
const ownVoice = { service: '', speaker: '' };
const typedOf = ({ planId, share, synthesis }: Experiment['variants'][number]): TypedVariant => ({
  planId,
  share: String(share),
  ...(synthesis ? { service: synthesis.service, speaker: synthesis.speaker } : ownVoice),
});

/** Which plans a task compares, in which shares, and what counts as a success. */
export const ExperimentForm = ({ taskId, plan, experiment, onDone }: ExperimentFormProps) => {
  const { t } = useTranslation('ahead');
  const queries = useQueryClient();
  const done = (said: string) => {
    toast.ok(said);
    onDone();
    return queries.invalidateQueries({ queryKey: experimentKey(taskId) });
  };
  const form = useEndpointForm<typeof endpoints.experiment.save, Typed>({
    endpoint: endpoints.experiment.save,
    start: {
      variants: experiment
        ? experiment.variants.map(typedOf)
        : dealtEvenly([plan.id, ''].map(planId => ({ planId, ...ownVoice }))),
      goal: goalOf(experiment?.goal),
    },
    input: ({ variants, goal }): CallOf<typeof endpoints.experiment.save> => ({
      taskId,
      goal: wireGoal(goal),
      variants: variants.map(({ planId, share, service, speaker }) => ({
        planId,
        share: whole(share),
        ...(service !== '' && { synthesis: { service, speaker: speaker.trim() } }),
      })),
    }),
    onDone: () => done(t($ => $.experiment.saved)),
  });
  const { variants } = form.values;
  const sum = variants.reduce((all, { share }) => all + (whole(share) || 0), 0);
  return (
    <form {...form.props} className="modal-body stack gap-16">
      <fieldset className="experiment-variants">
        <legend className="section-title">{t($ => $.experiment.plans)}</legend>
        <p className="hint">{t($ => $.experiment.plansHint)}</p>
        <Variants plan={plan} variants={variants} onChange={changed => form.set({ variants: changed })} />
        <p className={sum === 100 ? 'hint right' : 'wrong right'}>{t($ => $.experiment.sum, { n: sum })}</p>
        <FieldFault form={form} name="variants" />
      </fieldset>
      <fieldset className="experiment-goal stack gap-8">
        <legend className="section-title">{t($ => $.experiment.goal)}</legend>
        <Goal
          goal={form.values.goal}
          planIds={variants.map(({ planId }) => planId)}
          onChange={part => form.set({ goal: { ...form.values.goal, ...part } })}
        />
        <FieldFault form={form} name="goal" />
      </fieldset>
      <footer className="flex gap-8 to-end">
        {experiment && <RemoveButton taskId={taskId} onRemoved={() => done(t($ => $.experiment.removed))} />}
        <Button kind="primary" type="submit" disabled={sum !== 100} loading={form.busy}>
          {t($ => $.experiment.save)}
        </Button>
      </footer>
    </form>
  );
};

const RemoveButton = ({ taskId, onRemoved }: { taskId: string; onRemoved: () => unknown }) => {
  const { t } = useTranslation('ahead');
  const remove = useEndpointForm<typeof endpoints.experiment.remove, Record<string, never>>({
    endpoint: endpoints.experiment.remove,
    start: {},
    input: () => ({ taskId }),
    onDone: onRemoved,
  });
  return (
    <Button loading={remove.busy} onClick={remove.submit}>
      {t($ => $.experiment.remove)}
    </Button>
  );
};

interface VariantsProps {
  readonly plan: ExperimentFormProps['plan'];
  readonly variants: Typed['variants'];
  readonly onChange: (variants: Typed['variants']) => void;
}

const Variants = ({ plan, variants, onChange }: VariantsProps) => {
  const { t } = useTranslation('ahead');
  const plans = useQuery({
    queryKey: ['plan/options'],
    queryFn: ({ signal }) => call(endpoints.plan.options, { limit: 100 }, { signal, quiet: true }),
  });
  const voices = useVoices(variants);
  const put = (at: number, part: Partial<Typed['variants'][number]>) =>
    onChange(variants.with(at, { ...variants[at]!, ...part }));
  /** With two of them the other one has the rest. */
  const share = (at: number, text: string) => {
    const rest = 100 - whole(text);
    if (variants.length !== 2 || !(rest > 0 && rest < 100)) return put(at, { share: text });
    return onChange(variants.map((each, nth) => ({ ...each, share: nth === at ? text : String(rest) })));
  };
  const offered = (plans.data?.list ?? []).map(({ id, planName }) => ({ value: id, label: planName }));
  return (
    <>
      <ul className="stack gap-8">
        {variants.map((variant, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: its place is what a variant is called by.
          <li className="row gap-8 wrap" key={at}>
            <b className="experiment-letter">{variantName(at)}</b>
            {at === 0 ? (
              <span className="cut fill" title={plan.name}>
                {plan.name} <span className="hint">{t($ => $.experiment.own)}</span>
              </span>
            ) : (
              <span className="fill" id={`experiment-plan-${at}`}>
                <PlainChoice
                  id={`experiment-choice-${at}`}
                  labelledBy={`experiment-name-${at}`}
                  options={offered}
                  value={variant.planId || null}
                  placeholder={t($ => $.experiment.choose)}
                  onChange={chosen => put(at, { planId: chosen })}
                />
                <span className="only-read" id={`experiment-name-${at}`}>
                  {t($ => $.experiment.planOf, { name: variantName(at) })}
                </span>
              </span>
            )}
            <Input
              className="experiment-share"
              aria-label={t($ => $.experiment.shareOf, { name: variantName(at) })}
              inputMode="numeric"
              maxLength={fieldChars(saved, 'variants.share')}
              value={variant.share}
              onChange={event => share(at, event.target.value)}
            />
            <span className="ink3">%</span>
            {variants.length > experimentLimits.variants.least && (
              <button
                type="button"
                className="icon-button"
                aria-label={t($ => $.experiment.leaveOut, { name: variantName(at) })}
                disabled={at < experimentLimits.variants.least}
                onClick={() => onChange(dealtEvenly(variants.filter((_, nth) => nth !== at)))}
              >
                <X size={14} aria-hidden="true" />
              </button>
            )}
            <VariantVoice
              name={variantName(at)}
              variant={variant}
              voices={voices.data}
              onChange={part => put(at, part)}
            />
          </li>
        ))}
      </ul>
      {variants.length < experimentLimits.variants.most && (
        <Button
          kind="text"
          icon={<CirclePlus size={14} aria-hidden="true" />}
          onClick={() => onChange(dealtEvenly([...variants, { planId: '', ...ownVoice }]))}
        >
          {t($ => $.experiment.add)}
        </Button>
      )}
    </>
  );
};

interface GoalProps {
  readonly goal: Typed['goal'];
  readonly planIds: readonly string[];
  readonly onChange: (part: Partial<Typed['goal']>) => void;
}

const Goal = ({ goal, planIds, onChange }: GoalProps) => {
  const { t } = useTranslation('ahead');
  const chosen = planIds.filter(id => id !== '');
  const nodes = useQuery({
    queryKey: ['experiment/nodes', chosen],
    queryFn: ({ signal }) => call(endpoints.experiment.nodes, { planIds: [...chosen] }, { signal, quiet: true }),
    enabled: goal.kind === 'node' && chosen.length > 0,
  });
  return (
    <>
      <Segments
        label={t($ => $.experiment.goal)}
        options={(['level', 'talk', 'node'] as const).map(value => ({ value, text: t($ => $.experiment.by[value]) }))}
        value={goal.kind}
        onChange={kind => onChange({ kind })}
      />
      {goal.kind === 'level' && (
        <Segments
          label={t($ => $.experiment.level)}
          options={levels.map(level => ({ value: level, text: level }))}
          value={goal.level}
          onChange={level => onChange({ level })}
        />
      )}
      {goal.kind === 'talk' && (
        <span className="row gap-8">
          <Input
            id="experiment-seconds"
            className="experiment-share"
            inputMode="numeric"
            maxLength={fieldChars(saved, 'goal.seconds')}
            value={goal.seconds}
            onChange={event => onChange({ seconds: event.target.value })}
          />
          <label htmlFor="experiment-seconds">{t($ => $.experiment.seconds)}</label>
        </span>
      )}
      {goal.kind === 'node' && (
        <span>
          <span className="only-read" id="experiment-node">
            {t($ => $.experiment.by.node)}
          </span>
          <PlainChoice
            labelledBy="experiment-node"
            options={(nodes.data?.nodes ?? []).map(name => ({ value: name, label: name }))}
            value={goal.node || null}
            placeholder={
              nodes.data?.nodes.length === 0 ? t($ => $.experiment.noNodes) : t($ => $.experiment.chooseNode)
            }
            onChange={node => onChange({ node })}
          />
        </span>
      )}
      <p className="hint">{t($ => $.experiment.goalHint[goal.kind])}</p>
    </>
  );
};
