// What other slices may know of the reader: the language, and how moments and refusals are written.
export { useDateTime } from './useDateTime.ts'
export { useErrorText } from './errorText.ts'
export { LanguageSelect } from './LanguageSelect.tsx'
