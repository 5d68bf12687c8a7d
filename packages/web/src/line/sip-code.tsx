import { sipCodeWords } from '@lianxian/contract';
import { saidLanguage } from '../text/said.ts';

/** What a final SIP answer means and what to do about it: a code never stands alone. */
export const SipCode = ({ code }: { code: number }) => {
  const words = sipCodeWords(code, saidLanguage());
  return (
    <>
      <b>{code}</b> {words && `${words.means} · ${words.remedy}`}
    </>
  );
};
