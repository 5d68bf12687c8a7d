import { Ellipsis, type LucideIcon } from 'lucide-react';
import { MenuButton } from './menu-button.tsx';

interface RowAct<Act extends string> {
  readonly act: Act;
  readonly word: string;
  /** The usual ones stand as icons, the others under ⋯. */
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
}

interface RowActsProps<Act extends string> {
  /** What the row is of, read out with each act. */
  readonly name: string;
  readonly acts: readonly RowAct<Act>[];
  readonly more: string;
  readonly onAct: (act: Act) => void;
}

/** What can be done with a row, at its end (docs/look.md#tables). */
export const RowActs = <Act extends string>({ name, acts, more, onAct }: RowActsProps<Act>) => {
  const rest = acts.filter(({ icon }) => icon === undefined);
  return (
    <span className="flex to-end">
      {acts.map(
        ({ act, word, icon: Icon }) =>
          Icon && (
            <button
              key={act}
              type="button"
              className="icon-button"
              title={word}
              aria-label={`${word} ${name}`}
              onClick={() => onAct(act)}
            >
              <Icon size={15} aria-hidden="true" />
            </button>
          ),
      )}
      {rest.length > 0 && (
        <MenuButton
          label={<Ellipsis size={15} aria-hidden="true" />}
          className="icon-button"
          name={`${more} ${name}`}
          parts={[
            {
              key: 'acts',
              entries: rest.map(({ act, word, danger = false }) => ({
                key: act,
                label: word,
                danger,
                onChoose: () => onAct(act),
              })),
            },
          ]}
        />
      )}
    </span>
  );
};
