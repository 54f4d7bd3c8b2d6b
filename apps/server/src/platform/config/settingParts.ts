/** One line of the table of settings: what the operator may set, and how it reads in the docs. */
export interface Setting {
  readonly name: string
  /** The value where nothing is set, as text; '' for none. */
  readonly fallback: string
  /** What is allowed, ending the sentence "… must be". */
  readonly allowed: string
  readonly meaning: string
  /** A secret's value is never shown, not even in the sentence that refuses it. */
  readonly secret?: true
  /** Whether a text is allowed; an empty one stands for "none" and is allowed where `fallback` is ''. */
  readonly accepts: (text: string) => boolean
}

/** An address of one of these protocols. */
export const urlOf = (protocols: readonly string[]) => (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
}

/** Any text that says something. */
export const anyText = (text: string) => text.trim() !== '' && !text.includes('\0')
