import { endpoints, type QuestionSheet, questionSheetLimits } from '@lianxian/contract';
import { isSame } from '@lianxian/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../../api/upload.ts';
import { listed } from '../../../text/said.ts';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { freshId } from '../graph/node-kinds.ts';
import { type Conflict, taken, weigh } from './sheet-merge.ts';
import './sheet-dialog.css';

const { extensions = [] } = endpoints.plan.readQuestions.upload ?? {};
const accepted = extensions.map(extension => `.${extension}`).join(',');
const megabyte = 1_048_576;
const newId = () => freshId('k');

/** What was pasted, or a file: either is read as a file. */
const Source = ({ onSheet }: { onSheet: (sheet: QuestionSheet) => void }) => {
  const { t } = useTranslation('inspector');
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const read = useMutation({
    mutationFn: (chosen: File) =>
      upload(endpoints.plan.readQuestions, chosen, {
        signal: AbortSignal.timeout(60_000),
        onProgress: () => undefined,
      }),
    onSuccess: onSheet,
  });
  return (
    <div className="modal-body grid gap-10">
      <p className="hint">
        {t($ => $.sheet.hint, { rows: questionSheetLimits.rows, size: questionSheetLimits.bytes / megabyte })}
      </p>
      <label htmlFor={id}>{t($ => $.sheet.paste)}</label>
      <textarea
        id={id}
        className="field"
        rows={8}
        maxLength={questionSheetLimits.chars}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <footer className="flex gap-8 to-end">
        <button type="button" className="button" disabled={read.isPending} onClick={() => file.current?.click()}>
          {t($ => $.sheet.file)}
        </button>
        <button
          type="button"
          className="button is-first"
          disabled={read.isPending || text.trim() === ''}
          onClick={() => read.mutate(new File([text], 'pasted.txt'))}
        >
          {read.isPending ? t($ => $.sheet.reading) : t($ => $.sheet.read)}
        </button>
      </footer>
      <input
        ref={file}
        type="file"
        accept={accepted}
        hidden
        aria-label={t($ => $.sheet.file)}
        onChange={event => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) read.mutate(chosen);
        }}
      />
    </div>
  );
};

/** What of a sheet was not taken, and why. */
const LeftOut = ({ sheet: { sheets, list, leftOut, more } }: { sheet: QuestionSheet }) => {
  const { t } = useTranslation('inspector');
  const [first = '', ...others] = sheets;
  return (
    <ul className="hint">
      {others.length > 0 && <li>{t($ => $.sheet.firstSheet, { name: first, count: others.length })}</li>}
      {leftOut.map(({ fault, ...rest }) => (
        <li key={fault}>{t($ => $.sheet.leftOut[fault], rest)}</li>
      ))}
      {more && <li>{t($ => $.sheet.more, { line: list.at(-1)?.line ?? 0 })}</li>}
    </ul>
  );
};

interface ConflictProps {
  readonly conflict: Conflict;
  readonly decided: string | undefined;
  readonly onDecide: (side: string) => void;
}

/** One question with several answers: which of them it has from now on. */
const ConflictField = ({ conflict: { asked, sides }, decided, onDecide }: ConflictProps) => {
  const { t } = useTranslation('inspector');
  const name = useId();
  return (
    <fieldset className="sheet-dialog-conflict grid gap-4">
      <legend>{t($ => $.sheet.conflict, { asked: listed(asked) })}</legend>
      {sides.map(({ key, isThere, answers }) => (
        <label key={key} className="row gap-8">
          <input type="radio" name={name} checked={decided === key} onChange={() => onDecide(key)} />
          <span>{t($ => $.sheet[isThere ? 'there' : 'ofSheet'], { answer: answers.join(' / ') })}</span>
        </label>
      ))}
    </fieldset>
  );
};

/** What would come of the sheet, and what somebody has to decide before it does. */
const Review = ({ sheet, onAgain, onDone }: { sheet: QuestionSheet; onAgain: () => void; onDone: () => void }) => {
  const { t } = useTranslation(['inspector', 'studio']);
  const store = useDraftStore();
  const knowledge = useDraft(draft => draft.plan.knowledge);
  const [decided, setDecided] = useState<ReadonlyMap<string, string>>(new Map());
  const weighed = useMemo(() => weigh(knowledge, sheet.list), [knowledge, sheet]);
  const sums = useMemo(() => taken(knowledge, weighed, decided, newId), [knowledge, weighed, decided]);
  const { conflicts } = weighed;
  const decideAll = (at: 0 | -1) =>
    setDecided(new Map(conflicts.map(({ key, sides }) => [key, sides.at(at)?.key ?? ''])));
  const isOpen = conflicts.some(({ key }) => !decided.has(key));
  const isNothing = isSame(sums.knowledge, knowledge);
  const take = () => {
    store.getState().change(
      plan => ({ ...plan, knowledge: sums.knowledge }),
      t($ => $.steps.questions, { ns: 'studio' }),
    );
    toast.ok(t($ => $.sheet.taken));
    onDone();
  };
  return (
    <div className="modal-body grid gap-10">
      <p aria-live="polite">
        {t($ => $.sheet.sum, { fresh: sums.fresh, ways: sums.ways, same: sums.same })}
        {sums.over > 0 && <strong className="wrong"> {t($ => $.sheet.over, { count: sums.over })}</strong>}
      </p>
      <LeftOut sheet={sheet} />
      {conflicts.length > 0 && (
        <section className="grid gap-8">
          <header className="row gap-8 wrap">
            <h3 className="fill">{t($ => $.sheet.conflicts, { count: conflicts.length })}</h3>
            <button type="button" className="link" onClick={() => decideAll(0)}>
              {t($ => $.sheet.keepAll)}
            </button>
            <button type="button" className="link" onClick={() => decideAll(-1)}>
              {t($ => $.sheet.takeAll)}
            </button>
          </header>
          <div className="sheet-dialog-conflicts grid gap-10">
            {conflicts.map(conflict => (
              <ConflictField
                key={conflict.key}
                conflict={conflict}
                decided={decided.get(conflict.key)}
                onDecide={side => setDecided(new Map([...decided, [conflict.key, side]]))}
              />
            ))}
          </div>
        </section>
      )}
      <footer className="flex gap-8 to-end">
        <button type="button" className="button" onClick={onAgain}>
          {t($ => $.sheet.again)}
        </button>
        <button type="button" className="button is-first" disabled={isOpen || isNothing} onClick={take}>
          {t($ => $.sheet.take)}
        </button>
      </footer>
    </div>
  );
};

/** A sheet of questions and answers into the knowledge base of the draft: read, looked at, taken in one step. */
export const SheetDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('inspector');
  const [sheet, setSheet] = useState<QuestionSheet | null>(null);
  return (
    <Modal title={t($ => $.sheet.title)} closeLabel={t($ => $.sheet.close)} className="sheet-dialog" onClose={onClose}>
      {sheet === null ? (
        <Source onSheet={setSheet} />
      ) : (
        <Review sheet={sheet} onAgain={() => setSheet(null)} onDone={onClose} />
      )}
    </Modal>
  );
};
