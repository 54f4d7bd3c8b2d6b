// What the shell and other slices may know of identity.
export { AccountModeButton } from './AccountModeButton.tsx'
export { LanguageSheet } from './LanguageSheet.tsx'
