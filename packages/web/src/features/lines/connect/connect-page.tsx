import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StepPart, StepsCord } from '../../../ui/steps-cord.tsx';
import { AccessCards } from '../access-cards.tsx';
import { useLines } from '../use-lines.ts';
import { AddressStep } from './address-step.tsx';
import { CallStep } from './call-step.tsx';
import { CheckStep } from './check-step.tsx';
import {
  type Connecting,
  connectSteps,
  forgetConnecting,
  freshConnecting,
  isOpen,
  keepConnecting,
  keptConnecting,
} from './connect.ts';
import { DoneStep } from './done-step.tsx';
import { NumbersStep } from './numbers-step.tsx';
import { StepFrame } from './step-frame.tsx';
import '../lines.css';
import './connect.css';

interface ConnectPageProps {
  readonly onMakeTask: () => void;
  readonly onLines: () => void;
}

/** From a carrier's letter to the first ring of one's own phone, one step after the other. */
export const ConnectPage = ({ onMakeTask, onLines }: ConnectPageProps) => {
  const { t } = useTranslation('lines');
  const [connecting, setConnecting] = useState<Connecting>(keptConnecting);
  const lines = useLines();
  useEffect(() => keepConnecting(connecting), [connecting]);
  const put = (part: Partial<Connecting>) => setConnecting(before => ({ ...before, ...part }));
  const { step, lineId } = connecting;
  const line = lines.data?.list.find(each => each.id === lineId) ?? null;
  const common = { connecting, line, onChange: put };
  const over = (leave: () => void) => () => {
    forgetConnecting();
    leave();
  };
  return (
    <div className="connect grid">
      <header className="row-text gap-10">
        <h1>{t($ => $.connect.title)}</h1>
        <span className="hint">{t($ => $.connect.hint)}</span>
        <span className="hint push">{t($ => $.connect.typed)}</span>
      </header>
      <StepsCord
        label={t($ => $.connect.title)}
        steps={connectSteps.map(each => ({
          step: each,
          text: t($ => $.connect.steps[each]),
          closed: !isOpen(connecting, each),
        }))}
        step={step}
        onStep={next => put({ step: next })}
      />
      <StepPart
        step={step}
        label={`${t($ => $.connect.title)} · ${t($ => $.connect.steps[step])}`}
        className="connect-step stack"
      >
        {step === 'way' && (
          <StepFrame title={t($ => $.connect.way)} onNext={() => put({ step: 'address' })}>
            <AccessCards
              value={connecting.draft.access}
              onChange={access => put({ draft: { ...connecting.draft, access } })}
            />
          </StepFrame>
        )}
        {step === 'address' && <AddressStep {...common} registrar={lines.data?.registrar} />}
        {step === 'check' && lineId !== null && <CheckStep {...common} lineId={lineId} lines={lines.data} />}
        {step === 'numbers' && lineId !== null && <NumbersStep {...common} lineId={lineId} />}
        {step === 'call' && lineId !== null && <CallStep {...common} lineId={lineId} />}
        {step === 'done' && (
          <DoneStep
            name={line?.name ?? connecting.draft.name}
            callId={connecting.callId}
            onMakeTask={over(onMakeTask)}
            onLines={over(onLines)}
            onAnother={() => setConnecting(freshConnecting)}
          />
        )}
      </StepPart>
    </div>
  );
};
