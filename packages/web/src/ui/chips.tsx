import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Popover } from './popover.tsx';
import './chips.css';

interface ChipProps {
  readonly name: string;
  readonly value: string;
  readonly removeText: string;
  /** It was just added: its editor is open. */
  readonly opened?: boolean;
  readonly onRemove: () => void;
  readonly onClose?: () => void;
  readonly children: (close: () => void) => ReactNode;
}

/** One condition: its name, its value, a way to change it and one to take it away. */
export const Chip = ({ name, value, removeText, opened, onRemove, onClose, children }: ChipProps) => (
  <span className="chip row-in small">
    <Popover
      className="chip-face cut"
      label={
        <>
          {name} <b>{value}</b>
        </>
      }
      {...(opened ? { opened } : {})}
      {...(onClose ? { onClose } : {})}
    >
      {children}
    </Popover>
    <button type="button" className="chip-remove middle" aria-label={removeText} onClick={onRemove}>
      <X size={13} aria-hidden="true" />
    </button>
  </span>
);

/** The dashed chip that offers what may be added. */
export const AddChip = ({ label, children }: { label: string; children: (close: () => void) => ReactNode }) => (
  <Popover
    className="chip-add row-in gap-4 small"
    label={
      <>
        <Plus size={14} aria-hidden="true" /> {label}
      </>
    }
  >
    {children}
  </Popover>
);
