import type { toneOfCode } from './failure-kind.ts';
import { useFailureWords } from './failure-words.ts';
import './sip-code.css';

interface SipCodeProps {
  readonly code: number;
  /** Why the call ended so. */
  readonly because: string;
  readonly tone: ReturnType<typeof toneOfCode>;
}

/** What a final SIP answer means and what to do about it: a code never stands alone. */
export const SipCode = ({ code, because, tone }: SipCodeProps) => {
  const { means, remedy } = useFailureWords()(code, because);
  return (
    <span>
      <b className={`sip-code is-${tone}`}>{code}</b> {[means, remedy].filter(Boolean).join(' · ')}
    </span>
  );
};
