// What other slices may know of the reader: the language, the look, and how moments and refusals are written.
export { appearance, useAppearance } from './appearance.ts'
export { useDateTime, useTimezone } from './useDateTime.ts'
export { useErrorText } from './errorText.ts'
export { SendButton } from './SendButton.tsx'
export { LateTexts } from './LateTexts.tsx'
export { EndlessPages, MorePages } from './MorePages.tsx'
export type { Messages } from './messages.ts'
export { useShape } from './useShape.ts'
