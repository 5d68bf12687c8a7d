import { endpoints, keywordKinds, keywordLimits } from '@lianxian/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Input, TextArea } from '../../ui/input.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PlainChoice } from '../../ui/plain-choice.tsx';
import { toast } from '../../ui/toast.ts';
import { TouchWarning } from './touches.tsx';
import { type Kind, useChange, type Word } from './use-keywords.ts';

const isKind = (value: string): value is Kind => keywordKinds.some(kind => kind === value);

const KindField = ({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) => {
  const { t } = useTranslation('keywords');
  return (
    <FormField id="word-kind" label={t($ => $.list.kind)} hint={t($ => $.kindHint[kind])}>
      <PlainChoice
        id="word-kind"
        placeholder=""
        options={keywordKinds.map(value => ({ value, label: t($ => $.kind[value]) }))}
        value={kind}
        onChange={value => isKind(value) && onChange(value)}
      />
    </FormField>
  );
};

interface AddWordsProps {
  readonly groupId: string;
  readonly kind: Kind | null;
  readonly onClose: () => void;
}

/** Many words at once; what cannot be read stays in the field, to be put right. */
export const AddWords = ({ groupId, kind: first, onClose }: AddWordsProps) => {
  const { t } = useTranslation('keywords');
  const [kind, setKind] = useState<Kind>(first ?? 'simple');
  const [texts, setTexts] = useState('');
  const [refused, setRefused] = useState(false);
  const add = useChange(endpoints.keywords.add, answer => {
    const { added, known } = answer;
    toast.ok(known > 0 ? t($ => $.list.addedKnown, { added, known }) : t($ => $.list.added, { added }));
    setTexts(answer.refused.join('\n'));
    setRefused(answer.refused.length > 0);
    if (answer.refused.length === 0) onClose();
  });
  return (
    <Modal title={t($ => $.list.add)} closeLabel={t($ => $.close)} className="keywords-dialog" onClose={onClose}>
      <form
        className="modal-body"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (texts.trim()) add.mutate({ groupId, kind, texts });
        }}
      >
        <KindField kind={kind} onChange={setKind} />
        <FormField id="word-texts" label={t($ => $.list.texts)} fault={refused ? t($ => $.list.refused) : undefined}>
          <TextArea
            id="word-texts"
            rows={8}
            autoFocus
            maxLength={keywordLimits.atOnce * (keywordLimits.wordChars + 2)}
            value={texts}
            onChange={event => setTexts(event.target.value)}
          />
        </FormField>
        <TouchWarning groupId={groupId} />
        <footer>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={!texts.trim()} loading={add.isPending}>
            {t($ => $.save)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};

interface EditWordProps {
  readonly groupId: string;
  readonly word: Word;
  readonly onClose: () => void;
}

/** One word, and how it is found. */
export const EditWord = ({ groupId, word, onClose }: EditWordProps) => {
  const { t } = useTranslation('keywords');
  const [kind, setKind] = useState(word.kind);
  const [text, setText] = useState(word.text);
  const save = useChange(endpoints.keywords.saveWord, () => {
    toast.ok(t($ => $.saved));
    onClose();
  });
  const wanted = text.trim();
  return (
    <Modal
      title={t($ => $.list.edit, { word: word.text })}
      closeLabel={t($ => $.close)}
      className="keywords-dialog"
      onClose={onClose}
    >
      <form
        className="modal-body"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (wanted) save.mutate({ id: word.id, kind, text: wanted });
        }}
      >
        <FormField id="word-text" label={t($ => $.list.word)}>
          <Input
            id="word-text"
            autoFocus
            maxLength={keywordLimits.wordChars}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        </FormField>
        <KindField kind={kind} onChange={setKind} />
        <TouchWarning groupId={groupId} />
        <footer>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={!wanted} loading={save.isPending}>
            {t($ => $.save)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};

interface RemoveWordProps extends EditWordProps {
  readonly onRemoved: () => void;
}

/** Asks before a word goes, with the plans that lose it. */
export const RemoveWord = ({ groupId, word, onClose, onRemoved }: RemoveWordProps) => {
  const { t } = useTranslation('keywords');
  const remove = useChange(endpoints.keywords.removeWords, () => {
    toast.ok(t($ => $.removed));
    onRemoved();
  });
  return (
    <Modal
      title={t($ => $.list.removeTitle, { word: word.text })}
      closeLabel={t($ => $.close)}
      className="keywords-dialog"
      onClose={onClose}
    >
      <div className="modal-body">
        <TouchWarning groupId={groupId} />
        <footer>
          <Button autoFocus onClick={onClose}>
            {t($ => $.cancel)}
          </Button>
          <Button danger loading={remove.isPending} onClick={() => remove.mutate({ groupId, ids: word.id })}>
            {t($ => $.remove)}
          </Button>
        </footer>
      </div>
    </Modal>
  );
};
