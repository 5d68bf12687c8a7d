import type { endpoints, OutputOf } from '@lianxian/contract';
import { Cable, GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';

type Line = OutputOf<typeof endpoints.line.options>['list'][number];

interface LinePickerProps {
  readonly lines: readonly Line[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The lines one may call over, the practice line first, as radio cards. */
export const LinePicker = ({ lines, chosen, onChoose }: LinePickerProps) => {
  const { t } = useTranslation('shell');
  return (
    <div className="cards" role="radiogroup" aria-label={t($ => $.testCall.line)}>
      {lines.map(line => (
        <label key={line.id} className="card">
          <input type="radio" name="line" checked={line.id === chosen} onChange={() => onChoose(line.id)} />
          {line.practice ? <GraduationCap size={16} aria-hidden="true" /> : <Cable size={16} aria-hidden="true" />}
          <strong>{line.name}</strong>
          {line.practice && <span>{t($ => $.testCall.practiceHint)}</span>}
        </label>
      ))}
    </div>
  );
};
