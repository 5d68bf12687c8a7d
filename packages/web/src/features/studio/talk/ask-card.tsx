import { exitWord, type TalkMove, type TalkResult, talkLimits } from '@lianxian/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../../text/said.ts';
import { useTargetName } from '../draft/use-people.ts';

type Ask = NonNullable<TalkResult['ask']>;
type Answer = Extract<TalkMove, { does: 'answer' }>['answer'];

interface AskProps {
  readonly ask: Ask;
  readonly onAnswer: (answer: Answer) => void;
  readonly onReal: () => void;
}

/** The best that can be said without asking: values as typed. */
const doneOf = (ask: Ask, values: Readonly<Record<string, string>>): Answer => {
  switch (ask.type) {
    case 'webhook':
      return { type: 'kept', values: { ...values } };
    case 'sms':
      return { type: 'sent' };
    case 'transfer':
      return { type: 'transferred', to: ask.detail };
    case 'llm':
      return { type: 'said', text: values.said ?? '' };
    case 'meaning':
      return { type: 'failed', because: 'unknown' };
  }
};

/** The plan asks the world: the person says what comes back, or has it really asked. */
export const AskCard = ({ ask, onAnswer, onReal }: AskProps) => {
  const { t } = useTranslation('talk');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const target = useTargetName(ask.node);
  const detail = ask.detail || target;
  const fields =
    ask.type === 'webhook' ? ask.choices : ask.type === 'llm' ? [{ id: 'said', name: t($ => $.ask.says) }] : [];
  return (
    <section className="talk-ask grid gap-6" aria-label={t($ => $.move.answer)}>
      <strong>{t($ => $.ask[ask.type], { name: ask.nodeName })}</strong>
      {detail && <p className="hint breaks">{detail}</p>}
      {fields.map(({ id, name }) => (
        <label className="grid gap-2 small ink2" key={id}>
          {ask.type === 'webhook' ? t($ => $.ask.value, { name }) : name}
          <input
            className="field"
            value={values[id] ?? ''}
            maxLength={talkLimits.textChars}
            onChange={event => setValues({ ...values, [id]: event.target.value })}
          />
        </label>
      ))}
      <div className="talk-chips flex gap-6 wrap">
        {ask.type !== 'meaning' && (ask.type !== 'llm' || values.said) && (
          <button type="button" onClick={() => onAnswer(doneOf(ask, values))}>
            {ask.type === 'transfer' ? t($ => $.ask.taken) : t($ => $.ask.done)}
          </button>
        )}
        {(ask.type === 'llm' || ask.type === 'meaning') &&
          ask.choices.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              onClick={() =>
                onAnswer(ask.type === 'llm' ? { type: 'exit', exit: id, text: '' } : { type: 'means', choice: id })
              }
            >
              {ask.type === 'meaning' ? exitWord(saidLanguage(), id, name) : name}
            </button>
          ))}
        <button type="button" onClick={() => onAnswer({ type: 'failed', because: 'unknown' })}>
          {ask.type === 'transfer' ? t($ => $.ask.nobody) : t($ => $.ask.failed)}
        </button>
        {ask.mayBeReal && (
          <button type="button" onClick={onReal}>
            {t($ => $.ask.real)}
          </button>
        )}
      </div>
    </section>
  );
};
