import { recordOrderLimits } from '@lianxian/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { MarkedWave } from './marked-wave.tsx';
import { hear, type Sentence, type useJudge } from './use-orders.ts';

interface JudgeSentenceProps {
  readonly order: string;
  readonly sentence: Sentence;
  readonly judge: ReturnType<typeof useJudge>;
}

/** A mark begins as the whole of it: whoever draws nothing means all. */
const wholeOf = ({ durationMs }: NonNullable<Sentence['take']>) => ({ fromMs: 0, toMs: durationMs });

const SendBack = ({ order, sentence, judge, onDone }: JudgeSentenceProps & { onDone: () => void }) => {
  const { t } = useTranslation('audio');
  const id = useId();
  const take = sentence.take!;
  const [mark, setMark] = useState(wholeOf(take));
  const [note, setNote] = useState('');
  const send = () =>
    judge.sendBack.mutate({ number: sentence.number, ...mark, note: note.trim() }, { onSuccess: onDone });
  return (
    <div className="audio-back stack gap-8">
      <p className="ink2">{t($ => $.drawMark)}</p>
      <MarkedWave
        name={`mark ${order} ${sentence.number}`}
        label={t($ => $.hearHanded, { text: sentence.text })}
        find={hear(order, sentence.number)}
        take={take}
        mark={mark}
        onMark={setMark}
      />
      <label htmlFor={id}>{t($ => $.whatIsWrong)}</label>
      <Input
        id={id}
        value={note}
        maxLength={recordOrderLimits.noteChars}
        onChange={event => setNote(event.target.value)}
        autoFocus
      />
      <div className="flex gap-8 to-end">
        <Button onClick={onDone}>{t($ => $.cancel)}</Button>
        <Button
          kind="primary"
          disabled={note.trim() === '' || mark.toMs <= mark.fromMs}
          loading={judge.sendBack.isPending}
          onClick={send}
        >
          {t($ => $.sendBackNow)}
        </Button>
      </div>
    </div>
  );
};

/** One sentence as the merchant has it: heard, accepted, or sent back with a mark. */
export const JudgeSentence = (props: JudgeSentenceProps) => {
  const { order, sentence, judge } = props;
  const { t } = useTranslation('audio');
  const spends = useCurrentUser()?.btns.includes('plan:publish') ?? false;
  const [isBack, setBack] = useState(false);
  const { number, text, note, state, take, mark } = sentence;
  const isOpen = take !== null && (state === 'handedIn' || state === 'changed');
  return (
    <li className="audio-sentence stack gap-8">
      <div className="row gap-10">
        <span className="prompter-deck-number">{number}</span>
        <span className="fill">{text}</span>
        <span className={`audio-state is-${state}`}>{t($ => $.sentence[state])}</span>
      </div>
      {note !== '' && <p className="ink2">{t($ => $.tone, { notes: note })}</p>}
      {mark && <p className="audio-bad">{t($ => $.youMarked, { note: mark.note })}</p>}
      {take && !isBack && (
        <MarkedWave
          name={`judge ${order} ${number} ${take.at}`}
          label={t($ => $.hearHanded, { text })}
          find={hear(order, number)}
          take={take}
          mark={mark}
        />
      )}
      {isOpen && !isBack && (
        <div className="flex gap-8 to-end">
          {state === 'handedIn' && <Button onClick={() => setBack(true)}>{t($ => $.sendBack)}</Button>}
          {spends && (
            <Button kind="primary" loading={judge.accept.isPending} onClick={() => judge.accept.mutate([number])}>
              {t($ => $.accept)}
            </Button>
          )}
        </div>
      )}
      {isBack && isOpen && <SendBack {...props} onDone={() => setBack(false)} />}
    </li>
  );
};
