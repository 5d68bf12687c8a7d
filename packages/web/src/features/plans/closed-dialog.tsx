import {
  closedPlanEndpoints,
  closedPlanLimits,
  type OutputOf,
  planLimits,
  planRanges,
  planVoiceEndpoints,
  type refusals,
} from '@lianxian/contract';
import { sentenceRead, sentenceWritten } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { Refusal } from '../../api/wire.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { AreaField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { FormField } from '../../ui/form-field.tsx';
import { Input, TextArea } from '../../ui/input.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import './closed-dialog.css';

type Adjustable = OutputOf<typeof closedPlanEndpoints.adjustable>;

interface ClosedDialogProps {
  readonly id: string;
  readonly name: string;
  readonly onDone: () => unknown;
  readonly onClose: () => void;
}

const { least, most } = planRanges.speed;
/** Refused with these it may be published all the same, with a reason. */
const voicesMissing: typeof refusals.planVoicesMissing.code = 364;
const testsBroken: typeof refusals.planTestsBroken.code = 365;

/** What may be set of a closed plan: its opening, what is said where a variable is empty, its voice. */
export const ClosedDialog = ({ id, name, onDone, onClose }: ClosedDialogProps) => {
  const { t } = useTranslation('plans');
  const { data, error, refetch } = useQuery({
    queryKey: ['plan/adjustable', id],
    queryFn: ({ signal }) => call(closedPlanEndpoints.adjustable, { id }, { signal, quiet: true }),
    gcTime: 0,
  });
  return (
    <Modal
      title={t($ => $.closed.title, { name })}
      closeLabel={t($ => $.close)}
      className="plans-closed-dialog"
      onClose={onClose}
    >
      {data && <AdjustForm plan={data} onDone={onDone} onClose={onClose} />}
      {!data && !error && <Skeleton rows={6} />}
      {error && <ErrorPanel error={error} onAgain={() => void refetch()} />}
    </Modal>
  );
};

interface AdjustFormProps {
  readonly plan: Adjustable;
  readonly onDone: () => unknown;
  readonly onClose: () => void;
}

const useAdjustForm = ({ plan, onDone, onClose }: AdjustFormProps) => {
  const { t } = useTranslation('plans');
  const [asksWhy, setAsksWhy] = useState(false);
  const form = useEndpointForm({
    endpoint: closedPlanEndpoints.adjust,
    start: {
      opening: (plan.opening ?? []).map(text => sentenceRead(text, plan.variables)),
      fallbacks: plan.variables.map(({ name, fallback }) => ({ name, fallback })),
      service: plan.service,
      speed: String(plan.speed),
      override: '',
    },
    input: ({ service, override, opening, ...typed }) => ({
      ...typed,
      opening: opening.map(text => sentenceWritten(text, plan.variables)),
      ...{ id: plan.id, rev: plan.rev, service },
      speaker: service === plan.service ? plan.speaker : '',
      ...(override !== '' && { override }),
    }),
    onDone: ({ version }) => {
      toast.ok(t($ => $.closed.done, { version }));
      onClose();
      return onDone();
    },
    onRefused: why => setAsksWhy(why instanceof Refusal && (why.code === voicesMissing || why.code === testsBroken)),
  });
  return { form, asksWhy };
};
type AdjustingForm = ReturnType<typeof useAdjustForm>['form'];

const AdjustForm = (props: AdjustFormProps) => {
  const { plan, onClose } = props;
  const { t } = useTranslation('plans');
  const mayPublish = useCurrentUser()?.btns.includes('plan:publish') ?? false;
  const { form, asksWhy } = useAdjustForm(props);
  return (
    <form {...form.props} className="modal-body grid gap-16">
      <p className="hint">{t($ => $.closed.says)}</p>
      <Opening form={form} plan={plan} />
      <Fallbacks form={form} plan={plan} />
      <VoicePick form={form} planId={plan.id} />
      {asksWhy && (
        <AreaField form={form} name="override" label={t($ => $.closed.override)} hint={t($ => $.closed.overrideHint)} />
      )}
      <footer className="flex gap-8 between">
        {mayPublish ? (
          <Link className="small" to={`/audio?tab=orders&plan=${plan.id}`}>
            {t($ => $.closed.voices)}
          </Link>
        ) : (
          <span />
        )}
        <span className="flex gap-8">
          <Button onClick={onClose}>{t($ => $.closed.cancel)}</Button>
          {mayPublish && (
            <Button kind="primary" type="submit" disabled={!form.isChanged} loading={form.busy}>
              {t($ => $.closed.ok)}
            </Button>
          )}
        </span>
      </footer>
    </form>
  );
};

/** What it says first, in turn where there are several. */
const Opening = ({ form, plan }: { form: AdjustingForm; plan: Adjustable }) => {
  const { t } = useTranslation('plans');
  const id = useId();
  const { opening } = form.values;
  if (opening.length === 0) return null;
  const put = (at: number, text: string) => form.set({ opening: opening.with(at, text) });
  const names = plan.variables.map(({ name }) => sentenceRead(`\${${name}}`, plan.variables)).join(' ');
  return opening.map((text, at) => (
    <FormField
      // Sentences have no name but their place.
      key={`opening ${String(at)}`}
      id={`${id}-${at}`}
      label={opening.length === 1 ? t($ => $.closed.opening) : t($ => $.closed.openingNth, { n: at + 1 })}
      fault={at === 0 ? form.fault('opening') : undefined}
      hint={at === 0 && names !== '' ? t($ => $.closed.openingHint, { names }) : undefined}
    >
      <TextArea
        id={`${id}-${at}`}
        rows={3}
        maxLength={planLimits.sentenceChars}
        value={text}
        onChange={event => put(at, event.target.value)}
      />
    </FormField>
  ));
};

/** What is said where a callee has no value for a variable. */
const Fallbacks = ({ form, plan }: { form: AdjustingForm; plan: Adjustable }) => {
  const { t } = useTranslation('plans');
  const id = useId();
  const { fallbacks } = form.values;
  if (plan.variables.length === 0) return null;
  return (
    <fieldset className="plans-closed-fallbacks grid gap-8">
      <legend className="small">{t($ => $.closed.fallbacks)}</legend>
      {plan.variables.map(({ name, label }, at) => (
        <FormField key={name} id={`${id}-${name}`} label={label || name}>
          <Input
            id={`${id}-${name}`}
            maxLength={closedPlanLimits.fallbackChars}
            value={fallbacks[at]?.fallback ?? ''}
            onChange={event => form.set({ fallbacks: fallbacks.with(at, { name, fallback: event.target.value }) })}
          />
        </FormField>
      ))}
    </fieldset>
  );
};

/** Who speaks what is not recorded, and how fast. */
const VoicePick = ({ form, planId }: { form: AdjustingForm; planId: string }) => {
  const { t } = useTranslation('plans');
  const { data } = useQuery({
    queryKey: ['planVoice/list', planId],
    queryFn: ({ signal }) => call(planVoiceEndpoints.list, { planId }, { signal, quiet: true }),
  });
  return (
    <div className="plans-closed-voice grid gap-16">
      <SelectField form={form} name="service" label={t($ => $.closed.voice)}>
        <option value="">{t($ => $.closed.usualVoice)}</option>
        {data?.list.map(({ id, name }) => (
          <option key={id} value={id}>
            {name || t($ => $.closed.houseVoice)}
          </option>
        ))}
      </SelectField>
      <TextField
        form={form}
        name="speed"
        label={t($ => $.closed.speed)}
        type="number"
        min={least}
        max={most}
        step={0.05}
      />
    </div>
  );
};
