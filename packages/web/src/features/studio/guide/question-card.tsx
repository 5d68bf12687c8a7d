import { endpoints } from '@lianxian/contract';
import type { GuideFault, GuideQuestion } from '@lianxian/core';
import { ArrowRight, ChevronDown, ChevronUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';
import { FaultText } from './fault-text.tsx';
import { useGuideChange } from './use-guide.ts';

interface CardProps {
  readonly planId: string;
  readonly questions: readonly GuideQuestion[];
  readonly question: GuideQuestion;
  readonly faults: readonly GuideFault[];
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
}

const Acts = ({ planId, questions, question, onEdit }: Omit<CardProps, 'faults' | 'mayEdit'>) => {
  const { t } = useTranslation('guide');
  const [leaving, setLeaving] = useState(false);
  const at = questions.indexOf(question);
  const n = at + 1;
  const move = useGuideChange(endpoints.research.order, planId);
  const remove = useGuideChange(endpoints.research.remove, planId, () => toast.ok(t($ => $.removed)));
  /** Before which question it will stand; null: it is at that end already. */
  const steps = [
    { name: t($ => $.up), Icon: ChevronUp, before: questions[at - 1]?.id, isEnd: at === 0 },
    { name: t($ => $.down), Icon: ChevronDown, before: questions[at + 2]?.id, isEnd: n === questions.length },
  ];
  return (
    <span className="guide-acts row gap-4 push">
      {steps.map(({ name, Icon, before, isEnd }) => (
        <button
          key={name}
          type="button"
          className="icon-button"
          aria-label={`${t($ => $.number, { n })} ${name}`}
          disabled={isEnd || move.isPending}
          onClick={() => move.mutate({ id: question.id, ...(before && { before }) })}
        >
          <Icon size={15} aria-hidden="true" />
        </button>
      ))}
      <Button size="small" aria-label={t($ => $.editOf, { n })} onClick={onEdit}>
        {t($ => $.edit)}
      </Button>
      <button
        type="button"
        className="icon-button"
        aria-label={t($ => $.removeTitle, { n })}
        onClick={() => setLeaving(true)}
      >
        <Trash2 size={15} aria-hidden="true" />
      </button>
      {leaving && (
        <Confirm
          title={t($ => $.removeTitle, { n })}
          text={t($ => $.removeText, { title: question.title })}
          okText={t($ => $.remove)}
          cancelText={t($ => $.cancel)}
          busy={remove.isPending}
          onOk={() => remove.mutate({ id: question.id }, { onSettled: () => setLeaving(false) })}
          onCancel={() => setLeaving(false)}
        />
      )}
    </span>
  );
};

/** A question as it is kept, its options with where they lead, and what is wrong with it. */
export const QuestionCard = (props: CardProps) => {
  const { questions, question, faults, mayEdit } = props;
  const { t } = useTranslation('guide');
  const placeOf = (id: string) => questions.findIndex(each => each.id === id) + 1;
  return (
    <>
      <header className="row gap-8 wrap">
        <b className="ink3">{placeOf(question.id)}</b>
        <h3>{question.title}</h3>
        {question.isRoot && <small className="is-root small">{t($ => $.root)}</small>}
        <small className="small">{question.type === 2 ? t($ => $.types.several) : t($ => $.types.one)}</small>
        {question.isRequired && <small className="small">{t($ => $.required)}</small>}
        {mayEdit && <Acts {...props} />}
      </header>
      <ul>
        {question.options.map(({ v, n }) => (
          <li key={v}>
            <span>{v}</span>
            <ArrowRight size={13} aria-hidden="true" />
            <span className={n === '' ? 'guide-ends' : undefined}>
              {n === '' ? t($ => $.end) : t($ => $.number, { n: placeOf(n) })}
            </span>
          </li>
        ))}
        {question.hasOther && <li className="guide-ends">{t($ => $.other)}</li>}
      </ul>
      {faults.map(fault => (
        <FaultText key={fault.fault} fault={fault} />
      ))}
    </>
  );
};
