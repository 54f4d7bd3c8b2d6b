// What other slices use to let an operator do something: with a reason, once confirmed, and say how it went.
export { CopyButton } from './CopyButton.tsx'
export { FailureNote } from './FailureNote.tsx'
export { focusFault } from './focusFault.ts'
export { isReasonText } from './reason.ts'
export { ReasonDialog } from './ReasonDialog.tsx'
export { ReasonField } from './ReasonField.tsx'
export { SaveBar } from './SaveBar.tsx'
export { useDeed } from './useDeed.ts'
