/** What carries bytes between the servers of one installation: it may lose them, and never alters their order. */
export interface Wire {
  /** Whether it carries anything now. */
  readonly isConnected: boolean
  /** The most bytes of one message. */
  readonly bytesMax: number
  /** Sends to all who listen but this process; what is sent while nothing is carried is lost. */
  publish(subject: string, bytes: Uint8Array): void
  /** Hears what others send to a subject, whose last word may be `*`. */
  subscribe(subject: string, listener: (subject: string, bytes: Uint8Array) => void): void
  /** Calls `listener` each time that it carries again. */
  onConnected(listener: () => void): void
  close(): Promise<void>
}
