import type { TemplateState as State } from '@lianxian/core';
import { Check, CircleX, Clock, type LucideIcon, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '../../../ui/parts.css';

const looks = {
  draft: ['idle', PenLine],
  review: ['warn', Clock],
  usable: ['ok', Check],
  refused: ['bad', CircleX],
} as const satisfies Readonly<Record<State, readonly [string, LucideIcon]>>;

/** How a template stands, by icon and word; as a pill in heads. */
export const TemplateState = ({ state, pill = false }: { state: State; pill?: boolean }) => {
  const { t } = useTranslation('sms');
  const [family, Icon] = looks[state];
  return (
    <span className={`state is-${family}${pill ? ' is-pill' : ''}`}>
      <Icon size={14} aria-hidden="true" /> {t($ => $.template.state[state])}
    </span>
  );
};
