import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { CallParty, ShownCall } from '../shown-call.ts';
import { useAct } from './use-act.ts';

type Placed = CallParty['place'];
const families: Readonly<Record<Placed, string>> = {
  talking: 'is-ok',
  held: 'is-warn',
  aside: 'is-warn',
  ringing: 'is-warn',
  away: 'is-idle',
};

/** Who else is in the call, and what one does with them: take them out, give them the call, speak to the other side. */
export const Parties = ({ call }: { call: ShownCall }) => {
  const { t } = useTranslation('console');
  const act = useAct(call.callId);
  const around = call.parties.filter(({ isMe }) => !isMe);
  // Whom one talks with: the callee, or in a call among seats the first colleague.
  const far = around.find(({ kind }) => kind === 'callee') ?? around[0];
  const others = around.filter(party => party !== far);
  if (others.length === 0 || call.status === 'ended') return null;
  // Aside with this seat, or waiting while it is with the callee: each swap makes one the other.
  const consulted = others.find(({ place }) => place === 'aside' || place === 'held');
  return (
    <section className="console-parties fixed" aria-label={t($ => $.parties.label)}>
      <ul>
        {others.map(({ party, name, place }) => (
          <li key={party} className="console-party row gap-8">
            <span className="fill cut">{name}</span>
            <span className={`state small ${families[place]}`}>{t($ => $.parties.place[place])}</span>
            {call.isMine && (
              <Button
                kind="text"
                size="small"
                aria-label={t($ => $.parties.dropWho, { name })}
                onClick={() => void act({ act: 'drop', party })}
              >
                {t($ => $.parties.drop)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {consulted && call.isMine && (
        <footer className="flex gap-8 to-end">
          <Button size="small" onClick={() => void act({ act: 'swap' })}>
            {t($ => $.parties.swap)}
          </Button>
          {/* Without a target it is whoever is consulted now. */}
          <Button kind="primary" size="small" onClick={() => void act({ act: 'transfer' })}>
            {t($ => $.parties.finish)}
          </Button>
        </footer>
      )}
    </section>
  );
};
