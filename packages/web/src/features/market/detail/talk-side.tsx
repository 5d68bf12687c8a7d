import { marketEndpoints, marketLimits, type TalkMove, talkLimits } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Refusal } from '../../../api/wire.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Lines } from '../lines.tsx';

/** So long says nothing who lets the robot ask again. */
const silentMs = 8_000;
const isKeys = (typed: string): boolean => /^[0-9*#]+$/.test(typed) && typed.length <= talkLimits.keys;

/** A talk of so many moves: what was said is kept here, the server runs it anew with each. */
const useMarketTalk = (id: string) => {
  const [moves, setMoves] = useState<readonly TalkMove[] | null>(null);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (next: readonly TalkMove[]) =>
      call(marketEndpoints.talk, { id, moves: [...next] }, { quiet: refusal => refusal instanceof Refusal }),
    onSuccess: (_, next) => setMoves(next),
  });
  const act = (move: TalkMove) => mutate([...(moves ?? []), move]);
  return { moves, result: moves && data, error, busy: isPending, begin: () => mutate([]), act };
};

const Say = ({ awaits, busy, onMove }: { awaits: string; busy: boolean; onMove: (move: TalkMove) => void }) => {
  const { t } = useTranslation('market');
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const presses = awaits === 'keys';
  const say = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.trim();
    if (text === '' || busy) return;
    onMove(presses && isKeys(text) ? { does: 'press', keys: text } : { does: 'say', text });
    setTyped('');
    field.current?.focus();
  };
  const label = t($ => (presses ? $.talk.press : $.talk.say));
  return (
    <form className="row gap-6" onSubmit={say}>
      <Input
        ref={field}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={talkLimits.textChars}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <Button kind="primary" type="submit" loading={busy} disabled={typed.trim() === ''}>
        {t($ => $.talk.send)}
      </Button>
    </form>
  );
};

/** A talk with it before it is taken: typed, sentences only, so many turns a day. */
export const TalkSide = ({ id, turnsLeft }: { id: string; turnsLeft: number }) => {
  const { t } = useTranslation('market');
  const { moves, result, error, busy, begin, act } = useMarketTalk(id);
  const left = result?.turnsLeft ?? turnsLeft;
  const isOver = result ? result.ended || (moves?.length ?? 0) >= marketLimits.turns : false;
  return (
    <section className="market-talk stack gap-8" aria-label={t($ => $.talk.title)}>
      <header className="row-text between">
        <h2>{t($ => $.talk.title)}</h2>
        <span className="hint" role="status">
          {left > 0 ? t($ => $.talk.left, { n: left }) : t($ => $.talk.none)}
        </span>
      </header>
      {!result && <p className="hint">{t($ => $.talk.hint)}</p>}
      {result && <Lines label={t($ => $.talk.lines)} lines={result.lines} live />}
      {error && (
        <p className="wrong" role="alert">
          {error instanceof Refusal ? error.message : t($ => $.talk.failed)}
        </p>
      )}
      {result && isOver && <p className="hint">{t($ => $.talk.ended)}</p>}
      {result && !isOver && left > 0 && <Say awaits={result.awaits} busy={busy} onMove={act} />}
      {result ? (
        <footer className="flex between">
          <Button
            kind="text"
            size="small"
            disabled={busy || isOver || left === 0}
            onClick={() => act({ does: 'silent', ms: silentMs })}
          >
            {t($ => $.talk.silent)}
          </Button>
          <Button
            kind="text"
            size="small"
            icon={<RotateCcw size={13} aria-hidden="true" />}
            disabled={busy}
            onClick={begin}
          >
            {t($ => $.talk.again)}
          </Button>
        </footer>
      ) : (
        <Button loading={busy} disabled={left === 0} onClick={begin}>
          {t($ => $.talk.start)}
        </Button>
      )}
    </section>
  );
};
