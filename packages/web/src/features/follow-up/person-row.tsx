import { Copy, Play, ShieldBan } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { when } from '../../ui/format.ts';
import { Level } from '../../ui/level.tsx';
import { RowActs } from '../../ui/row-acts.tsx';
import type { Person } from './waiting.ts';

export type PersonAct = 'play' | 'copy' | 'blacklist';
const icons = { play: Play, copy: Copy, blacklist: ShieldBan } as const;

interface PersonRowProps {
  readonly person: Person;
  readonly isHere: boolean;
  readonly acts: readonly PersonAct[];
  readonly onChoose: (id: string) => void;
  readonly onAct: (act: PersonAct, person: Person) => void;
}

/** One person of the list: who, what they said, when, and who has them. */
const Row = ({ person, isHere, acts, onChoose, onAct }: PersonRowProps) => {
  const { t } = useTranslation(['followUp', 'shell']);
  const { callId, phone, calleeName, level, corrected, at, task, said, levelRule, taken, direction } = person;
  const isOthers = taken !== null && !taken.mine;
  return (
    <li aria-current={isHere || undefined} data-person={callId} className="follow-up-row row">
      <button type="button" className="choice fill lean" onClick={() => onChoose(callId)}>
        <span className="row gap-8">
          <Level level={level} byHand={corrected ? t($ => $.correct.mark, { ns: 'shell' }) : ''} />
          <b className="phone">{phone}</b>
          <span className="cut fill lean">{calleeName}</span>
          <time className="hint whole">
            {when(
              at,
              new Date(),
              t($ => $.calls.today, { ns: 'shell' }),
            )}
          </time>
        </span>
        <span className="cut ink2 follow-up-said">{said || levelRule || t($ => $.saidNothing)}</span>
        <span className="cut hint follow-up-said">
          {isOthers && <b className="follow-up-taken">{t($ => $.taken, { by: taken.by })}</b>}
          {task?.name ?? (direction === 'in' ? t($ => $.inbound) : '')}
        </span>
      </button>
      <RowActs
        name={phone}
        more=""
        acts={acts.map(act => ({ act, word: t($ => $.acts[act]), icon: icons[act] }))}
        onAct={act => onAct(act, person)}
      />
    </li>
  );
};
export const PersonRow = memo(Row);
