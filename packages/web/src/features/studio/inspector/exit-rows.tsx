import type { PlanNode } from '@lianxian/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../draft/draft-store.ts';
import { exitsOf, type Way, withExit } from '../graph/exits.ts';
import { exitLabel } from '../graph/faces.ts';
import { FieldRow } from './fields.tsx';
import { TargetSelect } from './target-select.tsx';
import { usePutNode } from './use-node.ts';

const Row = ({ node, exit }: { node: PlanNode; exit: Way }) => {
  const { t } = useTranslation('studio');
  const id = useId();
  const intents = useDraft(draft => draft.plan.intents);
  const put = usePutNode(node);
  return (
    <FieldRow id={id} label={exitLabel(t, { intents }, exit)}>
      <TargetSelect id={id} value={exit.to} but={node.id} onChange={to => put(withExit(node, exit.slot, to))} />
    </FieldRow>
  );
};

/** The fixed ways out of a node; those of a list stand in their own rows. */
export const ExitRows = ({ node }: { node: PlanNode }) => {
  const { t } = useTranslation('inspector');
  const exits = exitsOf(node).filter(({ slot }) => !slot.includes('.') && slot !== 'visits');
  return (
    <fieldset className="field-group grid gap-6">
      <legend>{t($ => $.branches.title)}</legend>
      {exits.map(exit => (
        <Row key={exit.slot} node={node} exit={exit} />
      ))}
    </fieldset>
  );
};
