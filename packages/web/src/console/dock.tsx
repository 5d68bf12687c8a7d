import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clampWidth, keepWidth, keptWidth, keyStep, narrowest, widest } from './dock-width.ts';
import { useDocked } from './docked.ts';
import './dock.css';

/** What the sheet beside it leaves free, too: one name for both (`dock.css`). */
const variable = '--console-width';

const keySteps: Readonly<Record<string, (width: number) => number>> = {
  ArrowLeft: width => width + keyStep,
  ArrowRight: width => width - keyStep,
  Home: () => widest,
  End: () => narrowest,
};

/** As it lies there: what is kept is wider where the page beside has no room. */
const shownWidth = (dock: Element | null): number => (dock instanceof HTMLElement ? dock.offsetWidth : narrowest);

/** Its left edge: drawn with the pointer, or moved with the arrows (ARIA window splitter). */
const Edge = ({ onWidth }: { onWidth: (px: number) => void }) => {
  const { t } = useTranslation('console');
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(widest);
  useLayoutEffect(() => {
    const dock = place.current?.parentElement;
    if (!dock) return;
    const seen = new ResizeObserver(() => setShown(shownWidth(dock)));
    seen.observe(dock);
    return () => seen.disconnect();
  }, []);
  const from = useRef<{ x: number; width: number } | null>(null);
  const move = (event: PointerEvent) => {
    if (from.current) onWidth(from.current.width + from.current.x - event.clientX);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = keySteps[event.key];
    if (!step) return;
    event.preventDefault();
    onWidth(step(shownWidth(event.currentTarget.parentElement)));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule of the page cannot be moved
    <div
      ref={place}
      className="console-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t($ => $.resize)}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={shown}
      tabIndex={0}
      onKeyDown={onKey}
      onPointerDown={event => {
        from.current = { x: event.clientX, width: shownWidth(event.currentTarget.parentElement) };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    />
  );
};

/** The console at the right of the sheet; the page beside it narrows. */
export const Dock = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('console');
  const [width, setWidth] = useState(keptWidth);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (width !== null) style.setProperty(variable, `${width}px`);
    return () => {
      style.removeProperty(variable);
    };
  }, [width]);
  useLayoutEffect(() => {
    useDocked.setState({ isDocked: true });
    return () => useDocked.setState({ isDocked: false });
  }, []);
  const change = (px: number) => {
    const next = clampWidth(px);
    setWidth(next);
    keepWidth(next);
  };
  return (
    <aside className="console-dock stack" aria-label={t($ => $.name)}>
      <Edge onWidth={change} />
      {children}
    </aside>
  );
};
