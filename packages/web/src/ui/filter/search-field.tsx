import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import '../search-field.css';

interface SearchFieldProps {
  readonly label: string;
  /** What is sought now, as the address has it. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What is typed as it is sought. */
  readonly clean?: (typed: string) => string;
  readonly inputMode?: 'tel';
  /** As much as the endpoint takes; left out where what is there is sought in the page. */
  readonly chars?: number;
}

const afterTypingMs = 300;
const trimmed = (typed: string) => typed.trim();

/** Seeks a moment after the typing, and follows the address when that changes by itself. */
export const SearchField = ({ label, value, onChange, clean = trimmed, inputMode, chars }: SearchFieldProps) => {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (clean(typed) !== value) setTyped(value);
  }
  const wanted = clean(typed);
  const say = useEffectEvent(onChange);
  useEffect(() => {
    if (wanted === value) return;
    const timer = setTimeout(() => say(wanted), afterTypingMs);
    return () => clearTimeout(timer);
  }, [wanted, value]);
  return (
    <span className="search-field">
      <Search size={14} aria-hidden="true" />
      <input
        type="search"
        autoComplete="off"
        maxLength={chars}
        inputMode={inputMode}
        aria-label={label}
        placeholder={label}
        title={label}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        // Within a form it seeks and sends nothing.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
    </span>
  );
};
