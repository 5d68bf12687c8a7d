import { type CallOf, endpoints } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PenLine, Phone, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { KeysOnly } from '../../line/keys-only.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { phoneDigits } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { PlainChoice } from '../../ui/plain-choice.tsx';
import { toast } from '../../ui/toast.ts';
import { CalleeCards } from './callee-cards.tsx';
import { LinePicker } from './line-picker.tsx';
import { PhoneField } from './phone-field.tsx';
import { filled, PlanVariables, type Values } from './plan-variables.tsx';

type Placed = CallOf<typeof endpoints.call.place>;

/** What is chosen and typed so far; null is the first of the list. */
export interface Draft {
  readonly lineId: string | null;
  readonly planId: string | null;
  readonly callee: string | null;
  readonly phone: string;
  readonly values: Values;
}
export const blankDraft: Draft = { lineId: null, planId: null, callee: null, phone: '', values: {} };

interface PlaceCallProps {
  /** Opened from a line, to test it. */
  readonly ofLine: boolean;
  readonly draft: Draft;
  readonly onDraft: (change: Partial<Draft>) => void;
  readonly place: ReturnType<typeof usePlaceCall>;
  readonly onLine: (id: string | null) => void;
  readonly onClose: () => void;
}

/** Places a call and follows it; the list of calls reads itself anew. */
export const usePlaceCall = (onPlaced: (id: string, input: Placed) => void) => {
  const { t } = useTranslation('shell');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Placed) => call(endpoints.call.place, input),
    onSuccess: ({ id, warning }, input) => {
      if (warning) toast.info(t($ => $.testCall.warned, { because: warning }));
      onPlaced(id, input);
      return queries.invalidateQueries({ queryKey: ['call/list'] });
    },
  });
};

const useChoices = () => ({
  lines: useQuery({
    queryKey: ['line/options'],
    queryFn: ({ signal }) => call(endpoints.line.options, { limit: 100 }, { signal, quiet: true }),
  }),
  plans: useQuery({
    queryKey: ['plan/list'],
    queryFn: ({ signal }) => call(endpoints.plan.list, { limit: 100 }, { signal, quiet: true }),
  }),
});

export const PlaceCall = ({ draft, onDraft, place, ofLine, onLine, onClose }: PlaceCallProps) => {
  const { t } = useTranslation('shell');
  const { lines, plans } = useChoices();
  const mayChangeLine = useCurrentUser()?.rights.includes('port') ?? false;
  const { callee, phone, values } = draft;
  const [phoneError, setPhoneError] = useState<string | null>(null);

  const line = lines.data?.list.find(each => each.id === draft.lineId) ?? lines.data?.list[0];
  const plan = plans.data?.list.find(each => each.id === draft.planId) ?? plans.data?.list[0];
  const number = line?.practice ? callee : phoneDigits(phone);

  const checkPhone = () => {
    const wrong = phone.trim() === '' ? t($ => $.testCall.phoneNeeded) : t($ => $.testCall.phoneWrong);
    setPhoneError(phoneDigits(phone) ? null : wrong);
  };
  const dial = () => {
    if (!line || !plan) return;
    if (!line.practice) checkPhone();
    const variables = filled(plan.variables, values);
    if (number) place.mutate({ lineId: line.id, planId: plan.id, phone: number, variables });
  };

  return (
    <Drawer
      title={t($ => (ofLine ? $.testCall.lineTitle : $.testCall.title))}
      closeLabel={t($ => $.testCall.close)}
      onClose={onClose}
      footer={
        <>
          <span className="hint">{line?.practice ? t($ => $.testCall.free) : ''}</span>
          <Button
            kind="primary"
            icon={<Phone size={14} aria-hidden="true" />}
            loading={place.isPending}
            disabled={!line || !plan || (line.practice && !callee)}
            onClick={dial}
          >
            {place.isPending ? t($ => $.testCall.dialling) : t($ => $.testCall.dial)}
          </Button>
        </>
      }
    >
      <section className="test-call-choice">
        <h3 className="row between">
          {t($ => $.testCall.line)}
          {mayChangeLine && (
            <span>
              {line && !line.practice && (
                <Button kind="link" size="small" icon={<PenLine size={14} />} onClick={() => onLine(line.id)}>
                  {t($ => $.testCall.changeLine)}
                </Button>
              )}
              <Button kind="link" size="small" icon={<Plus size={14} />} onClick={() => onLine(null)}>
                {t($ => $.testCall.addLine)}
              </Button>
            </span>
          )}
        </h3>
        {lines.isPending && <Skeleton rows={2} />}
        {lines.isError && (
          <ErrorPanel title={t($ => $.error.lines)} error={lines.error} onAgain={() => void lines.refetch()} />
        )}
        {lines.data?.list.length === 0 && <p className="hint">{t($ => $.testCall.noLines)}</p>}
        {lines.data && (
          <LinePicker lines={lines.data.list} chosen={line?.id ?? null} onChoose={lineId => onDraft({ lineId })} />
        )}
      </section>
      <section className="test-call-choice">
        <h3 className="row between" id="test-call-plan">
          {t($ => $.testCall.plan)}
        </h3>
        {plans.isError && (
          <ErrorPanel title={t($ => $.error.plans)} error={plans.error} onAgain={() => void plans.refetch()} />
        )}
        <PlainChoice
          labelledBy="test-call-plan"
          value={plan?.id ?? null}
          placeholder={plans.data ? t($ => $.testCall.noPlans) : ''}
          options={(plans.data?.list ?? []).map(each => ({
            value: each.id,
            label: `${each.planName} · ${t($ => $.testCall.nodes, { count: each.nodes })}`,
          }))}
          onChange={planId => onDraft({ planId })}
        />
        {line && plan && <KeysOnly planId={plan.id} lines={[line]} />}
      </section>
      {line && (
        <section className="test-call-choice">
          <h3 className="row between">{t($ => $.testCall.callee)}</h3>
          {line.practice ? (
            <CalleeCards chosen={callee} onChoose={chosen => onDraft({ callee: chosen })} />
          ) : (
            <PhoneField
              value={phone}
              error={phoneError}
              onChange={typed => onDraft({ phone: typed })}
              onCheck={checkPhone}
              onEnter={dial}
            />
          )}
        </section>
      )}
      {plan && plan.variables.length > 0 && (
        <PlanVariables variables={plan.variables} values={values} onChange={changed => onDraft({ values: changed })} />
      )}
    </Drawer>
  );
};
