import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useFirstWords } from '../text/first-words.ts';
import './input.css';

interface Marks {
  /** What is typed will not do. */
  readonly wrong?: boolean;
}

interface InputProps extends Omit<ComponentProps<'input'>, 'className' | 'size' | 'style'>, Marks {
  readonly small?: boolean;
  readonly className?: string;
  /** Stands behind what is typed, within the frame. */
  readonly after?: ReactNode;
  /** Enter, but not the one that ends a composed word. */
  readonly onEnter?: () => void;
}

const enters = (onEnter: (() => void) | undefined) => (event: KeyboardEvent) => {
  if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter?.();
};

/** One line of text. What it is called, and what is wrong with it, its field says (`form-field.tsx`). */
export const Input = ({ wrong = false, small = false, className = '', after, onEnter, ...own }: InputProps) => {
  const look = `input${small ? ' is-small' : ''} ${className}`;
  const part = (
    <input
      type="text"
      {...own}
      className={after ? undefined : look}
      aria-invalid={wrong || undefined}
      onKeyDown={enters(onEnter)}
    />
  );
  if (!after) return part;
  return (
    <span className={`${look} is-frame`}>
      {part}
      {after}
    </span>
  );
};

/** Text that is not shown as it is typed, unless one asks for it. */
export const SecretInput = (props: Omit<InputProps, 'type' | 'after'>) => {
  const { t } = useFirstWords();
  const [shown, setShown] = useState(false);
  const Picture = shown ? Eye : EyeOff;
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <button
          type="button"
          className="input-show"
          aria-label={shown ? t($ => $.hide) : t($ => $.show)}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        >
          <Picture size={14} aria-hidden="true" />
        </button>
      }
    />
  );
};

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'style'>, Marks {}

/** Some lines of text. */
export const TextArea = ({ wrong = false, ...own }: TextAreaProps) => (
  <textarea {...own} className="input" aria-invalid={wrong || undefined} />
);
