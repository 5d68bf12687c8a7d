import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DoctorList, faultsOf } from '../../../line/doctor.tsx';
import { useHealthText } from '../../../line/health-text.ts';
import { faceOf, LineState } from '../../../line/line-state.tsx';
import { useDoctor } from '../../../line/use-check.ts';
import { useNow } from '../../../line/use-now.ts';
import { GatewayCard } from '../gateway-card.tsx';
import { SipDoor } from '../sip-door.tsx';
import type { useLines } from '../use-lines.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';

interface CheckStepProps extends StepProps {
  readonly lineId: string;
  readonly lines: ReturnType<typeof useLines>['data'];
}

/** The line is looked at by itself: is it there, and does the doctor find something to change. */
export const CheckStep = ({ connecting, line, lineId, lines, onChange }: CheckStepProps) => {
  const { t } = useTranslation('lines');
  const health = useHealthText();
  const now = useNow();
  const gateway = connecting.draft.access === 'gateway';
  const arrived = line?.health.state === 'up';
  const waits = gateway && !arrived;
  // A gateway is looked at once it has come; the others at once.
  const check = useDoctor(lineId, !waits);
  const bad = check.failed || faultsOf(check.found?.findings ?? []) > 0;
  const done = check.found?.state === 'done';
  // What could not be seen is not fine: only a line that answered is known to work.
  const answered = check.found?.findings.some(({ check, state }) => check === 'reply' && state === 'ok') ?? false;
  const hint = waits
    ? t($ => $.gateway.hint)
    : !done
      ? t($ => $.connect.checkHint)
      : bad
        ? t($ => $.connect.checkBad)
        : answered
          ? t($ => $.connect.checkGood)
          : t($ => $.connect.checkUnseen);
  const good = done && !bad && answered;
  return (
    <StepFrame
      title={t($ => $.connect.steps.check)}
      hint={hint}
      onBack={() => onChange({ step: 'address' })}
      onNext={() => onChange({ step: 'numbers' })}
      quiet={!good}
      {...(!good && { nextText: t($ => $.connect.anyway) })}
    >
      {line && (
        <p className="connect-health row gap-8">
          <LineState face={faceOf(line)} /> {health(line, now)}
        </p>
      )}
      {lines?.door?.is === 'failed' && <SipDoor door={lines.door} />}
      {gateway && (
        <GatewayCard
          registrar={lines?.registrar}
          username={connecting.draft.username}
          password={connecting.draft.password || null}
          arrived={arrived}
        />
      )}
      {!waits && <DoctorList check={check} />}
      {done && (
        <p className="connect-again row gap-8">
          <button type="button" className="button" onClick={() => check.ask('doctor')}>
            <RotateCcw size={14} aria-hidden="true" /> {t($ => $.doctor.again)}
          </button>
          {bad && (
            <button type="button" className="button" onClick={() => onChange({ step: 'address' })}>
              {t($ => $.connect.fix)}
            </button>
          )}
        </p>
      )}
    </StepFrame>
  );
};
