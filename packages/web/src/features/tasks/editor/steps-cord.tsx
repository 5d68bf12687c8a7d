import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Step } from './steps.ts';

interface StepsCordProps {
  readonly open: readonly Step[];
  readonly step: Step;
  readonly onStep: (step: Step) => void;
}

/** The steps on a cord: hollow ends done, the one in hand marked. */
export const StepsCord = ({ open, step, onStep }: StepsCordProps) => {
  const { t } = useTranslation('tasks');
  const at = open.indexOf(step);
  return (
    <nav className="steps-cord" aria-label={t($ => $.editor.steps)}>
      <ol>
        {open.map((each, index) => (
          <li key={each} className={index < at ? 'is-done' : index === at ? 'is-now' : 'is-coming'}>
            <button type="button" aria-current={each === step ? 'step' : undefined} onClick={() => onStep(each)}>
              <span className="end">{index < at ? <Check size={13} aria-hidden="true" /> : index + 1}</span>
              {t($ => $.editor[each])}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
};
