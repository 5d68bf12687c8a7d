import { endpoints, type InputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { Phone, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useVisitor } from '../../session/visitor.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { phoneDigits } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { CalleeCards } from './callee-cards.tsx';
import { LineForm } from './line-form.tsx';
import { LinePicker } from './line-picker.tsx';
import { PhoneField } from './phone-field.tsx';
import { filled, PlanVariables, type Values } from './plan-variables.tsx';

interface PlaceCallProps {
  readonly onPlaced: (id: string) => void;
  readonly onClose: () => void;
}

const useChoices = () => ({
  lines: useQuery({
    queryKey: ['line/list'],
    queryFn: ({ signal }) => call(endpoints.line.list, { limit: 100 }, { signal }),
  }),
  plans: useQuery({
    queryKey: ['plan/list'],
    queryFn: ({ signal }) => call(endpoints.plan.list, { limit: 100 }, { signal }),
  }),
});

export const PlaceCall = ({ onPlaced, onClose }: PlaceCallProps) => {
  const { t } = useTranslation('console');
  const queries = useQueryClient();
  const { lines, plans } = useChoices();
  const mayAddLine = useVisitor()?.rights.includes('port') ?? false;
  const [lineChoice, setLine] = useState<string | null>(null);
  const [planChoice, setPlan] = useState<string | null>(null);
  const [callee, setCallee] = useState<string | null>(null);
  const [phone, setPhone] = useState('');
  const [phoneError, setPhoneError] = useState<string | null>(null);
  const [values, setValues] = useState<Values>({});
  const [adding, setAdding] = useState(false);
  const place = useMutation({
    mutationFn: (input: InputOf<typeof endpoints.call.place>) => call(endpoints.call.place, input),
    onSuccess: ({ id }) => {
      onPlaced(id);
      return queries.invalidateQueries({ queryKey: ['call/list'] });
    },
  });

  const line = lines.data?.list.find(each => each.id === lineChoice) ?? lines.data?.list[0];
  const plan = plans.data?.list.find(each => each.id === planChoice) ?? plans.data?.list[0];
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

  if (adding)
    return (
      <LineForm
        onClose={onClose}
        onBack={() => setAdding(false)}
        onSaved={id => {
          setLine(id);
          setAdding(false);
        }}
      />
    );

  return (
    <Drawer
      title={t($ => $.testCall.title)}
      closeLabel={t($ => $.testCall.close)}
      onClose={onClose}
      footer={
        <>
          <span className="hint">{line?.practice ? t($ => $.testCall.free) : ''}</span>
          <Button
            type="primary"
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
      <section className="choice">
        <h3>
          {t($ => $.testCall.line)}
          {mayAddLine && (
            <Button type="link" size="small" icon={<Plus size={14} />} onClick={() => setAdding(true)}>
              {t($ => $.testCall.addLine)}
            </Button>
          )}
        </h3>
        {lines.isPending && <Skeleton rows={2} />}
        {lines.isError && <ErrorPanel title={t($ => $.error.lines)} onAgain={() => void lines.refetch()} />}
        {lines.data && <LinePicker lines={lines.data.list} chosen={line?.id ?? null} onChoose={setLine} />}
      </section>
      <section className="choice">
        <h3 id="test-call-plan">{t($ => $.testCall.plan)}</h3>
        {plans.isError && <ErrorPanel title={t($ => $.error.plans)} onAgain={() => void plans.refetch()} />}
        <Select
          aria-labelledby="test-call-plan"
          className="wide"
          loading={plans.isPending}
          value={plan?.id ?? null}
          placeholder={plans.data ? t($ => $.testCall.noPlans) : ''}
          options={(plans.data?.list ?? []).map(each => ({
            value: each.id,
            label: `${each.planName} · ${t($ => $.testCall.nodes, { count: each.nodes })}`,
          }))}
          onChange={(value: string) => setPlan(value)}
        />
      </section>
      {line && (
        <section className="choice">
          <h3>{t($ => $.testCall.callee)}</h3>
          {line.practice ? (
            <CalleeCards chosen={callee} onChoose={setCallee} />
          ) : (
            <PhoneField value={phone} error={phoneError} onChange={setPhone} onCheck={checkPhone} onEnter={dial} />
          )}
        </section>
      )}
      {plan && plan.variables.length > 0 && (
        <PlanVariables variables={plan.variables} values={values} onChange={setValues} />
      )}
    </Drawer>
  );
};
