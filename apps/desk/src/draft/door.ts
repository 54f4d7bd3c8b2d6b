// What the slices of products share of writing a draft that somebody else puts in force.
export { FigureField, MomentField, RealmField } from './DraftFields.tsx'
export { DraftActions } from './DraftActions.tsx'
export { DraftFrame, type DraftSheetProps } from './DraftFrame.tsx'
export { DraftHeading } from './DraftHeading.tsx'
export { DropDraft } from './DropDraft.tsx'
export { fieldOf, momentOf } from './moment.ts'
export { useWriting } from './useWriting.ts'
export { SourceField, WrittenField } from './WrittenField.tsx'
