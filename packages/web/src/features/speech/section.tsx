import type { ReactNode } from 'react';
import { useSought } from '../../ui/use-sought.ts';

interface SectionProps {
  /** What an address seeks it by. */
  readonly part: string;
  readonly title: string;
  readonly hint: string;
  readonly tool?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the page: what it is for on the left, what it holds on the right. */
export const SpeechSection = ({ part, title, hint, tool, children }: SectionProps) => {
  const { heading, isSought } = useSought(part);
  return (
    <section className={isSought ? 'speech-section is-sought grid' : 'speech-section grid'} aria-label={title}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="hint">{hint}</p>
        {tool}
      </div>
      <div>{children}</div>
    </section>
  );
};
