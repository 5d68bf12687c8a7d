import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../ui/segments.tsx';
import { coloursOf, type Mode } from '../../ui/theme/tokens.ts';
import { type Draft, isColour } from './draft.ts';
import { LoginSketch } from './login-sketch.tsx';
import { ShellSketch } from './shell-sketch.tsx';
import './preview.css';

const modes: readonly Mode[] = ['light', 'dark'];

/** The colours of a theme for everything inside, whatever the page around has. */
const coloursIn = ({ oemHomeTheme, oemColor }: Draft, mode: Mode): CSSProperties =>
  Object.fromEntries(
    Object.entries(coloursOf(oemHomeTheme, mode, isColour(oemColor) ? oemColor : '')).map(([token, value]) => [
      `--${token}`,
      value,
    ]),
  );

/** How pages will look with what is in the form now: login and frame, light or dark. Drawn small; nothing in it works. */
export const Preview = ({ draft }: { draft: Draft }) => {
  const { t } = useTranslation('branding');
  const [mode, setMode] = useState<Mode>('light');
  const colours = { ...coloursIn(draft, mode), colorScheme: mode };
  const sketches = [
    { name: t($ => $.preview.login), Sketch: LoginSketch },
    { name: t($ => $.preview.shell), Sketch: ShellSketch },
  ];
  return (
    <section className="preview" aria-label={t($ => $.preview.title)}>
      <header className="row gap-10">
        <h2>{t($ => $.preview.title)}</h2>
        <Segments
          label={t($ => $.preview.mode)}
          options={modes.map(value => ({ value, text: t($ => $.preview[value]) }))}
          value={mode}
          onChange={setMode}
        />
      </header>
      {sketches.map(({ name, Sketch }) => (
        <figure key={name} aria-label={name}>
          <div className="preview-window" data-sketch={draft.oemHomeTheme} style={colours}>
            <div className="preview-browser-bar flex">
              <span className="preview-browser-tab row gap-6">
                {draft.oemIcon ? <img src={draft.oemIcon} alt="" /> : <i />}
                <span className="cut">{draft.oemTitle}</span>
              </span>
            </div>
            <Sketch draft={draft} />
          </div>
        </figure>
      ))}
    </section>
  );
};
