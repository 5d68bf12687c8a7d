import { endpoints, fieldChars } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { KeysOnly } from '../../../line/keys-only.tsx';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { phoneDigits } from '../../../ui/format.ts';
import { Input } from '../../../ui/input.tsx';
import { PlainChoice } from '../../../ui/plain-choice.tsx';
import { Field } from '../field.tsx';
import { OwnCall } from './own-call.tsx';
import { StepFrame, type StepProps } from './step-frame.tsx';

/** The first ring: the robot calls one's own phone, and one says whether it was heard. */
export const CallStep = ({ connecting, lineId, onChange }: StepProps & { lineId: string }) => {
  const { t } = useTranslation('lines');
  const { phone, callId, heard, draft } = connecting;
  const [planId, setPlanId] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [over, setOver] = useState<string | null>(null);
  const isLive = callId !== null && over !== callId;
  const onOver = useCallback(() => setOver(callId), [callId]);
  const plans = useQuery({
    queryKey: ['plan/options'],
    queryFn: ({ signal }) => call(endpoints.plan.options, { limit: 100 }, { signal, quiet: true }),
  });
  const plan = plans.data?.list.find(each => each.id === planId) ?? plans.data?.list[0];
  const digits = phoneDigits(phone);
  const mayCall = useCurrentUser()?.btns.includes('call_out') ?? false;
  const place = useMutation({
    mutationFn: () => call(endpoints.call.place, { lineId, planId: plan!.id, phone: digits! }),
    onSuccess: ({ id }) => onChange({ callId: id, heard: null }),
  });
  const dial = () => {
    setTried(true);
    if (digits && plan && !isLive) place.mutate();
  };
  if (!mayCall)
    return (
      <StepFrame
        title={t($ => $.connect.steps.call)}
        hint={t($ => $.connect.callNoRight)}
        onBack={() => onChange({ step: 'numbers' })}
        // Who may not call leaves the hearing to somebody else.
        onNext={() => onChange({ heard: true, step: 'done' })}
      >
        {null}
      </StepFrame>
    );
  return (
    <StepFrame
      title={t($ => $.connect.steps.call)}
      hint={t($ => $.connect.callHint)}
      onBack={() => onChange({ step: 'numbers' })}
      {...(heard === true && { onNext: () => onChange({ step: 'done' }) })}
    >
      <div className="lines-pair connect-dial grid gap-12">
        <Field id="own-phone" label={t($ => $.connect.phone)}>
          <Input
            id="own-phone"
            inputMode="tel"
            maxLength={fieldChars(endpoints.call.place.input, 'phone')}
            wrong={tried && !digits}
            value={phone}
            onChange={event => onChange({ phone: event.target.value })}
            onEnter={dial}
          />
          {tried && !digits && (
            <p className="wrong" role="alert">
              {t($ => $.connect.phoneWrong)}
            </p>
          )}
        </Field>
        <Field id="own-plan" label={t($ => $.connect.plan)}>
          <PlainChoice
            id="own-plan"
            value={plan?.id ?? null}
            placeholder={plans.data ? t($ => $.connect.noPlans) : ''}
            options={(plans.data?.list ?? []).map(each => ({ value: each.id, label: each.planName }))}
            onChange={setPlanId}
          />
        </Field>
        <Button
          kind={callId === null ? 'primary' : 'default'}
          icon={<Phone size={14} aria-hidden="true" />}
          disabled={!plan || isLive}
          loading={place.isPending}
          onClick={dial}
        >
          {callId === null ? t($ => $.connect.dial) : t($ => $.connect.again)}
        </Button>
      </div>
      {plan && <KeysOnly planId={plan.id} lines={[{ id: lineId, name: draft.name, practice: false }]} />}
      {callId !== null && (
        <OwnCall
          key={callId}
          id={callId}
          lineId={lineId}
          heard={heard}
          onOver={onOver}
          onHeard={yes => onChange({ heard: yes, ...(yes && { step: 'done' as const }) })}
        />
      )}
    </StepFrame>
  );
};
