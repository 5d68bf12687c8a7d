import type { endpoints, OutputOf } from '@lianxian/contract';
import { CircleCheck, CircleDot, Lock, type LucideIcon, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '../../ui/parts.css';

export type PlanRow = OutputOf<typeof endpoints.plan.mine>['list'][number];
export type PlanStateWord = PlanRow['state'];

const looks = {
  draft: ['idle', PenLine],
  published: ['ok', CircleCheck],
  changed: ['warn', CircleDot],
} as const satisfies Record<PlanStateWord, readonly [string, LucideIcon]>;

export const planStateWords = Object.keys(looks) as readonly PlanStateWord[];

/** 草稿, 已发布 v3, 有未发布的修改 (of v3). */
export const PlanState = ({ row: { state, version, licence } }: { row: PlanRow }) => {
  const { t } = useTranslation('plans');
  const [family, Icon] = looks[state];
  return (
    <>
      <span className={`state is-${family}`}>
        <Icon size={14} aria-hidden="true" />
        {t($ => $.state[state])}
      </span>
      {version !== null && <span className="key"> v{version}</span>}{' '}
      {licence === 'closed' && (
        <span className="state is-idle" title={t($ => $.closed.markSays)}>
          <Lock size={14} aria-hidden="true" />
          {t($ => $.closed.mark)}
        </span>
      )}
    </>
  );
};
