import { customerType, customerTypeWords } from '@lianxian/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hangUp } from '../softphone/seat.ts';
import { saidLanguage } from '../text/said.ts';
import { Button } from '../ui/button.tsx';
import { PlainChoice } from '../ui/plain-choice.tsx';
import { cancel, close, type Ending, submit } from './ending.ts';
import { changePaper, isTouched, type Paper } from './paper.ts';
import { windowLink } from './shown-call.ts';

interface FootProps {
  readonly ending: Ending;
  readonly paper: Paper;
}

const TypeChoice = ({ ending, paper }: FootProps) => {
  const { t } = useTranslation('console');
  const id = useId();
  return (
    <div className="row gap-8 fill lean">
      <label htmlFor={id} className="ink3 whole">
        {t($ => $.wrapUp.type)}
      </label>
      <PlainChoice
        id={id}
        value={paper.customerType}
        placeholder=""
        options={[
          { value: '', label: t($ => $.wrapUp.typeNone) },
          ...[...customerType.values].map(each => ({
            value: String(each),
            label: customerTypeWords[saidLanguage()][each],
          })),
        ]}
        onChange={value => changePaper(ending.call.key, { customerType: value })}
      />
    </div>
  );
};

const Submit = ({ ending }: { ending: Ending }) => {
  const { t } = useTranslation('console');
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await submit(ending);
    setBusy(false);
  };
  return (
    <Button kind="primary" loading={busy} disabled={ending.call.callId === null} onClick={() => void press()}>
      {t($ => $.submit)}{' '}
      <span className="console-cap" aria-hidden="true">
        Ctrl ↵
      </span>
    </Button>
  );
};

/**
 * A call-back (O-272, O-273): hang up and submit while the call goes on, close once it is over. Every other call
 * (O-269 to O-271, O-285): its way out is above, submit stays here until all is submitted, or it is left without.
 */
export const Foot = ({ ending, paper }: FootProps) => {
  const { t } = useTranslation('console');
  const { call } = ending;
  const isOver = call.status === 'ended';
  const isNoCall = isOver && call.callId === null;
  const link = windowLink(call.status, isNoCall || (paper.submitted !== null && !isTouched(paper)));
  const isCallBack = call.todoId !== null;
  return (
    <footer className="console-foot row gap-10 fixed" data-link={link}>
      {!isNoCall && <TypeChoice ending={ending} paper={paper} />}
      {isCallBack && isOver && <Button onClick={() => void close(ending)}>{t($ => $.close)}</Button>}
      {isCallBack && !isOver && (
        <Button danger onClick={() => void hangUp()}>
          {t($ => $.acts.hangUp)}
        </Button>
      )}
      {!isCallBack && link === 2 && <Button onClick={() => cancel(ending)}>{t($ => $.cancel)}</Button>}
      {!(isCallBack && isOver) && link !== 0 && <Submit ending={ending} />}
      {!isCallBack && link === 0 && <Button onClick={() => void close(ending)}>{t($ => $.close)}</Button>}
    </footer>
  );
};
