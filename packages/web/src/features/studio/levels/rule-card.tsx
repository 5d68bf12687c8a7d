import { customerTypes, type LevelRule, type Level as LevelWord, levels } from '@lianxian/core';
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react';
import { type DragEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainChoice } from '../../../ui/plain-choice.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { draftChars, draftLimits } from '../draft/limits.ts';
import { freshCondition } from './condition-kinds.ts';
import { ConditionRow } from './condition-row.tsx';

interface RuleCardProps {
  readonly rule: LevelRule;
  readonly at: number;
  readonly all: number;
  readonly onChange: (rule: LevelRule, merge?: string) => void;
  readonly onRemove: () => void;
  readonly onMove: (from: number, to: number) => void;
}

const { items: mostTags = 0 } = draftLimits('levelRules.tags');
const tagChars = draftChars('levelRules.tags');
const tagsIn = (text: string): readonly string[] => {
  const tags = text.split(/[\s,，、]+/).filter(tag => tag !== '');
  return [...new Set(tags.map(tag => tag.slice(0, tagChars)))].slice(0, mostTags);
};

const dragType = 'application/x-level-rule';

/** Dragged by its handle, or moved by its arrows. */
const Head = ({ rule, at, all, onChange, onRemove, onMove }: RuleCardProps) => {
  const { t } = useTranslation('learning');
  const name = rule.name || t($ => $.levels.rule, { n: at + 1 });
  const begin = (event: DragEvent) => {
    event.dataTransfer.setData(dragType, String(at));
    event.dataTransfer.effectAllowed = 'move';
  };
  return (
    <div className="levels-rule-head row gap-6">
      <button
        type="button"
        className="levels-rule-grip middle"
        draggable
        tabIndex={-1}
        aria-label={`${t($ => $.levels.drag)} ${name}`}
        onDragStart={begin}
      >
        <GripVertical size={15} aria-hidden="true" />
      </button>
      <select
        className={`levels-choice is-${rule.level}`}
        aria-label={`${t($ => $.levels.level)} · ${name}`}
        value={rule.level}
        onChange={event => onChange({ ...rule, level: event.target.value as LevelWord })}
      >
        {levels.map(level => (
          <option key={level}>{level}</option>
        ))}
      </select>
      <input
        className="levels-rule-name fill lean"
        aria-label={t($ => $.levels.name)}
        placeholder={t($ => $.levels.rule, { n: at + 1 })}
        maxLength={draftChars('levelRules.name')}
        value={rule.name}
        onChange={event => onChange({ ...rule, name: event.target.value }, `levelRule.${at}.name`)}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t($ => $.levels.up, { name })}
        disabled={at === 0}
        onClick={() => onMove(at, at - 1)}
      >
        <ArrowUp size={15} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t($ => $.levels.down, { name })}
        disabled={at === all - 1}
        onClick={() => onMove(at, at + 1)}
      >
        <ArrowDown size={15} aria-hidden="true" />
      </button>
      <button type="button" className="icon-button" aria-label={t($ => $.levels.remove, { name })} onClick={onRemove}>
        <Trash2 size={15} aria-hidden="true" />
      </button>
    </div>
  );
};

const Conditions = ({ rule, at, onChange }: RuleCardProps) => {
  const { t } = useTranslation('learning');
  const { when, match = 'all' } = rule;
  return (
    <>
      {when.length > 1 && (
        <div className="levels-rule-match row gap-8">
          <span>{t($ => $.levels.match)}</span>
          <Segments
            label={t($ => $.levels.match)}
            value={match}
            options={[
              { value: 'all', text: t($ => $.levels.all) },
              { value: 'any', text: t($ => $.levels.any) },
            ]}
            onChange={value => onChange({ ...rule, match: value })}
          />
        </div>
      )}
      {when.length === 0 && <p className="levels-rule-always">{t($ => $.levels.always)}</p>}
      <ul>
        {[...when.entries()].map(([n, condition]) => (
          <ConditionRow
            key={`${at} ${n} of ${when.length}`}
            condition={condition}
            onChange={next => onChange({ ...rule, when: when.with(n, next) }, `levelRule.${at}.${n}`)}
            onRemove={() => onChange({ ...rule, when: when.toSpliced(n, 1) })}
          />
        ))}
      </ul>
      <button
        type="button"
        className="link"
        onClick={() => onChange({ ...rule, when: [...when, freshCondition('answered')] })}
      >
        <Plus size={13} aria-hidden="true" /> {t($ => $.levels.addCondition)}
      </button>
    </>
  );
};

/** A level rule: its level and name, its conditions, and what else it says of the callee. */
export const RuleCard = (props: RuleCardProps) => {
  const { t } = useTranslation('learning');
  const { rule, at, onChange, onMove } = props;
  const id = useId();
  return (
    <li
      className="levels-rule-card"
      onDragOver={event => {
        if (event.dataTransfer.types.includes(dragType)) event.preventDefault();
      }}
      onDrop={event => {
        const from = event.dataTransfer.getData(dragType);
        if (from !== '') onMove(Number(from), at);
      }}
    >
      <Head {...props} />
      <div className="levels-rule-body">
        <Conditions {...props} />
        <div className="levels-rule-says row gap-8 wrap">
          <label htmlFor={`${id}-tags`}>{t($ => $.levels.tags)}</label>
          <input
            id={`${id}-tags`}
            key={(rule.tags ?? []).join(' ')}
            defaultValue={(rule.tags ?? []).join(' ')}
            placeholder={t($ => $.levels.tagsHint)}
            maxLength={mostTags * (tagChars + 1)}
            onBlur={event => {
              const tags = tagsIn(event.target.value);

              if (tags.join(' ') !== (rule.tags ?? []).join(' ')) onChange({ ...rule, tags });
            }}
          />
          <label htmlFor={`${id}-type`}>{t($ => $.levels.type)}</label>
          <PlainChoice
            id={`${id}-type`}
            value={String(rule.customerType ?? '')}
            placeholder={t($ => $.levels.typeNone)}
            options={[
              { value: '', label: t($ => $.levels.typeNone) },
              ...customerTypes.map(type => ({ value: String(type), label: t($ => $.levels.types[type]) })),
            ]}
            onChange={value => {
              const { customerType: _, ...rest } = rule;
              const type = customerTypes.find(one => String(one) === value);
              onChange(type === undefined ? rest : { ...rest, customerType: type });
            }}
          />
        </div>
      </div>
    </li>
  );
};
