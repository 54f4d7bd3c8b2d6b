/** What a text may hold: everything that is shown is one of these, so that nothing else can be. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly inlines: readonly Inline[] }
  /** `href` is of the web, a mail address or a path of this app, and nothing else. */
  | { readonly kind: 'link'; readonly href: string; readonly inlines: readonly Inline[] }
  /** `name` is that of an image in the operator's own vault. */
  | { readonly kind: 'image'; readonly name: string; readonly alt: string }
  | { readonly kind: 'break' }

export type Align = 'start' | 'center' | 'end'
export type Cells = readonly (readonly Inline[])[]

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly inlines: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly first: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly align: readonly Align[]; readonly head: Cells; readonly rows: readonly Cells[] }
  | { readonly kind: 'rule' }

/**
 * What a text holds that is not shown as it was meant: HTML, a link that leads elsewhere than a link may, an image that
 * is not of the vault, characters that turn the direction of reading, or more nesting than can be read.
 */
export type FaultKind = 'html' | 'link' | 'image' | 'hidden' | 'intricate'

export interface Fault {
  readonly kind: FaultKind
  /** What it is about, as it was written, at most 80 characters. */
  readonly text: string
}

/** A text as it is shown. */
export interface Reading {
  readonly blocks: readonly Block[]
  readonly faults: readonly Fault[]
  /** The names of the images in it, each once. */
  readonly images: readonly string[]
}
