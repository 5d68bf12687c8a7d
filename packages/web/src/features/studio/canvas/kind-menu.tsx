import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeKind, Spot } from '../graph/node-kinds.ts';
import { KindList } from './kind-list.tsx';

interface KindMenuProps {
  readonly at: Spot;
  readonly onKind: (kind: NodeKind) => void;
  readonly onClose: () => void;
}

/** Kinds of nodes where the cord was let go. Escape and anything outside close it. */
export const KindMenu = ({ at, onKind, onClose }: KindMenuProps) => {
  const { t } = useTranslation('studio');
  const panel = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    panel.current?.querySelector('button')?.focus();
    const outside = (event: Event) => {
      if (!panel.current?.contains(event.target as Node)) leave();
    };
    // On its way down: the canvas has its own Escape and arrows.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
      if (event.key !== 'Tab' && event.key !== 'Enter' && event.key !== ' ') event.stopPropagation();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKey, true);
    };
  }, []);
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={t($ => $.canvas.dropped)}
      className="canvas-drop-menu"
      style={{ left: at.x, top: at.y }}
    >
      <KindList onKind={onKind} />
    </div>
  );
};
