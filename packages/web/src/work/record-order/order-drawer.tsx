import { recordOrderLimits } from '@lianxian/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { dayAgo } from '../../ui/day-ago.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { amount } from '../../ui/format.ts';
import { Input, TextArea } from '../../ui/input.tsx';
import { Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { type Picks, SentencePicks, usualPicks } from './sentence-picks.tsx';
import { type Ordered, useOrder, useOrderable, usePlanNames, useSamples, useVersions, useWhom } from './use-order.ts';
import '../../ui/plain-select.css';
import '../../ui/input.css';
import './record-order.css';

interface OrderDrawerProps {
  /** Null: it is chosen here. */
  readonly planId: string | null;
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
}

interface Terms {
  readonly to: 'own' | 'reseller' | 'platform';
  readonly personId: string;
  readonly price: string;
  readonly deadline: string;
  readonly notes: string;
  readonly sampleId: string;
  readonly tellsName: boolean;
}
const week = 7;
const usual = (): Terms => ({
  ...{ to: 'own', personId: '', price: '', deadline: dayAgo(-week), notes: '', sampleId: '', tellsName: false },
});

interface FieldsProps {
  readonly terms: Terms;
  readonly onTerms: (terms: Terms) => void;
}

const WhomFields = ({ terms, onTerms }: FieldsProps) => {
  const { t } = useTranslation('audio');
  const { data } = useWhom();
  const people = data?.list.find(({ to }) => to === terms.to)?.people ?? [];
  return (
    <>
      <FormField
        id="record-to"
        label={t($ => $.form.to)}
        hint={people.length === 0 ? t($ => $.form.nobody) : undefined}
      >
        <select
          id="record-to"
          className="plain-select"
          value={terms.to}
          onChange={event => onTerms({ ...terms, to: event.target.value as Terms['to'], personId: '' })}
        >
          {data?.list.map(({ to, name, people: some }) => (
            <option key={to} value={to}>
              {t($ => $.form.whom[to], { name, n: some.length })}
            </option>
          ))}
        </select>
      </FormField>
      <FormField id="record-person" label={t($ => $.form.person)}>
        <select
          id="record-person"
          className="plain-select"
          value={terms.personId}
          onChange={event => onTerms({ ...terms, personId: event.target.value })}
        >
          <option value="">{t($ => $.form.anybody)}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </FormField>
    </>
  );
};

const TermFields = ({ terms, onTerms }: FieldsProps) => {
  const { t } = useTranslation('audio');
  const reads = useCurrentUser()?.rights.includes('library') ?? false;
  const { data: samples } = useSamples(reads);
  const isOwn = terms.to === 'own';
  return (
    <>
      <FormField
        id="record-price"
        label={t($ => $.form.price)}
        hint={isOwn ? t($ => $.form.freeHint) : undefined}
        needed
      >
        <Input
          id="record-price"
          inputMode="decimal"
          disabled={isOwn}
          value={isOwn ? '0' : terms.price}
          onChange={event => onTerms({ ...terms, price: event.target.value })}
        />
      </FormField>
      <FormField id="record-deadline" label={t($ => $.form.deadline)} needed>
        <Input
          id="record-deadline"
          type="date"
          value={terms.deadline}
          onChange={event => onTerms({ ...terms, deadline: event.target.value })}
        />
      </FormField>
      <FormField id="record-notes" label={t($ => $.form.notes)} hint={t($ => $.form.notesHint)}>
        <TextArea
          id="record-notes"
          rows={2}
          maxLength={recordOrderLimits.noteChars}
          value={terms.notes}
          onChange={event => onTerms({ ...terms, notes: event.target.value })}
        />
      </FormField>
      {samples && samples.list.length > 0 && (
        <FormField id="record-sample" label={t($ => $.form.sample)} hint={t($ => $.form.sampleHint)}>
          <select
            id="record-sample"
            className="plain-select"
            value={terms.sampleId}
            onChange={event => onTerms({ ...terms, sampleId: event.target.value })}
          >
            <option value="">{t($ => $.form.noSample)}</option>
            {samples.list.map(({ id, text, speaker }) => (
              <option key={id} value={id}>
                {[text, speaker].filter(Boolean).join(' · ')}
              </option>
            ))}
          </select>
        </FormField>
      )}
      <label className="row gap-8">
        <input
          type="checkbox"
          checked={terms.tellsName}
          onChange={event => onTerms({ ...terms, tellsName: event.target.checked })}
        />
        {t($ => $.form.tellsName)}
      </label>
    </>
  );
};

const PlanField = ({ planId, onPlan }: { planId: string | null; onPlan: (id: string | null) => void }) => {
  const { t } = useTranslation('audio');
  const { data } = usePlanNames(true);
  return (
    <FormField id="record-plan" label={t($ => $.form.plan)} needed>
      <select
        id="record-plan"
        className="plain-select"
        value={planId ?? ''}
        onChange={event => onPlan(event.target.value || null)}
      >
        <option value="">{t($ => $.form.choose)}</option>
        {data?.list.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </FormField>
  );
};

const VersionField = ({ ordered, onVersion }: { ordered: Ordered; onVersion: (version: number | null) => void }) => {
  const { t } = useTranslation('audio');
  const { data } = useVersions(ordered.planId);
  if (!data || data.list.length === 0) return null;
  return (
    <FormField id="record-version" label={t($ => $.form.version)}>
      <select
        id="record-version"
        className="plain-select"
        value={ordered.version ?? ''}
        onChange={event => onVersion(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{t($ => $.form.draft)}</option>
        {data.list.map(({ version, note }) => (
          <option key={version} value={version}>
            {[`v${version}`, note].filter(Boolean).join(' · ')}
          </option>
        ))}
      </select>
    </FormField>
  );
};

/** 下单录音: which sentences, for how much, until when, by whom. What it will cost is held as it is ordered. */
export const OrderDrawer = ({ planId: given, onClose, onDone }: OrderDrawerProps) => {
  const { t } = useTranslation('audio');
  const [ordered, setOrdered] = useState<Ordered>({ planId: given, version: null });
  const { planId, version } = ordered;
  const [terms, setTerms] = useState(usual);
  const [changed, setPicks] = useState<Picks | null>(null);
  const [requestId] = useState(() => crypto.randomUUID());
  const { data } = useOrderable(ordered);
  const { data: whom } = useWhom();
  // Begins where there is somebody.
  useEffect(() => {
    const first = whom?.list.find(({ people }) => people.length > 0);
    if (first) setTerms(before => ({ ...before, to: first.to }));
  }, [whom]);
  const order = useOrder(id => {
    toast.ok(t($ => $.form.done, { id }));
    onDone(id);
  });
  const choose = (next: Ordered) => {
    setOrdered(next);
    setPicks(null);
  };
  const picks = changed ?? usualPicks(data?.list ?? []);
  const chosen = data?.list.filter(({ number }) => picks.chosen.has(number)) ?? [];
  const price = terms.to === 'own' ? '0' : terms.price;
  const submit = () => {
    if (planId === null) return;
    const { to, personId, deadline, notes, sampleId, tellsName } = terms;
    order.mutate({
      ...{ planId, price, deadline, notes, to, requestId, tellsName: tellsName ? '1' : '0' },
      ...(version === null ? {} : { version }),
      ...(personId === '' ? {} : { personId }),
      ...(sampleId === '' ? {} : { sampleId }),
      sentences: chosen.map(({ number, text }) => ({ text, note: picks.notes[number] ?? '' })),
    });
  };
  return (
    <Drawer
      title={t($ => $.orderNew)}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <div className="row gap-12 fill">
          <span className="fill" role="status">
            {t($ => $.form.sum, {
              n: chosen.length,
              held: amount(String(chosen.length * (Number(price) || 0))),
              available: amount(whom?.available ?? '0'),
            })}
          </span>
          <Button
            kind="primary"
            disabled={chosen.length === 0 || price === '' || terms.deadline === ''}
            loading={order.isPending}
            onClick={submit}
          >
            {t($ => $.form.ok)}
          </Button>
        </div>
      }
    >
      <div className="record-order-form stack gap-14">
        {given === null && <PlanField planId={planId} onPlan={id => choose({ planId: id, version: null })} />}
        <VersionField ordered={ordered} onVersion={one => choose({ planId, version: one })} />
        <WhomFields terms={terms} onTerms={setTerms} />
        <TermFields terms={terms} onTerms={setTerms} />
        {planId !== null && !data && <Skeleton rows={4} />}
        {data && <SentencePicks list={data.list} picks={picks} onPicks={setPicks} />}
      </div>
    </Drawer>
  );
};
