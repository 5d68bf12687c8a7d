import { useTranslation } from 'react-i18next';
import { capFields, type Draft } from './draft.ts';
import { FigureField } from './figure-field.tsx';

interface OwnCapsProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** How often this task lets a number be called, in the words of the rules that it narrows. */
export const OwnCaps = ({ draft, onChange }: OwnCapsProps) => {
  const { t } = useTranslation('tasks');
  const words = useTranslation('rules').t($ => $.caps, { returnObjects: true });
  return (
    <section className="editor-step-field">
      <h2>{words.title}</h2>
      <p className="hint">{t($ => $.pacing.capsHint)}</p>
      <div className="editor-figures flex wrap">
        {capFields.map(name => (
          <FigureField key={name} name={name} label={words[name]} draft={draft} onChange={onChange} />
        ))}
      </div>
    </section>
  );
};
