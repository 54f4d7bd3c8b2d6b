/** What a program does again and again. */
export interface Watch {
  /** Watches what came to be watched, tells what has changed, and that it lives. Throws where node or server fail. */
  readonly round: () => Promise<void>
}
