// What the slices of products share of writing a draft that somebody else puts in force.
export { FigureField, MomentField, RealmField } from './DraftFields.tsx'
export { DraftFrame, type DraftSheetProps } from './DraftFrame.tsx'
export { ProductScreen, type ProductRow } from './ProductScreen.tsx'
export { fieldOf, momentOf } from './moment.ts'
export { SourceField, WrittenField } from './WrittenField.tsx'
