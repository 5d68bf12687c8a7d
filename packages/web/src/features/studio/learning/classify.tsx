import { type Lesson, planLimits } from '@lianxian/contract';
import { taught } from '@lianxian/core';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../../ui/form-field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { PlainChoice } from '../../../ui/plain-choice.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSettled } from '../../../ui/use-settled.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { freshId } from '../graph/node-kinds.ts';
import { GainNote } from './gain-note.tsx';
import { type Group, useIgnore } from './use-missed.ts';
import { wordsIn } from './words-in.ts';

interface ClassifyProps {
  readonly planId: string;
  readonly group: Group;
  readonly onClose: () => void;
}

/** Typing rests so long before the gain is asked for. */
const restMs = 400;
/** More similar sentences teach nothing. */
const mostLikes = 8;

interface Question {
  readonly name: string;
  readonly answer: string;
}

/** What is chosen so far, and the lesson it makes; null while it teaches nothing. */
const useLesson = (group: Group) => {
  const plan = useDraft(draft => draft.plan);
  const [to, setTo] = useState<Lesson['to']>('knowledge');
  /** Of the question that is made, where one is. */
  const [newId] = useState(() => freshId('k'));
  const [id, setId] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question>(() => ({
    name: group.text.slice(0, planLimits.nameChars),
    answer: '',
  }));
  const [words, setWords] = useState('');
  const [likes, setLikes] = useState<readonly string[]>(() => group.texts.slice(0, mostLikes).map(({ text }) => text));
  const items = to === 'intent' ? plan.intents : plan.knowledge;
  const isNew = to === 'knowledge' && id === newId;
  const item = isNew ? { id: newId, name: question.name.trim() } : items.find(one => one.id === id);
  const [itemId, answer] = [item?.id, question.answer.trim()];
  const name = item?.name ?? '';
  const lesson = useMemo((): Lesson | null => {
    const keywords = wordsIn(words);
    if (itemId === undefined || likes.length + keywords.length === 0) return null;
    const taught: Lesson = { to, id: itemId, words: keywords, likes: [...likes] };
    if (!isNew) return taught;
    return name === '' || answer === '' ? null : { ...taught, question: { name, answers: [answer] } };
  }, [to, itemId, words, likes, isNew, name, answer]);
  return {
    to,
    setTo,
    newId,
    setId,
    isNew,
    question,
    setQuestion,
    words,
    setWords,
    likes,
    setLikes,
    items,
    item,
    lesson,
  };
};

/** What a new question is called and what the robot answers. */
const QuestionFields = ({ value, onChange }: { value: Question; onChange: (value: Question) => void }) => {
  const { t } = useTranslation('learning');
  const id = useId();
  return (
    <>
      <FormField id={`${id}-name`} label={t($ => $.missed.name)}>
        <input
          id={`${id}-name`}
          className="learning-text-input boxed"
          maxLength={planLimits.nameChars}
          value={value.name}
          onChange={event => onChange({ ...value, name: event.target.value })}
        />
      </FormField>
      <FormField id={`${id}-answer`} label={t($ => $.missed.answer)} needed>
        <textarea
          id={`${id}-answer`}
          className="field"
          rows={2}
          maxLength={planLimits.sentenceChars}
          value={value.answer}
          onChange={event => onChange({ ...value, answer: event.target.value })}
        />
      </FormField>
    </>
  );
};

/** Adds a group of sentences to an intent or a question of the draft, or makes a question of it, with what that would gain; undone by the draft's undo. */
export const Classify = ({ planId, group, onClose }: ClassifyProps) => {
  const { t } = useTranslation('learning');
  const id = useId();
  const store = useDraftStore();
  const ignore = useIgnore(planId);
  const { to, setTo, newId, setId, isNew, question, setQuestion, ...chosen } = useLesson(group);
  const { words, setWords, likes, setLikes, items, item, lesson } = chosen;
  const asked = useSettled(lesson, restMs);
  const options = [
    ...(to === 'knowledge' ? [{ value: newId, label: t($ => $.missed.newQuestion) }] : []),
    ...items.map(one => ({ value: one.id, label: one.name })),
  ];
  const add = () => {
    if (!lesson || !item) return;
    store.getState().change(
      plan => taught(plan, lesson),
      t($ => $.missed.step, { text: group.text, name: item.name }),
    );
    toast.ok(t($ => $.missed.added));
    onClose();
  };
  const leaveOut = () =>
    ignore.mutate(group, {
      onSuccess: () => {
        toast.ok(t($ => $.missed.ignoredNow));
        onClose();
      },
    });
  return (
    <Modal
      title={t($ => $.missed.dialog, { text: group.text })}
      closeLabel={t($ => $.missed.back)}
      className="learning-classify"
      onClose={onClose}
    >
      <div className="modal-body">
        <Segments
          label={t($ => $.missed.kind)}
          value={to}
          options={[
            { value: 'knowledge', text: t($ => $.missed.knowledge) },
            { value: 'intent', text: t($ => $.missed.intent) },
          ]}
          onChange={setTo}
        />
        <FormField id={`${id}-item`} label={to === 'intent' ? t($ => $.missed.intent) : t($ => $.missed.knowledge)}>
          <PlainChoice
            id={`${id}-item`}
            value={item?.id ?? null}
            placeholder={options.length === 0 ? t($ => $.missed.noneToPick) : t($ => $.missed.pick)}
            options={options}
            disabled={options.length === 0}
            onChange={setId}
          />
        </FormField>
        {isNew && <QuestionFields value={question} onChange={setQuestion} />}
        <fieldset className="learning-classify-likes">
          <legend className="ink2">{t($ => $.missed.likes)}</legend>
          {group.texts.slice(0, mostLikes).map(({ text, n }) => (
            <label className="row gap-8" key={text}>
              <input
                type="checkbox"
                checked={likes.includes(text)}
                onChange={event =>
                  setLikes(event.target.checked ? [...likes, text] : likes.filter(one => one !== text))
                }
              />
              <span>{text}</span> <small className="hint">{n}</small>
            </label>
          ))}
          <p className="hint">{t($ => $.missed.likesHint)}</p>
        </fieldset>
        <FormField id={`${id}-words`} label={t($ => $.missed.keywords)} hint={t($ => $.missed.keywordsHint)}>
          <input
            id={`${id}-words`}
            className="learning-text-input boxed"
            maxLength={planLimits.wordChars}
            value={words}
            onChange={event => setWords(event.target.value)}
          />
        </FormField>
        {asked && <GainNote planId={planId} group={group} lesson={asked} />}
        <div className="learning-classify-foot flex gap-8">
          <button type="button" className="button" disabled={ignore.isPending} onClick={leaveOut}>
            {t($ => $.missed.ignore)}
          </button>
          <span className="fill" />
          <button type="button" className="button" onClick={onClose}>
            {t($ => $.missed.cancel)}
          </button>
          <button type="button" className="button is-first" disabled={lesson === null} onClick={add}>
            {t($ => $.missed.add)}
          </button>
        </div>
      </div>
    </Modal>
  );
};
