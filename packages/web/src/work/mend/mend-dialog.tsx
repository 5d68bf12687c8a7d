import { endpoints, fieldChars, type Mend } from '@lianxian/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../ui/form-field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { PlainChoice } from '../../ui/plain-choice.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { MendList } from './mend-list.tsx';
import { readingText } from './reading-text.ts';
import type { SaidLine } from './said.ts';
import { type Meant, useKeep, useWays, type Ways } from './use-mend.ts';
import './mend.css';

interface MendDialogProps {
  readonly said: SaidLine;
  readonly onChanged: ((rev: number) => void) | undefined;
  readonly onClose: () => void;
}

/** Typing rests so long before it is asked what would come of it. */
const restMs = 400;
const saidChars = fieldChars(endpoints.mend.ways.input, 'said');
const wordChars = fieldChars(endpoints.mend.ways.input, 'word');

/** An option, an intent or a question as one choice of a list, and back. */
const keyOf = ({ meaning, value = '' }: Meant): string => `${meaning}|${value}`;
const meantBy = (key: string): Meant => {
  const at = key.indexOf('|');
  return { meaning: key.slice(0, at), value: key.slice(at + 1) };
};

const useChoices = ({ options, intents, questions }: Pick<Ways, 'options' | 'intents' | 'questions'>) => {
  const { t } = useTranslation('mend');
  const choice = (kind: 'option' | 'intent' | 'question', name: string, meant: Meant) => ({
    value: keyOf(meant),
    label: t($ => $.kinds[kind], { name }),
  });
  return [
    ...options.map(({ value }) => choice('option', value, { meaning: 'collected', value })),
    ...intents.map(({ id, name }) => choice('intent', name, { meaning: `intent:${id}`, value: '' })),
    ...questions.map(({ id, name }) => choice('question', name, { meaning: `knowledge:${id}`, value: '' })),
  ];
};

/** What is chosen, and what would come of it. */
const useMending = (line: SaidLine) => {
  const [is, setIs] = useState<'meaning' | 'words'>('meaning');
  const [meant, setMeant] = useState<Meant | null>(null);
  const [said, setSaid] = useState(line.text);
  const [word, setWord] = useState('');
  const [picked, setPicked] = useState<Mend['kind'] | null>(null);
  const isTyped = is === 'words' && said.trim() !== '' && said.trim() !== line.text.trim();
  const wish = useSettled(
    JSON.stringify({
      meant: is === 'meaning' ? meant : null,
      said: isTyped ? said.trim() : '',
      word: is === 'meaning' ? word.trim() : '',
    }),
    restMs,
  );
  const ways = useWays(line, JSON.parse(wish));
  const mends = ways.data?.mends ?? [];
  const mend = mends.find(({ kind }) => kind === picked) ?? mends.find(({ holds }) => holds) ?? null;
  const heard = ways.data?.meant ?? null;
  const target = is === 'meaning' ? meant : isTyped && heard ? { meaning: heard.meaning, value: heard.value } : null;
  const now = ways.data?.now ?? null;
  const isHeard = target !== null && now !== null && keyOf(target) === keyOf(now);
  return { is, setIs, meant, setMeant, said, setSaid, word, setWord, setPicked, isTyped, ways, mend, target, isHeard };
};

