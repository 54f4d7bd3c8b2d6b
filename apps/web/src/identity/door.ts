// What the shell and other slices may know of identity.
export { AccountModeButton } from './AccountModeButton.tsx'
export { LanguageSheet } from './LanguageSheet.tsx'
export { CountryField } from './CountryField.tsx'
export { useCode } from './useCode.ts'
export { usePhoneJudge } from './usePhoneJudge.ts'
export { GuestFrame } from './GuestFrame.tsx'
export { DemoBlocked, type DemoBlock } from './DemoBlocked.tsx'
