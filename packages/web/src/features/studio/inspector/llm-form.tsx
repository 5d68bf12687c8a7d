import { planRanges } from '@lianxian/contract';
import type { LlmNode } from '@lianxian/core';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { draftChars } from '../draft/limits.ts';
import { freshId } from '../graph/node-kinds.ts';
import { ExitRows } from './exit-rows.tsx';
import { NumberRow, SecondsRow, TextRow } from './fields.tsx';
import { InterruptionField } from './interruption-field.tsx';
import { Sentences } from './sentences.tsx';
import { SilenceField } from './silence-fields.tsx';
import { TargetSelect } from './target-select.tsx';
import { usePutNode } from './use-node.ts';
import { WordsRow } from './words-row.tsx';

const longChars = draftChars('flows.nodes.goal');

const LongText = ({
  label,
  hint,
  value,
  onChange,
}: {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
}) => {
  const id = useId();
  return (
    <div className="field-block grid gap-4">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="field"
        rows={3}
        maxLength={longChars}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
      {hint && <p className="hint">{hint}</p>}
    </div>
  );
};

const ModelExits = ({ node }: { node: LlmNode }) => {
  const { t } = useTranslation('inspector');
  const put = usePutNode(node);
  const { exits } = node;
  return (
    <fieldset className="field-group grid gap-6">
      <legend>{t($ => $.llm.exits)}</legend>
      {exits.map((exit, at) => (
        <div key={exit.id} className="field-keep-row grid gap-6">
          <TextRow
            label={t($ => $.llm.exit)}
            way="flows.nodes.exits.name"
            value={exit.name}
            onChange={name => put({ exits: exits.with(at, { ...exit, name }) })}
          />
          <TextRow
            label={t($ => $.llm.when)}
            way="flows.nodes.exits.when"
            value={exit.when}
            onChange={when => put({ exits: exits.with(at, { ...exit, when }) })}
          />
          <TargetSelect
            name={`${exit.name} ${t($ => $.branches.to)}`}
            value={exit.to}
            but={node.id}
            onChange={to => put({ exits: exits.with(at, { ...exit, to }) })}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={t($ => $.removeRow, { what: exit.name })}
            onClick={() => put({ exits: exits.filter((_, index) => index !== at) })}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </div>
      ))}
      <button
        type="button"
        className="link"
        onClick={() => put({ exits: [...exits, { id: freshId('e'), name: '', when: '', to: '' }] })}
      >
        <Plus size={13} aria-hidden="true" /> {t($ => $.llm.addExit)}
      </button>
    </fieldset>
  );
};

/** A free talk: what it is for, what it may say, how it ends. */
export const LlmForm = ({ node }: { node: LlmNode }) => {
  const { t } = useTranslation('inspector');
  const put = usePutNode(node);
  return (
    <>
      <Sentences
        label={t($ => $.sentence.label)}
        optional
        voiced
        value={node.sentences}
        onChange={sentences => put({ sentences })}
      />
      <LongText
        label={t($ => $.llm.goal)}
        hint={t($ => $.llm.goalHint)}
        value={node.goal}
        onChange={goal => put({ goal })}
      />
      <LongText label={t($ => $.llm.facts)} value={node.facts} onChange={facts => put({ facts })} />
      <WordsRow
        label={t($ => $.llm.forbidden)}
        way="flows.nodes.forbidden"
        by="line"
        value={node.forbidden}
        onChange={forbidden => put({ forbidden })}
      />
      <ModelExits node={node} />
      <InterruptionField value={node.interruption} onChange={interruption => put({ interruption })} />
      <SilenceField value={node.silence} onChange={silence => put({ silence })} />
      <NumberRow
        label={t($ => $.llm.turns)}
        range={planRanges.modelTurns}
        value={node.mostTurns}
        onChange={mostTurns => put({ mostTurns: mostTurns ?? 1 })}
      />
      <SecondsRow
        label={t($ => $.llm.limit)}
        unit={t($ => $.seconds)}
        range={planRanges.modelAnswerMs}
        value={node.timeoutMs}
        onChange={timeoutMs => put({ timeoutMs })}
      />
      <ExitRows node={node} />
    </>
  );
};
