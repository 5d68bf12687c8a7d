import { lineSettings } from '@lianxian/core';
import { ArrowDownToLine, ArrowUpFromLine, KeyRound, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Access } from './draft.ts';
import '../../ui/cards.css';

const icons: Readonly<Record<Access, LucideIcon>> = {
  address: ArrowUpFromLine,
  register: KeyRound,
  gateway: ArrowDownToLine,
};

/** How a line is reached: the first thing to know of it, for it decides what else is asked. */
export const AccessCards = ({ value, onChange }: { value: Access; onChange: (access: Access) => void }) => {
  const { t } = useTranslation('lines');
  return (
    <div className="cards" role="radiogroup" aria-label={t($ => $.form.access)}>
      {lineSettings.access.words.map(access => {
        const Icon = icons[access];
        return (
          <label key={access} className="card">
            <input type="radio" name="access" checked={access === value} onChange={() => onChange(access)} />
            <Icon size={16} aria-hidden="true" />
            <strong>{t($ => $.form.ways[access].name)}</strong>
            <span>{t($ => $.form.ways[access].hint)}</span>
          </label>
        );
      })}
    </div>
  );
};
