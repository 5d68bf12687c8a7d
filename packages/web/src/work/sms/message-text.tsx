import { readYuan, smsParts, yuanText } from '@lianxian/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { amount } from '../../ui/format.ts';
import './message-text.css';

interface MessageTextProps {
  /** As it is sent: with signature and way out. */
  readonly text: string;
  /** Yuan a part; left out: what it costs is not said. */
  readonly price?: string | undefined;
}

/** A message as it arrives, with the places where a carrier cuts and bills it. */
export const MessageText = ({ text, price }: MessageTextProps) => {
  const { t } = useTranslation('sendSms');
  const parts = smsParts(text);
  const [chars, n] = [text.length, parts.length];
  const cost = price === undefined ? null : (readYuan(price) ?? 0) * n;
  return (
    <figure className="message-text stack gap-6">
      <blockquote className="breaks">
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place among the others
          <Fragment key={at}>
            {at > 0 && <span className="message-text-cut hint">{t($ => $.cut, { n: at + 1 })}</span>}
            {part}
          </Fragment>
        ))}
      </blockquote>
      {cost !== null && (
        <figcaption className="hint">
          {cost === 0
            ? t($ => $.free, { chars, parts: n })
            : t($ => $.parts, { chars, parts: n, price: amount(yuanText(cost)) })}
        </figcaption>
      )}
    </figure>
  );
};
