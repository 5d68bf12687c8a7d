import type { ProductState as StateWord } from '@lianxian/contract';
import { CircleCheck, CircleX, Clock, type LucideIcon, PenLine, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '../../../ui/parts.css';

const looks = {
  draft: ['idle', PenLine],
  waiting: ['warn', Clock],
  onShelf: ['ok', CircleCheck],
  sentBack: ['bad', Undo2],
  withdrawn: ['idle', CircleX],
  takenDown: ['bad', CircleX],
} as const satisfies Record<StateWord, readonly [string, LucideIcon]>;

/** How a product stands. */
export const ProductState = ({ state, pill = false }: { state: StateWord; pill?: boolean }) => {
  const { t } = useTranslation('market');
  const [family, Icon] = looks[state];
  return (
    <span className={`state is-${family}${pill ? ' is-pill' : ''}`}>
      <Icon size={14} aria-hidden="true" /> {t($ => $.selling.states[state])}
    </span>
  );
};
