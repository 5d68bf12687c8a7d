import { endpoints, fieldLimits, type TestConversationOnWire } from '@lianxian/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../../ui/segments.tsx';
import { ExpectsField } from './expects-field.tsx';
import { MovesField } from './moves-field.tsx';
import './tests.css';

interface FormProps {
  readonly name: string;
  readonly test: TestConversationOnWire;
  readonly saving: boolean;
  readonly wrong: string | null;
  readonly onSave: (name: string, test: TestConversationOnWire) => void;
  readonly onCancel: () => void;
}

const nameChars = fieldLimits(endpoints.talk.saveTest.input, 'name').chars;

/** What is left blank while typing is no part of a test. */
const tidied = ({ moves, expects, ...rest }: TestConversationOnWire): TestConversationOnWire => ({
  ...rest,
  moves: moves.filter(move => !('text' in move) || move.text.trim() !== ''),
  expects: {
    ...expects,
    ...(expects.says && { says: expects.says.filter(({ text }) => text.trim() !== '') }),
    ...(expects.tags && { tags: expects.tags.filter(tag => tag !== '') }),
  },
});

/** A test conversation by hand. */
export const TestForm = ({ saving, wrong, onSave, onCancel, ...given }: FormProps) => {
  const { t } = useTranslation('talk');
  const [name, setName] = useState(given.name);
  const [test, setTest] = useState(given.test);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(name.trim(), tidied(test));
  };
  const isEmpty = tidied(test).moves.length === 0;
  return (
    <form className="tests-form stack gap-10 lean" onSubmit={submit}>
      <label>
        {t($ => $.tests.name)}
        <input className="field" value={name} maxLength={nameChars} onChange={event => setName(event.target.value)} />
      </label>
      <MovesField moves={test.moves} onChange={moves => setTest({ ...test, moves: [...moves] })} />
      <div className="tests-world row gap-6 wrap">
        <span className="small">{t($ => $.tests.world)}</span>
        <Segments
          label={t($ => $.tests.world)}
          options={[
            { value: 'succeeds', text: t($ => $.tests.succeeds) },
            { value: 'fails', text: t($ => $.tests.fails) },
          ]}
          value={test.world}
          onChange={world => setTest({ ...test, world })}
        />
      </div>
      <ExpectsField expects={test.expects} onChange={expects => setTest({ ...test, expects })} />
      {wrong && (
        <p className="talk-wrong" role="alert">
          {wrong}
        </p>
      )}
      <footer className="flex gap-8 to-end">
        <button type="button" className="button" onClick={onCancel}>
          {t($ => $.tests.cancel)}
        </button>
        <button type="submit" className="button is-first" disabled={saving || isEmpty || name.trim() === ''}>
          {t($ => $.tests.save)}
        </button>
      </footer>
    </form>
  );
};
