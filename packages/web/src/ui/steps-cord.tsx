import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { byKeys } from './by-keys.ts';
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
              <span className="steps-cord-end middle small fixed" aria-hidden="true">
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

interface StepPartProps {
  readonly step: string;
  /** What the step is called, read out when it comes. */
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** What a step holds. Who goes on to another begins at its top, with the keyboard too. */
export const StepPart = ({ step, label, className, children }: StepPartProps) => {
  const part = useRef<HTMLElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    // It scrolls, and is the same element for each step.
    part.current?.scrollTo({ top: 0 });
    part.current?.focus();
  }, [step]);
  return (
    <section ref={part} className={`step-part ${className}`} aria-label={label} {...byKeys}>
      {children}
    </section>
  );
};
