import { endpoints, guideLimits } from '@lianxian/contract';
import { type GuideFault, type GuideQuestion, guideFaultsOf, isMild } from '@lianxian/core';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { FieldFault, TextField } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { Input } from '../../../ui/input.tsx';
import { PlainChoice } from '../../../ui/plain-choice.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.ts';
import { FaultText } from './fault-text.tsx';
import { useGuideChanged } from './use-guide.ts';

interface BoxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}
const Box = ({ checked, onChange, children }: BoxProps) => (
  <label className="guide-box row-in gap-8">
    <input type="checkbox" checked={checked} onChange={event => onChange(event.target.checked)} />
    {children}
  </label>
);

/** A question that is not kept yet; ids of the server begin at 1. */
export const newId = '0';

/** A row of the form: its name outlives the rows above it. */
interface Row {
  readonly key: number;
  readonly v: string;
  readonly n: string;
}
/** What is wrong with the options is said of them by their name on the wire. */
type Draft = Omit<GuideQuestion, 'options' | 'id'> & { readonly jsonOptions: readonly Row[] };

const draftOf = ({ id: _, options, ...question }: GuideQuestion): Draft => ({
  ...question,
  jsonOptions: options.map((option, key) => ({ ...option, key })),
});

export const newQuestion = (isRoot: boolean): GuideQuestion => ({
  id: newId,
  title: '',
  type: 1,
  options: [
    { v: '', n: '' },
    { v: '', n: '' },
  ],
  isRoot,
  isRequired: false,
  hasOther: false,
});

interface FormProps {
  readonly planId: string;
  readonly questions: readonly GuideQuestion[];
  readonly question: GuideQuestion;
  readonly onDone: () => void;
}

/** Options without the empty rows nobody filled. */
const tidied = (id: string, { jsonOptions, ...question }: Draft): GuideQuestion => ({
  ...question,
  id,
  title: question.title.trim(),
  options: jsonOptions.map(({ v, n }) => ({ v: v.trim(), n })).filter(({ v, n }) => v !== '' || n !== ''),
});

/** What would be wrong with the whole guide if this were kept: the same rule as on the server. */
const faultOf = (questions: readonly GuideQuestion[], kept: GuideQuestion): GuideFault | undefined => {
  const others = questions
    .filter(({ id }) => id !== kept.id)
    .map(other => (kept.isRoot ? { ...other, isRoot: false } : other));
  return guideFaultsOf([...others, kept]).find(one => !isMild(one));
};

/** The question as the endpoint takes it: options are JSON in a text there. */
const inputOf = (planId: string, { id, options, isRoot, isRequired, hasOther, ...fields }: GuideQuestion) => ({
  planId,
  ...(id !== newId && { id }),
  ...fields,
  isRoot: isRoot ? '1' : '0',
  isRequired: isRequired ? '1' : '0',
  hasOther: hasOther ? '1' : '0',
  jsonOptions: JSON.stringify(options.map(option => ({ ...option, isChecked: false }))),
});

interface OptionsProps {
  readonly id: string;
  readonly options: readonly Row[];
  readonly questions: readonly GuideQuestion[];
  readonly onChange: (options: readonly Row[]) => void;
}

const Options = ({ id, options, questions, onChange }: OptionsProps) => {
  const { t } = useTranslation('guide');
  const change = (at: number, part: Partial<Row>) =>
    onChange(options.map((option, n) => (n === at ? { ...option, ...part } : option)));
  const nexts = [
    { value: '', label: t($ => $.end) },
    ...questions.flatMap((each, at) => (each.id === id ? [] : [{ value: each.id, label: `${at + 1}. ${each.title}` }])),
  ];
  return (
    <fieldset className="guide-options">
      <legend>{t($ => $.options)}</legend>
      {options.map((option, at) => (
        <div key={option.key} className="guide-option grid gap-8">
          <Input
            aria-label={t($ => $.option, { n: at + 1 })}
            placeholder={t($ => $.option, { n: at + 1 })}
            maxLength={guideLimits.optionChars}
            value={option.v}
            onChange={event => change(at, { v: event.target.value })}
          />
          <label className="only-read" htmlFor={`guide-next-${at}`}>
            {t($ => $.nextOf, { n: at + 1 })}
          </label>
          <PlainChoice
            id={`guide-next-${at}`}
            placeholder=""
            options={nexts}
            value={option.n}
            onChange={n => change(at, { n })}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={t($ => $.removeOption, { n: at + 1 })}
            onClick={() => onChange(options.filter((_, n) => n !== at))}
          >
            <X size={15} aria-hidden="true" />
          </button>
        </div>
      ))}
      {options.length < guideLimits.options && (
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden="true" />}
          onClick={() => onChange([...options, { key: (options.at(-1)?.key ?? 0) + 1, v: '', n: '' }])}
        >
          {t($ => $.addOption)}
        </Button>
      )}
    </fieldset>
  );
};

/** One question being written: checked as it will be on the server, before it is sent. */
export const QuestionForm = ({ planId, questions, question, onDone }: FormProps) => {
  const { t } = useTranslation('guide');
  const changed = useGuideChanged(planId);
  const [tried, setTried] = useState(false);
  const form = useEndpointForm({
    endpoint: endpoints.research.save,
    start: draftOf(question),
    input: draft => inputOf(planId, tidied(question.id, draft)),
    onDone: () => {
      toast.ok(t($ => $.saved));
      onDone();
      return changed();
    },
  });
  const { values: draft, set } = form;
  const fault = faultOf(questions, tidied(question.id, draft));
  return (
    <form
      {...form.props}
      className="guide-form"
      onSubmit={event => {
        event.preventDefault();
        setTried(true);
        if (!fault) form.submit();
      }}
    >
      <TextField form={form} name="title" label={t($ => $.question)} autoFocus />
      <div className="guide-kind row wrap">
        <Segments
          label={t($ => $.type)}
          options={[
            { value: '1', text: t($ => $.types.one) },
            { value: '2', text: t($ => $.types.several) },
          ]}
          value={draft.type === 2 ? '2' : '1'}
          onChange={value => set({ type: value === '2' ? 2 : 1 })}
        />
        <Box checked={draft.isRequired} onChange={isRequired => set({ isRequired })}>
          {t($ => $.required)}
        </Box>
        <Box checked={draft.hasOther} onChange={hasOther => set({ hasOther })}>
          {t($ => $.other)}
        </Box>
        {!question.isRoot && (
          <Box checked={draft.isRoot} onChange={isRoot => set({ isRoot })}>
            {t($ => $.makeRoot)}
          </Box>
        )}
      </div>
      <FieldFault form={form} name="isRoot" />
      <Options
        id={question.id}
        options={draft.jsonOptions}
        questions={questions}
        onChange={jsonOptions => set({ jsonOptions })}
      />
      <FieldFault form={form} name="jsonOptions" />
      {tried && fault && <FaultText fault={fault} />}
      <footer className="flex gap-8 to-end">
        <Button onClick={onDone}>{t($ => $.cancel)}</Button>
        <Button kind="primary" type="submit" loading={form.busy}>
          {t($ => $.save)}
        </Button>
      </footer>
    </form>
  );
};
