import { marketEndpoints } from '@lianxian/contract';
import { Play, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { playInTurn, playSound, stopSound, useHeard, useHeardOf } from '../../../sound/one-sound.ts';
import { Button } from '../../../ui/button.tsx';
import { Lines } from '../lines.tsx';
import type { Product } from '../product-text.ts';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), char => char.charCodeAt(0));

/** Robot lines as they sound, fetched once each; let go of with the page. */
const useSounds = (id: string) => {
  const found = useRef(new Map<number, Promise<string>>());
  useEffect(() => {
    const kept = found.current;
    return () => {
      stopSound();
      for (const url of kept.values()) url.then(URL.revokeObjectURL, () => undefined);
      kept.clear();
    };
  }, []);
  return (line: number): Promise<string> => {
    const kept = found.current.get(line);
    if (kept) return kept;
    const asked = call(marketEndpoints.hear, { id, line }).then(({ mime, audio }) =>
      URL.createObjectURL(new Blob([bytesOf(audio)], { type: mime })),
    );
    found.current.set(line, asked);
    asked.catch(() => found.current.delete(line));
    return asked;
  };
};

const Hear = ({ name, text, find }: { name: string; text: string; find: () => Promise<string> }) => {
  const { t } = useTranslation('market');
  const isHeard = useHeard(name);
  const Icon = isHeard ? Square : Play;
  return (
    <button
      type="button"
      className="icon-button"
      aria-pressed={isHeard}
      aria-label={t($ => $.detail.hear, { text })}
      onClick={() => (isHeard ? stopSound() : void playSound(name, find))}
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  );
};

/** A talk with it as it was tested; each line of the robot can be heard, and all of them one after the other. */
export const Sample = ({ product: { id, sample } }: { product: Product }) => {
  const { t } = useTranslation('market');
  const find = useSounds(id);
  const nameOf = (line: number) => `market ${id} ${line}`;
  const isHeard = useHeardOf(`market ${id} `);
  const spoken = sample.flatMap(({ by }, line) => (by === 'robot' ? [line] : []));
  const all = () =>
    isHeard ? stopSound() : void playInTurn(spoken.map(line => ({ key: nameOf(line), find: () => find(line) })));
  const Icon = isHeard ? Square : Play;
  return (
    <section className="market-part" aria-label={t($ => $.detail.sample)}>
      <header className="row-text between">
        <h2>{t($ => $.detail.sample)}</h2>
        {spoken.length > 0 && (
          <Button size="small" icon={<Icon size={13} aria-hidden="true" />} onClick={all}>
            {t($ => (isHeard ? $.detail.stop : $.detail.playAll))}
          </Button>
        )}
      </header>
      {sample.length === 0 ? (
        <p className="hint">{t($ => $.detail.sampleNone)}</p>
      ) : (
        <Lines
          label={t($ => $.detail.sample)}
          lines={sample}
          beside={(line, at) =>
            line.by === 'robot' && <Hear name={nameOf(at)} text={line.text} find={() => find(at)} />
          }
        />
      )}
    </section>
  );
};