/** 听错了: what was meant or really said, what of the draft would hear it so, and into the draft with its test. */
export const MendDialog = ({ said: line, onChanged, onClose }: MendDialogProps) => {
  const { t } = useTranslation('mend');
  const id = useId();
  const mending = useMending(line);
  const { is, ways, mend, target, isHeard } = mending;
  const [tellsService, setTellsService] = useState(true);
  const [withTest, setWithTest] = useState(true);
  const keep = useKeep(line, onChanged, onClose);
  const choices = useChoices(ways.data ?? { options: [], intents: [], questions: [] });
  const hotWord = is === 'words' ? (ways.data?.hotWord ?? null) : null;
  const tells = hotWord !== null && tellsService;
  const mayKeep = target !== null && (mend !== null || tells || (isHeard && withTest));
  return (
    <Modal
      title={t($ => $.title, { text: line.text })}
      closeLabel={t($ => $.close)}
      className="mend-dialog"
      onClose={onClose}
    >
      <div className="modal-body stack gap-12">
        <Segments
          label={t($ => $.what)}
          value={is}
          options={[
            { value: 'meaning', text: t($ => $.wrongMeaning) },
            { value: 'words', text: t($ => $.wrongWords) },
          ]}
          onChange={mending.setIs}
        />
        {ways.isError && !ways.data && (
          <ErrorPanel title={t($ => $.failed)} error={ways.error} onAgain={() => void ways.refetch()} />
        )}
        {!ways.data && !ways.isError && <Skeleton rows={3} />}
        {ways.data && (
          <>
            <p className="hint">
              {ways.data.now
                ? t($ => $.now, { plan: ways.data.planName, name: readingText(ways.data.now) })
                : t($ => $.nowNothing, { plan: ways.data.planName })}
            </p>
            {is === 'meaning' ? (
              <FormField id={`${id}-meant`} label={t($ => $.meant)}>
                <PlainChoice
                  id={`${id}-meant`}
                  value={mending.meant && keyOf(mending.meant)}
                  placeholder={t($ => $.pick)}
                  options={choices}
                  onChange={key => mending.setMeant(meantBy(key))}
                />
              </FormField>
            ) : (
              <FormField id={`${id}-said`} label={t($ => $.said)} hint={t($ => $.saidHint)}>
                <input
                  id={`${id}-said`}
                  className="mend-text boxed"
                  maxLength={saidChars}
                  value={mending.said}
                  onChange={event => mending.setSaid(event.target.value)}
                />
              </FormField>
            )}
            {is === 'words' && mending.isTyped && (
              <p className="hint" aria-live="polite">
                {ways.data.meant
                  ? t($ => $.saidMeans, { name: readingText(ways.data.meant) })
                  : t($ => $.saidMeansNothing)}
              </p>
            )}
            {isHeard && <p className="is-ok small">{t($ => $.already)}</p>}
            {target !== null && !mayKeep && !ways.isPlaceholderData && (
              <p className="hint" aria-live="polite">
                {t($ => $.noWay)}
              </p>
            )}
            <MendList mends={target === null ? [] : ways.data.mends} picked={mend} onPick={mending.setPicked} />
            {is === 'meaning' && target !== null && !isHeard && (
              <FormField id={`${id}-word`} label={t($ => $.word)} hint={t($ => $.wordHint)}>
                <input
                  id={`${id}-word`}
                  className="mend-text boxed"
                  maxLength={wordChars}
                  value={mending.word}
                  onChange={event => mending.setWord(event.target.value)}
                />
              </FormField>
            )}
            {hotWord && (
              <label className="row-in gap-6">
                <input
                  type="checkbox"
                  checked={tellsService}
                  onChange={event => setTellsService(event.target.checked)}
                />
                {t($ => $.hotWord, hotWord)}
              </label>
            )}
            <label className="row-in gap-6">
              <input type="checkbox" checked={withTest} onChange={event => setWithTest(event.target.checked)} />
              {t($ => $.withTest)}
            </label>
          </>
        )}
        <div className="mend-foot row gap-8 to-end">
          <button type="button" className="button" onClick={onClose}>
            {t($ => $.cancel)}
          </button>
          <button
            type="button"
            className="button is-first"
            disabled={!mayKeep || keep.isPending || ways.isPlaceholderData}
            onClick={() =>
              keep.mutate({
                meant: target!,
                lessons: mend?.lessons ?? [],
                hotWord: tells ? hotWord.word : null,
                withTest,
              })
            }
          >
            {t($ => $.keep)}
          </button>
        </div>
      </div>
    </Modal>
  );
};
