import { Component, type ReactNode } from 'react';
import { forgetFailed } from '../../ui/chunk.ts';
import { Broken } from '../bare-pages.tsx';

/**
 * A page whose chunk failed or came too late, or that threw: one sentence and a way to try again inside the pane; the
 * frame and the other tabs stay. The second try loads the address anew, for a newer version has other chunks.
 */
export class PaneFault extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  #tried = false;
  static getDerivedStateFromError() {
    return { broken: true };
  }
  #again = () => {
    if (this.#tried) return location.reload();
    this.#tried = true;
    forgetFailed();
    this.setState({ broken: false });
  };
  override render() {
    return this.state.broken ? <Broken onAgain={this.#again} /> : this.props.children;
  }
}
