// What the shell and other slices may know of identity.
export { AccountModeButton } from './AccountModeButton.tsx'
export { LanguageSheet } from './LanguageButton.tsx'
export { isOpenPath } from './guard.ts'
