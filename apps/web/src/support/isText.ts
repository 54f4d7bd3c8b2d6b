/** Whether what was kept of a draft is a text. */
export function isText(kept: unknown): kept is string {
  return typeof kept === 'string'
}
