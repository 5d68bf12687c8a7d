import type { PlanGates } from '@lianxian/contract';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { byKeys } from '../../../ui/by-keys.ts';
import { useDraft } from '../draft/draft-store.ts';
import { expectedText } from '../graph/faces.ts';
import { faultKey, faultText, useFaultWords } from '../graph/fault-text.ts';

/** Of each gate; the rest comes as these are mended. */
const mostShown = 8;

interface GateProps {
  readonly open: boolean;
  readonly title: string;
  readonly count: number;
  readonly children?: ReactNode;
}

const Gate = ({ open, title, count, children }: GateProps) => {
  const { t } = useTranslation('versions');
  const Icon = open ? CircleCheck : CircleAlert;
  return (
    <li className={open ? 'versions-gate is-open' : 'versions-gate is-shut'}>
      <strong className="versions-gate-face row gap-8">
        <Icon size={15} className="versions-gate-sign" aria-hidden="true" />
        {title}
      </strong>
      {count > 0 && (
        <ul className="grid gap-4" aria-label={title} {...byKeys}>
          {children}
        </ul>
      )}
      {count > mostShown && <p className="key">{t($ => $.publish.more, { n: count - mostShown })}</p>}
    </li>
  );
};

/** What stands between the draft and its publishing: faults, voices, test conversations. */
export const GatesList = ({ gates: { faults, voices, tests } }: { gates: PlanGates }) => {
  const { t } = useTranslation('versions');
  const words = useFaultWords();
  const plan = useDraft(draft => draft.plan);
  const testsTitle =
    tests.failed.length > 0
      ? t($ => $.publish.tests, { bad: tests.failed.length, ok: tests.passed })
      : tests.passed > 0
        ? t($ => $.publish.testsOk, { n: tests.passed })
        : t($ => $.publish.noTests);
  return (
    <ul className="versions-gates grid gap-10">
      <Gate
        open={faults.length === 0}
        title={faults.length > 0 ? t($ => $.publish.faults, { n: faults.length }) : t($ => $.publish.faultsOk)}
        count={faults.length}
      >
        {faults.slice(0, mostShown).map(fault => (
          <li key={faultKey(fault)}>{faultText(words, plan, fault)}</li>
        ))}
      </Gate>
      <Gate
        open={voices.length === 0}
        title={voices.length > 0 ? t($ => $.publish.voices, { n: voices.length }) : t($ => $.publish.voicesOk)}
        count={voices.length}
      >
        {voices.slice(0, mostShown).map(({ where, text, state }) => (
          <li key={`${where} ${text}`}>
            <span className="key">{t($ => $.publish[state])}</span> {text}
          </li>
        ))}
      </Gate>
      <Gate open={tests.failed.length === 0} title={testsTitle} count={tests.failed.length}>
        {tests.failed.slice(0, mostShown).map(({ id, name, broken: [first] }) => (
          <li key={id}>
            {name}
            {first && (
              <span className="key">
                {` ${t($ => $.publish.expected)} ${expectedText(plan, first.what, first.expected)}，`}
                {`${t($ => $.publish.was)} ${expectedText(plan, first.what, first.was)}`}
              </span>
            )}
          </li>
        ))}
      </Gate>
    </ul>
  );
};
