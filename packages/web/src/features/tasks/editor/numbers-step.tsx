import { endpoints, fieldChars } from '@lianxian/contract';
import { ClipboardPaste, FileSpreadsheet, GraduationCap } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { count } from '../../../ui/format.ts';
import { TextArea } from '../../../ui/input.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { ImportsKept } from '../imports-kept.tsx';
import { TaskFollow } from '../task-follow.tsx';
import type { Draft } from './draft.ts';
import { keepNumbers, keptNumbers } from './kept-numbers.ts';
import { LeftOut } from './left-out.tsx';
import { SheetImport } from './sheet-import.tsx';
import { UploadBox } from './upload-box.tsx';
import type { PendingNumbers } from './use-pending-numbers.tsx';

interface NumbersStepProps {
  readonly taskId: string;
  readonly total: number;
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
  /** True once what is typed is on the server: an import goes by it. */
  readonly save: () => Promise<boolean>;
  /** Of the plan's variables: what a sheet may say besides. */
  readonly labels: readonly string[];
  /** A practice line is chosen: its numbers may be filled in. */
  readonly practice: boolean;
  /** And no other: other numbers are refused. */
  readonly practiceOnly: boolean;
  /** A batch task brings numbers. */
  readonly onImport: (batchId: string) => void;
  /** Told what is here and not in the task. */
  readonly pending: RefObject<PendingNumbers>;
}

const mostPasted = fieldChars(endpoints.task.import.input, 'text');
/** The preview is read once one has stopped typing. */
const settledAfterMs = 400;
const practiceNumbers = 60;
/** 15400000001 and on: the callees of the practice line. */
const practiceList = Array.from({ length: practiceNumbers }, (_, at) => String(15_400_000_001 + at)).join('\n');

/** Step two: numbers from a sheet or pasted, looked at before they go in. */
export const NumbersStep = (props: NumbersStepProps) => {
  const { taskId, total, labels, practice, practiceOnly, onImport, pending, save } = props;
  const { t } = useTranslation('tasks');
  const [kept] = useState(() => keptNumbers(taskId));
  const [source, setSource] = useState(kept?.source ?? (practice ? 'paste' : 'upload'));
  const [file, setFile] = useState(kept?.file ?? null);
  const [text, setText] = useState(kept?.text ?? '');
  const typed = useRef(text);
  const type = (value: string) => {
    typed.current = value;
    setText(value);
  };
  const pasted = useSettled(text.trim(), settledAfterMs);
  const tooLong = text.length > mostPasted;
  useEffect(() => {
    const now = pending.current;
    if (source === 'upload') now.is = file === null ? 'nothing' : 'there';
    else if (text.trim() === '') now.is = 'nothing';
    else now.is = text.trim() === pasted && !tooLong ? 'there' : 'typed';
    return () => {
      now.is = 'nothing';
    };
  });
  useEffect(() => keepNumbers(taskId, { source, file, text: pasted }), [taskId, source, file, pasted]);
  useEffect(
    () => () => {
      // Who leaves faster than that has typed it all the same.
      const { file: sent = null, text: known = '' } = keptNumbers(taskId) ?? {};
      const last = typed.current.trim();
      if (last !== known) keepNumbers(taskId, { source: 'paste', file: sent, text: last });
    },
    [taskId],
  );

  const imported = (batchId: string) => {
    onImport(batchId);
    setFile(null);
    type('');
    keepNumbers(taskId, { source, file: null, text: '' });
  };
  return (
    <div className="editor-step-body">
      <div className="row gap-10">
        <p className={total > 0 ? 'editor-numbers-there' : 'editor-numbers-there is-none'} role="status">
          {total > 0 ? t($ => $.numbers.there, { n: count(total) }) : t($ => $.numbers.none)}
        </p>
        <ImportsKept taskId={taskId} />
      </div>
      <TaskFollow taskId={taskId} />
      {practiceOnly && <p className="hint">{t($ => $.numbers.practiceOnly)}</p>}
      <div className="editor-sources row gap-8" role="radiogroup" aria-label={t($ => $.numbers.source)}>
        {(
          [
            ['upload', FileSpreadsheet],
            ['paste', ClipboardPaste],
          ] as const
        ).map(([each, Icon]) => (
          <label key={each} className="editor-source row-in gap-6">
            <input type="radio" name="source" checked={source === each} onChange={() => setSource(each)} />
            <Icon size={16} aria-hidden="true" /> {t($ => $.numbers[each])}
          </label>
        ))}
        {practice && (
          <Button
            icon={<GraduationCap size={14} aria-hidden="true" />}
            onClick={() => {
              setSource('paste');
              type(practiceList);
            }}
          >
            {t($ => $.numbers.practice)}
          </Button>
        )}
      </div>
      <LeftOut draft={props.draft} onChange={props.onChange} />
      {source === 'upload' ? (
        <UploadBox
          file={file}
          onFile={setFile}
          titles={[t($ => $.numbers.phone), t($ => $.numbers.personName), ...labels]}
        />
      ) : (
        <div className="editor-step-field">
          <label htmlFor="paste-numbers">{t($ => $.numbers.pasteLabel)}</label>
          <TextArea
            id="paste-numbers"
            rows={6}
            value={text}
            placeholder={'13812345678,陈女士\n13912345678,何先生'}
            wrong={tooLong}
            aria-describedby="paste-note"
            onChange={event => type(event.target.value)}
          />
          <p id="paste-note" className={tooLong ? 'wrong' : 'hint'}>
            {tooLong ? t($ => $.numbers.pasteTooLong) : t($ => $.numbers.pasteHint)}
          </p>
        </div>
      )}
      {source === 'upload' && file && (
        <SheetImport
          key={file.fileId}
          taskId={taskId}
          source={{ fileId: file.fileId }}
          onImport={imported}
          pending={pending}
          save={save}
        />
      )}
      {source === 'paste' && pasted !== '' && !tooLong && (
        <SheetImport taskId={taskId} source={{ text: pasted }} onImport={imported} pending={pending} save={save} />
      )}
    </div>
  );
};
