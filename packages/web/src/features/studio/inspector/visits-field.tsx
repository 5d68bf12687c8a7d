import { planRanges } from '@lianxian/contract';
import type { PlanNode } from '@lianxian/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice, FieldRow, NumberRow } from './fields.tsx';
import { TargetSelect } from './target-select.tsx';
import { usePutNode } from './use-node.ts';

const usualVisits = 2;

/** How often a call may come to a node, and where it goes then. */
export const VisitsField = ({ node }: { node: PlanNode }) => {
  const { t } = useTranslation('inspector');
  const id = useId();
  const put = usePutNode<PlanNode>(node);
  const { visits } = node;
  return (
    <details className="field-more" open={visits !== undefined}>
      <summary>{t($ => $.visits.label)}</summary>
      <Choice
        label={t($ => $.visits.label)}
        value={visits ? 'limited' : 'unlimited'}
        options={[
          { value: 'unlimited', text: t($ => $.visits.unlimited) },
          { value: 'limited', text: t($ => $.visits.most) },
        ]}
        onChange={choice => put({ visits: choice === 'limited' ? { most: usualVisits, to: '' } : undefined })}
      />
      {visits && (
        <>
          <NumberRow
            label={t($ => $.visits.most)}
            unit={t($ => $.times)}
            range={planRanges.visits}
            value={visits.most}
            onChange={most => put({ visits: { ...visits, most: most ?? 1 } })}
          />
          <FieldRow id={id} label={t($ => $.visits.to)}>
            <TargetSelect id={id} value={visits.to} but={node.id} onChange={to => put({ visits: { ...visits, to } })} />
          </FieldRow>
        </>
      )}
    </details>
  );
};
