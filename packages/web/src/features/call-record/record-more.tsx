import { customerType, customerTypeWords } from '@lianxian/contract';
import { Tag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { CallBackButton } from '../../work/call-back/call-back-button.tsx';
import { SendSmsButton } from '../../work/sms/send-sms-button.tsx';
import { AfterCall } from './after-call.tsx';
import { CostPart } from './cost-part.tsx';
import type { Detail } from './marks.ts';

const ChangeType = lazy(() =>
  import('../../work/change-type/change-type.tsx').then(file => ({ default: file.ChangeType })),
);

/** What the callee is as a customer, what was done after the call, and what it cost. */
export const RecordMore = ({ call }: { call: Detail }) => {
  const { t } = useTranslation('callLog');
  const [changes, setChanges] = useState(false);
  const type = [...customerType.values].find(each => each === call.customerType);
  return (
    <>
      <div className="row gap-8 wrap">
        <span className="key">{t($ => $.type.label)}</span>
        <strong>{type === undefined ? t($ => $.type.none) : customerTypeWords[saidLanguage()][type]}</strong>
        <button type="button" className="link row gap-4" onClick={() => setChanges(true)}>
          <Tag size={13} aria-hidden="true" /> {t($ => $.type.title)}
        </button>
        {changes && (
          <Suspense>
            <ChangeType id={call.id} type={call.customerType} onClose={() => setChanges(false)} />
          </Suspense>
        )}
        <CallBackButton called={{ callId: call.id }} phone={call.phone} />
        <SendSmsButton to={{ shown: call.phone, callId: call.id }} />
      </div>
      {call.afterCall.length > 0 && <AfterCall done={call.afterCall} />}
      {call.state !== null && <CostPart call={call} />}
    </>
  );
};
