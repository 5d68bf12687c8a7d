import { Check } from 'lucide-react';
import './steps-cord.css';

interface StepsCordProps<Step extends string> {
  /** What the steps are of, read out. */
  readonly label: string;
  readonly steps: readonly { readonly step: Step; readonly text: string; readonly closed?: boolean }[];
  readonly step: Step;
  readonly onStep: (step: Step) => void;
}

/** The steps on a cord: hollow ends done, the one in hand marked; a closed one cannot be gone to yet. */
export const StepsCord = <Step extends string>({ label, steps, step, onStep }: StepsCordProps<Step>) => {
  const at = steps.findIndex(each => each.step === step);
  return (
    <nav className="steps-cord" aria-label={label}>
      <ol>
        {steps.map((each, index) => (
          <li key={each.step} className={index < at ? 'is-done' : index === at ? 'is-now' : 'is-coming'}>
            <button
              type="button"
              disabled={each.closed ?? false}
              aria-current={each.step === step ? 'step' : undefined}
              onClick={() => onStep(each.step)}
            >
              <span className="end" aria-hidden="true">
                {index < at ? <Check size={13} aria-hidden="true" /> : index + 1}
              </span>
              {each.text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
};
