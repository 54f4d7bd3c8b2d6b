// What other slices may use of invest's forms.
export { isPositive } from './draft.ts'
export { fieldOf, momentOf } from './moment.ts'
export { WrittenField } from './WrittenField.tsx'
