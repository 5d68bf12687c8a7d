import type { endpoints, OutputOf } from '@lianxian/contract';
import { TriangleAlert } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { toneOfCode } from './failure-kind.ts';
import { LazySipCode } from './lazy-sip-code.tsx';
import './why-failed.css';

type Detail = OutputOf<typeof endpoints.call.detail>;

/** Why a call did not come through, and what to do: a code never stands alone. */
export const WhyFailed = ({ call }: { call: Detail }) => {
  const { t } = useTranslation('shell');
  return (
    <div className="why-failed" role="status">
      <strong className="row gap-6">
        <TriangleAlert size={16} aria-hidden="true" /> {t($ => $.testCall.whyTitle)}
      </strong>
      <p>{call.becauseText}</p>
      {call.sipCode !== null && (
        <p className="ink2">
          <Suspense fallback={call.sipCode}>
            <LazySipCode code={call.sipCode} because={call.because} tone={toneOfCode(call)} />
          </Suspense>
        </p>
      )}
    </div>
  );
};
