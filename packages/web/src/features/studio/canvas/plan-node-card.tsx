import type { PlanNode } from '@lianxian/core';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { CircleAlert, Ear } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmsTemplateName } from '../../../work/sms/use-sms-options.ts';
import { useDraft } from '../draft/draft-store.ts';
import { exitsOf } from '../graph/exits.ts';
import { exitLabel, faceOf, isExplained } from '../graph/faces.ts';
import { kindIcons } from '../graph/node-kinds.ts';
import { exitsInRow, rowsOf } from '../graph/node-shape.ts';
import { piecesOf } from '../graph/sentence.ts';
import { dropOf, percent, useNodeFault, useWalkedSlots } from './use-node-state.ts';

export type CanvasNode = Node<{ readonly node: PlanNode; readonly heat: boolean; readonly root: boolean }, 'plan'>;

/** Right in the head: where the talk is, what is wrong, how many calls came, or its kind. */
const HeadMark = ({ node, heat }: { node: PlanNode; heat: boolean }) => {
  const { t } = useTranslation('studio');
  const fault = useNodeFault(node.id);
  const listens = useDraft(draft => draft.trail?.listensAt === node.id);
  const figures = useDraft(draft => draft.heat?.nodes[node.id]);
  if (heat)
    return figures ? (
      <span className="canvas-mark row-in gap-4 hint fixed">
        {t($ => $.canvas.calls, { calls: figures.calls.toLocaleString('en') })} ·{' '}
        <b className={dropOf(figures) >= 2 ? 'is-bad' : undefined}>
          {t($ => $.canvas.lost, { percent: percent(figures.lost, figures.calls) })}
        </b>
      </span>
    ) : null;
  if (listens)
    return (
      <span className="canvas-mark row-in gap-4 hint fixed">
        <Ear size={13} aria-hidden="true" /> {t($ => $.canvas.listening)}
      </span>
    );
  if (fault)
    return (
      <span className="canvas-mark is-bad row-in gap-4 hint fixed">
        <CircleAlert size={13} aria-hidden="true" /> {t($ => $.fault[fault])}
      </span>
    );
  return <span className="canvas-mark row-in gap-4 hint fixed">{t($ => $.kinds[node.kind].name)}</span>;
};

const Exits = ({ node, heat }: { node: PlanNode; heat: boolean }) => {
  const { t } = useTranslation('studio');
  // Of the plan what is shown here, not all of it: it is another one with every key in any sentence.
  const intents = useDraft(draft => draft.plan.intents);
  const end = useDraft(({ plan }) => (node.kind === 'goto' ? faceOf(t, plan, node) : t($ => $.canvas.ends)));
  const walked = useWalkedSlots(node.id);
  const counts = useDraft(draft => draft.heat?.exits[node.id]);
  const calls = useDraft(draft => draft.heat?.nodes[node.id]?.calls ?? 0);
  const exits = exitsOf(node);
  if (exits.length === 0)
    return (
      <div className="canvas-exits is-end flex fill">
        <span>{end}</span>
      </div>
    );
  const rows = Array.from({ length: rowsOf(node) }, (_, row) => exits.slice(row * exitsInRow, (row + 1) * exitsInRow));
  return rows.map(row => (
    <div key={row[0]?.slot} className="canvas-exits flex fill">
      {row.map(exit => {
        const label = exitLabel(t, { intents }, exit);
        const name = exit.exit;
        const state = walked.has(exit.slot) ? 'is-walked' : exit.to === '' ? 'is-open' : undefined;
        return (
          <span
            key={exit.slot}
            className={state}
            title={
              isExplained(name) ? t($ => $.exits.explained, { label, why: t($ => $.exits.explains[name]) }) : label
            }
          >
            <span>{label}</span>
            {heat && <b>{percent(counts?.[exit.slot] ?? 0, calls)}</b>}
            <Handle id={exit.slot} type="source" position={Position.Bottom} />
          </span>
        );
      })}
    </div>
  ));
};

/** A sentence with its variables as chips, called as in the plan. */
const SentenceText = ({ text }: { text: string }) => {
  const variables = useDraft(draft => draft.plan.variables);
  return piecesOf(text).map((piece, at) => {
    // A piece has no identity but its place.
    const key = `${at}${piece.text}`;
    if (!piece.variable) return <span key={key}>{piece.text}</span>;
    return (
      <b key={key} className="canvas-variable">
        {variables.find(({ name }) => name === piece.text)?.label || piece.text}
      </b>
    );
  });
};

/** A node of the plan (tokens, Parts, Node): what it is, what it says, what leaves it. */
export const PlanNodeCard = memo(({ data, selected }: NodeProps<CanvasNode>) => {
  const { t } = useTranslation('studio');
  const { node, heat, root } = data;
  const said = useDraft(({ plan }) => faceOf(t, plan, node));
  const template = useSmsTemplateName(node.kind === 'sms' && node.template !== '' ? node.template : null);
  const face = template ?? said;
  const faulty = useNodeFault(node.id) !== undefined && !heat;
  const walked = useDraft(draft => draft.trail?.steps.some(step => step.node === node.id) ?? false) && !heat;
  const listens = useDraft(draft => draft.trail?.listensAt === node.id) && !heat;
  const drop = useDraft(draft => (heat ? dropOf(draft.heat?.nodes[node.id]) : 0));
  const Icon = kindIcons[node.kind];
  const states = [
    'canvas-node',
    selected && 'is-selected',
    faulty && 'is-faulty',
    walked && 'is-walked',
    listens && 'is-listening',
    drop > 0 && `is-drop-${drop}`,
  ];
  return (
    <div className={states.filter(Boolean).join(' ')}>
      <Handle id="in" type="target" position={Position.Top} />
      <div className="canvas-node-head row gap-6 fixed">
        <Icon size={15} aria-hidden="true" />
        <strong className="cut fill">{node.name || t($ => $.canvas.unnamed)}</strong>
        {root && <i title={t($ => $.canvas.start)} className="canvas-node-root" />}
        <HeadMark node={node} heat={heat} />
      </div>
      <p>{face === '' ? <em>{t($ => $.canvas.noSentence)}</em> : <SentenceText text={face} />}</p>
      <Exits node={node} heat={heat} />
    </div>
  );
});
