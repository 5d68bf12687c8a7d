import { Switch as Part } from '@base-ui/react/switch';
import './switch.css';

interface SwitchProps {
  readonly id?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly size?: 'small';
  readonly title?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly onChange: (checked: boolean) => void;
}

/** On or off, taken at once or with its form. */
export const Switch = ({ size, onChange, ...own }: SwitchProps) => (
  <Part.Root
    {...own}
    nativeButton
    render={<button type="button" />}
    className={size ? `switch is-${size}` : 'switch'}
    onCheckedChange={checked => onChange(checked)}
  >
    <Part.Thumb className="switch-thumb" />
  </Part.Root>
);
