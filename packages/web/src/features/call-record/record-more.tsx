import { customerType, customerTypeWords } from '@lianxian/contract';
import { Tag, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { CallBackButton } from '../../work/call-back/call-back-button.tsx';
import { ChangeType } from '../../work/change-type/change-type.tsx';
import { AfterCall } from './after-call.tsx';
import type { Detail } from './marks.ts';
import { PathGraph } from './path-graph.tsx';

/** What the callee is as a customer, the way the call took through its plan, and what was done after it. */
export const RecordMore = ({ call }: { call: Detail }) => {
  const { t } = useTranslation('callLog');
  const [open, setOpen] = useState<'type' | 'graph' | null>(null);
  const close = () => setOpen(null);
  const type = [...customerType.values].find(each => each === call.customerType);
  return (
    <>
      <div className="row gap-8 wrap">
        <span className="key">{t($ => $.type.label)}</span>
        <strong>{type === undefined ? t($ => $.type.none) : customerTypeWords[saidLanguage()][type]}</strong>
        <button type="button" className="link row gap-4" onClick={() => setOpen('type')}>
          <Tag size={13} aria-hidden="true" /> {t($ => $.type.title)}
        </button>
        <CallBackButton called={{ callId: call.id }} phone={call.phone} />
        {call.path.length > 0 && (
          <button type="button" className="link row gap-4" onClick={() => setOpen('graph')}>
            <Waypoints size={13} aria-hidden="true" /> {t($ => $.graph.button)}
          </button>
        )}
        {open === 'type' && <ChangeType id={call.id} type={call.customerType} onClose={close} />}
        {open === 'graph' && <PathGraph record={call} onClose={close} />}
      </div>
      {call.afterCall.length > 0 && <AfterCall done={call.afterCall} />}
    </>
  );
};
