import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly hint: string;
  readonly tool?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the page: what it is for on the left, what it holds on the right. */
export const SpeechSection = ({ title, hint, tool, children }: SectionProps) => (
  <section className="speech-section grid" aria-label={title}>
    <div>
      <h2>{title}</h2>
      <p className="hint">{hint}</p>
      {tool}
    </div>
    <div>{children}</div>
  </section>
);
