import { Button as Part } from '@base-ui/react/button';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import './button.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'ref' | 'style'> {
  /** Primary: the one next step. Text and link stand within other words. */
  readonly kind?: 'default' | 'primary' | 'text' | 'link';
  /** Cannot be taken back. */
  readonly danger?: boolean;
  readonly size?: 'small' | 'large';
  readonly icon?: ReactNode;
  /** What it asked for is under way: it takes no second press, and keeps the focus and its place. */
  readonly loading?: boolean;
  readonly className?: string;
}

const looks = { default: '', primary: ' is-first', text: ' is-bare', link: ' is-link' } as const;

/** A button of a form, a dialog or a page's head. */
export const Button = (props: ButtonProps) => {
  const { kind = 'default', danger = false, size, icon, loading = false, disabled = false, ...rest } = props;
  const { className = '', children, ...own } = rest;
  return (
    <Part
      {...own}
      className={`button is-wide${looks[kind]}${danger ? ' is-bad' : ''}${size ? ` is-${size}` : ''} ${className}`}
      disabled={disabled || loading}
      focusableWhenDisabled={loading && !disabled}
      aria-busy={loading || undefined}
    >
      {loading ? <LoaderCircle className="spinner" size={14} aria-hidden="true" /> : icon}
      {children}
    </Part>
  );
};
