import { timeOfDay } from './format.ts';
import './figures.css';

const every = 10;

/** Times below bars by minute, each at the end of its ten minutes, the last below the last bar. */
export const MinuteAxis = ({ minutes }: { minutes: readonly { readonly at: string }[] }) => (
  <div className="minute-axis" aria-hidden="true">
    {minutes
      .filter((_, at) => (minutes.length - 1 - at) % every === 0)
      .map(({ at }) => (
        <span key={at}>{timeOfDay(at)}</span>
      ))}
  </div>
);
