import { Component, type ComponentType, type ReactNode } from 'react'

interface GuardProps {
  /** Where it is drawn: what broke there may be whole elsewhere. */
  at: string
  /** Stands in for it then. */
  Failed: ComponentType<{ error: unknown }>
  children: ReactNode
}

interface GuardState {
  readonly at: string
  readonly failure: unknown
}

/** Catches what its children throw while they are drawn, and shows something else in their place. */
export class Guard extends Component<GuardProps, GuardState> {
  override state: GuardState = { at: '', failure: null }

  static getDerivedStateFromError(failure: unknown) {
    return { failure }
  }

  static getDerivedStateFromProps({ at }: GuardProps, before: GuardState): GuardState | null {
    return at === before.at ? null : { at, failure: null }
  }

  override render() {
    const { Failed, children } = this.props
    return this.state.failure === null ? children : <Failed error={this.state.failure} />
  }
}
