import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../../ui/form-field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { draftChars } from '../draft/limits.ts';

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  /** Its way in the draft: the name can be as long as the contract takes there. */
  readonly way: string;
  readonly first: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a part of the plan. */
export const NameDialog = ({ title, label, way, first, onName, onClose }: NameDialogProps) => {
  const { t } = useTranslation('studio');
  const id = useId();
  const [name, setName] = useState(first);
  return (
    <Modal title={title} closeLabel={t($ => $.flows.cancel)} className="studio-small" onClose={onClose}>
      <form
        className="studio-name-form grid gap-14"
        onSubmit={event => {
          event.preventDefault();
          if (name.trim() === '') return;
          onName(name.trim());
          onClose();
        }}
      >
        <FormField id={id} label={label}>
          <input
            id={id}
            className="field"
            value={name}
            maxLength={draftChars(way)}
            onChange={event => setName(event.target.value)}
          />
        </FormField>
        <footer className="flex gap-8 to-end">
          <button type="button" className="button" onClick={onClose}>
            {t($ => $.flows.cancel)}
          </button>
          <button type="submit" className="button is-first" disabled={name.trim() === ''}>
            {t($ => $.flows.ok)}
          </button>
        </footer>
      </form>
    </Modal>
  );
};
