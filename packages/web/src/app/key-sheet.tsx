import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type KeyArea, keyCap, keys } from '../ui/keys.ts';
import { Modal } from '../ui/modal.tsx';
import { pagesByLetter, switchKeys, useKeys } from './shortcuts.ts';
import './key-sheet.css';

const areas = Object.keys(keys) as readonly KeyArea[];

interface AreaProps {
  readonly title: string;
  /** Keys, and what they do. `joint`: what stands between two of them. */
  readonly rows: readonly { readonly caps: readonly string[]; readonly says: string; readonly joint: string }[];
}

/** More keys than arrows are a run, as 1 to 9: the first and the last say it. */
const isRun = (strokes: readonly string[]): boolean => strokes.length > 4;

/** The keys that hold somewhere. */
const Area = ({ title, rows }: AreaProps) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <dl>
        {rows.map(({ caps, says, joint }) => (
          <div className="flex gap-10" key={says}>
            <dt>
              {caps.map((cap, at) => (
                <span key={cap}>
                  {at > 0 && joint}
                  <kbd className="small">{cap}</kbd>
                </span>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/** All shortcuts there are, by where they hold, and the switch that turns those of the frame off. */
export const KeySheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['palette', 'frame', 'shell']);
  const { on } = useKeys();
  const capOf = (stroke: string) =>
    keyCap(
      stroke,
      t($ => $.space),
    );
  const rowsOf = (area: KeyArea) => {
    const says: Readonly<Record<string, string>> = t($ => $.does[area], { returnObjects: true });
    return Object.entries<readonly string[]>(keys[area]).map(([does, strokes]) => ({
      caps: (isRun(strokes) ? [strokes[0]!, strokes.at(-1)!] : strokes).map(capOf),
      joint: isRun(strokes) ? ' – ' : ' ',
      says: says[does] ?? '',
    }));
  };
  const goes = pagesByLetter().map(([letter, { label }]) => ({
    caps: ['g', letter],
    joint: ` ${t($ => $.follows)} `,
    says: label ? t($ => $.nav[label], { ns: 'shell' }) : '',
  }));
  return (
    <Modal
      className="key-sheet"
      title={t($ => $.keys.title, { ns: 'frame' })}
      closeLabel={t($ => $.keys.close, { ns: 'frame' })}
      onClose={onClose}
      tools={
        <label className="row gap-6">
          <input type="checkbox" checked={on} onChange={event => switchKeys(event.target.checked)} />{' '}
          {t($ => $.keys.use, { ns: 'frame' })}
        </label>
      }
    >
      <div className="modal-body">
        <div className="key-sheet-lists">
          {areas.map(area => (
            <Area key={area} title={t($ => $.areas[area])} rows={rowsOf(area)} />
          ))}
          <Area title={t($ => $.go)} rows={goes} />
        </div>
      </div>
      <p className="key-sheet-hint hint fixed">{t($ => $.keys.hint, { ns: 'frame' })}</p>
    </Modal>
  );
};
